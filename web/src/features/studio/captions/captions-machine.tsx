import { ApiError, api as calls, type Lecture, maxTranscriptLength, type Transcribing } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { captionLanguages, nameOfCaptionLanguage } from './caption-languages.ts'
import { isOpen, type TranscriptionOf } from './use-transcription.ts'

type FormProps = {
  lecture: Lecture
  /** languages that have captions already */
  present: readonly string[]
  onStarted: (made: Transcribing) => void
  onCancel: () => void
}

const nameOf = (language: string): string => nameOfCaptionLanguage(language)?.split(' ·')[0] ?? language

/** Calls, asks before captions are replaced, and keeps what went wrong. */
function useStart(
  call: (replace: boolean) => Promise<Transcribing>,
  exists: boolean,
  onStarted: (made: Transcribing) => void,
) {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function send(replace: boolean): Promise<void> {
    setAsking(false)
    setBusy(true)
    setProblem(null)
    try {
      onStarted(await call(replace))
    } catch (error) {
      // they were saved in another tab
      if (error instanceof ApiError && error.code === 'captions_exist') setAsking(true)
      else setProblem(messageOfError(error, 'The captions could not be started'))
    } finally {
      setBusy(false)
    }
  }
  const start = (): void => {
    if (busy) return
    if (exists) setAsking(true)
    else void send(false)
  }
  return { busy, asking, setAsking, problem, setProblem, start, replace: () => void send(true) }
}

type StartProps = { language: string; start: ReturnType<typeof useStart> }

function ReplaceDialog({ language, start }: StartProps) {
  return (
    <AlertDialog
      open={start.asking}
      onOpenChange={start.setAsking}
      title={`Replace the captions in ${nameOf(language)}?`}
      text="The captions that are there stay until the new ones are ready. If you edit them meanwhile, yours are kept."
      confirmLabel="Replace"
      danger
      onConfirm={start.replace}
    />
  )
}

/** Has the speech of the video recognised by the site's service. */
export function MachineForm({
  lecture,
  present,
  service,
  onStarted,
  onCancel,
}: FormProps & { service: NonNullable<Transcribing['service']> }) {
  const [language, setLanguage] = useState<string>('en')
  const start = useStart(
    (replace) =>
      browserApi(calls.transcriptions.start, {
        params: { lectureId: lecture._id },
        body: { language, ...(replace && { replace: 'true' }) },
      }),
    present.includes(language),
    onStarted,
  )
  const minutes = Math.ceil((lecture.durationSeconds ?? 0) / 60)
  const tooLong = minutes > service.minutesLeft
  function submit(event: FormEvent) {
    event.preventDefault()
    start.start()
  }
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      <Field label="Spoken language">
        <Select
          name="spoken"
          autoFocus
          value={language}
          options={captionLanguages}
          onChange={({ target }) => setLanguage(target.value)}
        />
      </Field>
      <p className="max-w-prose text-sm text-muted">
        The sound of this video is sent to <strong className="font-semibold wrap-anywhere">{service.host}</strong>,
        which writes down what is said. Read the captions before you rely on them: names and figures are often wrong.
      </p>
      <p className="text-sm" id="minutes-left">
        {`This video takes ${minutes === 1 ? '1 minute' : `${minutes} minutes`} of the ${service.minutesLeft.toLocaleString('en-IN')} that you have left today.`}
      </p>
      {tooLong && <Notice tone="warning">This video is longer than what is left. Please try again tomorrow.</Notice>}
      {start.problem && <Notice tone="danger">{start.problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={start.busy} disabled={tooLong} aria-describedby="minutes-left">
          Make captions
        </Button>
        <Button variant="ghost" disabled={start.busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <ReplaceDialog language={language} start={start} />
    </form>
  )
}

const programs = { ffmpeg: 'ffmpeg', pocketsphinx: 'pocketsphinx with its English model' } as const

/** Has an English text timed: the site finds where it is spoken. Where a program is missing it says which. */
export function TranscriptForm({
  lecture,
  present,
  missing,
  onStarted,
  onCancel,
}: FormProps & { missing: Transcribing['alignment']['missing'] }) {
  const [text, setText] = useState('')
  const start = useStart(
    (replace) =>
      browserApi(calls.transcriptions.align, {
        params: { lectureId: lecture._id },
        body: { text, ...(replace && { replace: 'true' }) },
      }),
    present.includes('en'),
    onStarted,
  )
  const field = useRef<HTMLTextAreaElement>(null)
  const off = missing.length > 0
  useEffect(() => {
    if (!off) field.current?.focus()
  }, [off])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') return start.start()
    start.setProblem('Paste what is said in the video')
    field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      {off && (
        <Notice tone="warning">
          {`Transcripts cannot be timed on this site: ${missing.map((one) => programs[one]).join(' and ')} is not installed on its server. Its operator can add it.`}
        </Notice>
      )}
      <Field
        label="Paste a transcript"
        hint="The whole text of what is said, in English only. An empty line begins a new caption. It stays on this site."
        error={start.problem}
      >
        <Textarea
          ref={field}
          name="transcript"
          rows={8}
          lang="en"
          maxLength={maxTranscriptLength}
          value={text}
          disabled={off}
          onChange={({ target }) => {
            setText(target.value)
            start.setProblem(null)
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={start.busy} disabled={off}>
          Time the transcript
        </Button>
        <Button variant="ghost" disabled={start.busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <ReplaceDialog language="en" start={start} />
    </form>
  )
}

/** How far captions are that a machine makes, with a button that stops them; what went wrong with the last ones. */
export function TranscriptionState({
  lectureId,
  transcription: { made, take },
}: {
  lectureId: string
  transcription: TranscriptionOf
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const last = made?.transcription
  if (!last) return null
  const language = nameOf(last.language)

  async function stop(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      take(await browserApi(calls.transcriptions.stop, { params: { lectureId } }))
    } catch (error) {
      setProblem(messageOfError(error, 'It could not be stopped'))
    } finally {
      setBusy(false)
    }
  }

  if (last.state === 'failed')
    return (
      <Notice tone="danger" className="mt-4">
        {`The captions in ${language} were not made. ${last.problem ? `${last.problem}${/[.!?]$/.test(last.problem) ? '' : '.'}` : ''}`}
      </Notice>
    )
  if (!isOpen(made)) return null
  const waits = last.state === 'waiting'
  return (
    <div className="mt-4 grid gap-3 rounded-md border border-line p-4">
      <Progress
        label={last.kind === 'transcript' ? 'Timing the transcript' : `Making captions in ${language}`}
        value={waits ? null : last.percent}
        {...(waits && { valueText: 'Waiting' })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">You can leave this page: the work goes on.</p>
        <Button size="sm" variant="secondary" busy={busy} onClick={() => void stop()}>
          Stop
        </Button>
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </div>
  )
}
