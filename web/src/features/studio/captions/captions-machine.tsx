import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  api as calls,
  fitsToday,
  type Lecture,
  maxTranscriptLength,
  minutesOf,
  type Transcribing,
} from '@virtual-courses/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatCount } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { ErrorNotice, Notice } from '#ui/notice.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Said } from '#ui/said.tsx'
import { useCaptionLanguages } from './caption-languages.ts'
import { isOpen, type TranscriptionOf } from './use-transcription.ts'

type FormProps = {
  lecture: Lecture
  /** languages that have captions already */
  present: readonly string[]
  onStarted: (made: Transcribing) => void
  onCancel: () => void
}

/** Calls, asks before captions are replaced, and keeps what went wrong. */
function useStart(
  call: (replace: boolean) => Promise<Transcribing>,
  exists: boolean,
  onStarted: (made: Transcribing) => void,
) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Said | null>(null)
  async function send(replace: boolean): Promise<void> {
    setAsking(false)
    setBusy(true)
    setProblem(null)
    try {
      onStarted(await call(replace))
    } catch (error) {
      // they were saved in another tab
      if (error instanceof ApiError && error.code === 'captions_exist') setAsking(true)
      else setProblem(failureOf(error, t`The captions could not be started`))
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
  const { t } = useLingui()
  const { nameOf } = useCaptionLanguages()
  return (
    <AlertDialog
      open={start.asking}
      onOpenChange={start.setAsking}
      title={t`Replace the captions in ${{ language: nameOf(language) }}?`}
      text={t`The captions that are there stay until the new ones are ready. If you edit them meanwhile, yours are kept.`}
      confirmLabel={t`Replace`}
      danger
      onConfirm={start.replace}
    />
  )
}

type Service = NonNullable<Transcribing['service']>

/** Says where the sound of a video goes, and what it takes of the day's minutes. */
function ServiceNote({ service, seconds, id }: { service: Service; seconds: number; id?: string }) {
  const { t } = useLingui()
  const { host, minutesLeft } = service
  const minutes = minutesOf(seconds)
  return (
    <>
      <p className="max-w-prose text-sm text-muted">
        <Trans>
          The sound of this video is sent to <strong className="font-semibold wrap-anywhere">{host}</strong>, which
          writes down what is said. Read the captions before you rely on them: names and figures are often wrong.
        </Trans>
      </p>
      <p className="text-sm" id={id}>
        {t`This video takes ${plural(minutes, { one: '1 minute', other: '# minutes' })} of the ${{ left: formatCount(minutesLeft) }} that you have left today.`}
      </p>
      {!fitsToday(service, seconds) && (
        <Notice tone="warning">
          <Trans>This video is longer than what is left. Please try again tomorrow.</Trans>
        </Notice>
      )}
    </>
  )
}

export type CaptionsChoiceProps = {
  service: Service
  /** of the video */
  seconds: number
  /** the spoken language; null for no captions */
  language: string | null
  onChange: (language: string | null) => void
}

/** For a video that is about to become that of a lecture: whether its captions are made by machine, and in which language. */
export function CaptionsChoice({ service, seconds, language, onChange }: CaptionsChoiceProps) {
  const { t } = useLingui()
  const { options } = useCaptionLanguages()
  // while none are made, the language that was chosen last
  const [spoken, setSpoken] = useState(language ?? 'en')
  const tooLong = !fitsToday(service, seconds)
  return (
    <div className="grid gap-3">
      <Checkbox
        label={t`Make captions by machine`}
        checked={language !== null}
        disabled={tooLong}
        onChange={({ target }) => onChange(target.checked ? spoken : null)}
      />
      {language !== null && (
        <Field label={t`Spoken language`}>
          <Select
            name="spoken"
            value={language}
            options={options}
            onChange={({ target }) => {
              setSpoken(target.value)
              onChange(target.value)
            }}
          />
        </Field>
      )}
      {(language !== null || tooLong) && <ServiceNote service={service} seconds={seconds} />}
    </div>
  )
}

/** Has the speech of the video recognised by the site's service. */
export function MachineForm({ lecture, present, service, onStarted, onCancel }: FormProps & { service: Service }) {
  const { t } = useLingui()
  const { options } = useCaptionLanguages()
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
  const tooLong = !fitsToday(service, lecture.durationSeconds ?? 0)
  function submit(event: FormEvent) {
    event.preventDefault()
    start.start()
  }
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      <Field label={t`Spoken language`}>
        <Select
          name="spoken"
          autoFocus
          value={language}
          options={options}
          onChange={({ target }) => setLanguage(target.value)}
        />
      </Field>
      <ServiceNote id="minutes-left" service={service} seconds={lecture.durationSeconds ?? 0} />
      <ErrorNotice said={start.problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={start.busy} disabled={tooLong} aria-describedby="minutes-left">
          <Trans>Make captions</Trans>
        </Button>
        <Button variant="ghost" disabled={start.busy} onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <ReplaceDialog language={language} start={start} />
    </form>
  )
}

/** Has an English text timed: the site finds where it is spoken. Where a program is missing it says which. */
export function TranscriptForm({
  lecture,
  present,
  missing,
  onStarted,
  onCancel,
}: FormProps & { missing: Transcribing['alignment']['missing'] }) {
  const { t } = useLingui()
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
  const programs = missing.map((one) => (one === 'ffmpeg' ? one : t`pocketsphinx with its English model`))
  const field = useRef<HTMLTextAreaElement>(null)
  const off = missing.length > 0
  useEffect(() => {
    if (!off) field.current?.focus()
  }, [off])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') return start.start()
    start.setProblem(t`Paste what is said in the video`)
    field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      {off && (
        <Notice tone="warning">
          {programs.length > 1
            ? t`Transcripts cannot be timed on this site: ${{ first: programs[0] }} and ${{ second: programs[1] }} is not installed on its server. Its operator can add it.`
            : t`Transcripts cannot be timed on this site: ${{ program: programs[0] }} is not installed on its server. Its operator can add it.`}
        </Notice>
      )}
      <Field
        label={t`Paste a transcript`}
        hint={t`The whole text of what is said, in English only. An empty line begins a new caption. It stays on this site.`}
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
          <Trans>Time the transcript</Trans>
        </Button>
        <Button variant="ghost" disabled={start.busy} onClick={onCancel}>
          <Trans>Cancel</Trans>
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
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Said | null>(null)
  const { nameOf } = useCaptionLanguages()
  const last = made?.transcription
  if (!last) return null
  const language = nameOf(last.language)

  async function stop(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      take(await browserApi(calls.transcriptions.stop, { params: { lectureId } }))
    } catch (error) {
      setProblem(failureOf(error, t`It could not be stopped`))
    } finally {
      setBusy(false)
    }
  }

  if (last.state === 'failed')
    return (
      <Notice tone="danger" className="mt-4">
        {last.problem
          ? t`The captions in ${language} were not made. ${{ problem: /[.!?।]$/.test(last.problem) ? last.problem : `${last.problem}.` }}`
          : t`The captions in ${language} were not made.`}
      </Notice>
    )
  if (!isOpen(made)) return null
  const waits = last.state === 'waiting'
  return (
    <div className="mt-4 grid gap-3 rounded-md border border-line p-4">
      <Progress
        label={last.kind === 'transcript' ? t`Timing the transcript` : t`Making captions in ${language}`}
        value={waits ? null : last.percent}
        {...(waits && { valueText: t`Waiting` })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          <Trans>You can leave this page: the work goes on.</Trans>
        </p>
        <Button size="sm" variant="secondary" busy={busy} onClick={() => void stop()}>
          <Trans>Stop</Trans>
        </Button>
      </div>
      <ErrorNotice said={problem} />
    </div>
  )
}
