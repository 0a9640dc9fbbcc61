import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  type CaptionSource,
  api as calls,
  captionsPath,
  type Lecture,
  type Transcribing,
} from '@virtual-courses/contract'
import { AudioLines, Plus, ScrollText, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { fetchCaptions } from '../captions-editor/use-captions-draft.ts'
import { CaptionsForm } from './captions-form.tsx'
import { MachineForm, TranscriptForm, TranscriptionState } from './captions-machine.tsx'
import { isOpen, useTranscription } from './use-transcription.ts'

/** What is said of captions that no person has read. */
const sources: Partial<Record<CaptionSource, MessageDescriptor>> = {
  machine: msg`made by a machine: please read them`,
  transcript: msg`timed by a machine: please watch them once`,
}

function SourceNote({ source }: { source: CaptionSource }) {
  const { t } = useLingui()
  const note = sources[source]
  return note ? <span className="text-sm text-muted">{t(note)}</span> : null
}

/** Characters of a file with captions that a comparison shows. */
const mostCompared = 3000

type Adding = 'file' | 'machine' | 'transcript'

/** Captions of a lecture: lists, adds, replaces and removes them, from files, by machine or of a transcript. */
export function CaptionsCard({ courseId, lecture }: { courseId: string; lecture: Lecture }) {
  const { t } = useLingui()
  const [captions, setCaptions] = useState(lecture.captions ?? [])
  const [adding, setAdding] = useState<Adding | null>(null)
  const [busy, setBusy] = useState(false)
  const edit = useWholeEdit()
  const hydrated = useHydrated()
  const addButton = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef<Adding | null>(null)
  // the form that had the focus is closed
  useEffect(() => {
    if (wasAdding.current && !adding) addButton.current?.focus()
    wasAdding.current = adding
  }, [adding])
  const lectureId = lecture._id
  const transcription = useTranscription(lectureId, (now) => setCaptions(now.captions ?? []))
  const { made } = transcription
  const present = captions.map(({ language }) => language)
  const working = isOpen(made)

  async function change(call: Promise<{ lecture: Lecture; message: string }>): Promise<void> {
    setBusy(true)
    try {
      const reply = await call
      setCaptions(reply.lecture.captions ?? [])
      toast.success(reply.message)
    } finally {
      setBusy(false)
    }
  }

  async function save(language: string, text: string): Promise<void> {
    const outcome = await edit.save<string | null | undefined>({
      label: t`Captions`,
      // those that the list shows are replaced on purpose
      version: present.includes(language) ? undefined : null,
      send: (replaces) =>
        change(browserApi(calls.lectures.setCaptions, { params: { lectureId }, body: { language, text, replaces } })),
      compare: async () => {
        const { version, cues } = await fetchCaptions(captionsPath(lectureId, language))
        const theirs = cues.map((cue) => cue.text).join('\n\n')
        return { version, mine: text.slice(0, mostCompared), theirs: theirs.slice(0, mostCompared) }
      },
      isConflict: (error) => error instanceof ApiError && error.code === 'captions_changed',
    })
    if (outcome === 'canceled') return
    if (outcome === 'theirs') window.location.reload()
    setAdding(null)
  }

  async function remove(language: string): Promise<void> {
    try {
      await change(browserApi(calls.lectures.removeCaptions, { params: { lectureId, language } }))
      // the button that had the focus was removed with its row
      addButton.current?.focus()
    } catch (error) {
      toast.error(failureOf(error, t`The captions could not be saved`))
    }
  }

  const forms = {
    lecture,
    present,
    onStarted: (now: Transcribing) => {
      transcription.take(now)
      setAdding(null)
    },
    onCancel: () => setAdding(null),
  }

  return (
    <Card as="section" aria-labelledby="captions">
      <h2 id="captions" className="text-2xl">
        <Trans>Captions</Trans>
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        <Trans>
          For people who cannot hear the video or prefer to read along. Captions belong to this video: uploading a new
          one removes them.
        </Trans>
      </p>
      {captions.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {captions.map((one) => (
            <li
              key={one.language}
              className="flex items-center justify-between gap-3 rounded-md border border-line py-1 pe-1 ps-4"
            >
              <span className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
                <span lang={one.language} className="font-medium">
                  {one.label}
                </span>
                <SourceNote source={one.source} />
              </span>
              <ButtonLink
                variant="ghost"
                size="sm"
                to={studioPaths.editCaptions(courseId, lectureId, one.language)}
                aria-label={t`Edit the captions in ${{ label: one.label }}`}
              >
                <Trans>Edit</Trans>
              </ButtonLink>
              <IconButton
                label={t`Remove the captions in ${{ label: one.label }}`}
                disabled={busy}
                onClick={() => removeRow(() => void remove(one.language))}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {lecture.videoUrl === '' && (
        <p className="mt-4 font-medium">
          <Trans>Upload the video first.</Trans>
        </p>
      )}
      {lecture.videoUrl !== '' && <TranscriptionState lectureId={lectureId} transcription={transcription} />}
      {lecture.videoUrl !== '' && !adding && (
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            ref={addButton}
            variant="secondary"
            disabled={!hydrated}
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => setAdding('file')}
          >
            <Trans>Add captions</Trans>
          </Button>
          {made?.service && (
            <Button
              variant="secondary"
              disabled={working}
              icon={<AudioLines aria-hidden="true" className="size-5" />}
              onClick={() => setAdding('machine')}
            >
              <Trans>Make by machine</Trans>
            </Button>
          )}
          {made && (
            <Button
              variant="secondary"
              disabled={working}
              icon={<ScrollText aria-hidden="true" className="size-5" />}
              onClick={() => setAdding('transcript')}
            >
              <Trans>Paste a transcript</Trans>
            </Button>
          )}
        </div>
      )}
      {adding === 'file' && (
        <CaptionsForm
          editor={(language) => studioPaths.editCaptions(courseId, lectureId, language)}
          present={present}
          busy={busy}
          onSave={save}
          onCancel={() => setAdding(null)}
        />
      )}
      {adding === 'machine' && made?.service && <MachineForm {...forms} service={made.service} />}
      {adding === 'transcript' && made && <TranscriptForm {...forms} missing={made.alignment.missing} />}
      <ChangedElsewhere {...edit.elsewhere} />
    </Card>
  )
}
