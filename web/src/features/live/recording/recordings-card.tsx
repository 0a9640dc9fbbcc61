import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Chapter, type Recording, type RecordingStop, recordingPath } from '@virtual-courses/contract'
import { CircleAlert, CircleCheck, ListOrdered, RotateCcw, Trash2, Video } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { SaidText } from '#ui/said.tsx'
import type { Slot } from '#ui/slot.ts'
import { type CaptionsChoice, DraftButton } from './draft-button.tsx'
import { type RecordingChange, useRecordings } from './use-recordings.ts'

const stops: Record<RecordingStop, MessageDescriptor | null> = {
  asked: null,
  session: null,
  hours: msg`Stopped by the site: it was as long as recordings may be.`,
  space: msg`Stopped by the site: there was no space left for recordings.`,
  lost: msg`Stopped because the session was lost.`,
}

type Props = {
  lectureId: string
  /** the lecture has a video already, which another one would replace */
  hasVideo: boolean
  /** The choice of captions for a draft that is used. */
  Captions: CaptionsChoice
  /** Called when the lecture has another video. */
  onUsed: () => void
  /** Receives chapters that were drafted from the chat. */
  onChapters: (chapters: readonly Chapter[]) => void
}

/** Recordings of the sessions of a lecture: how far their videos are, and what becomes of them. Renders nothing without one, nor before they were read. */
export function RecordingsCard({ lectureId, hasVideo, Captions, onUsed, onChapters }: Props) {
  const { t } = useLingui()
  const { recordings, failure, read, change, use, draftChapters } = useRecordings(lectureId)
  if (recordings.length === 0 && failure === null) return null
  return (
    <Card as="section" aria-labelledby="recordings">
      <h2 id="recordings" className="text-2xl">
        <Trans>Recordings</Trans>
      </h2>
      {recordings.length === 0 && (
        <ErrorState
          text={<SaidText said={failureOf(failure, t`The recordings could not be loaded.`)} />}
          onRetry={() => void read()}
        />
      )}
      <ul className="mt-4 grid gap-6 empty:hidden">
        {recordings.map((recording) => (
          <li key={recording._id} className="grid gap-3">
            <RecordingRow
              recording={recording}
              draft={
                <DraftButton
                  recording={recording}
                  lectureId={lectureId}
                  hasVideo={hasVideo}
                  Captions={Captions}
                  use={(captions) => use(recording._id, captions)}
                  onUsed={onUsed}
                />
              }
              onDraft={async () => {
                const chapters = await draftChapters(recording._id)
                if (chapters) onChapters(chapters)
              }}
              onChange={(what) => change(recording._id, what)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type RowProps = {
  recording: Recording
  /** What makes the draft the video of the lecture. */
  draft: Slot
  onDraft: () => Promise<void>
  onChange: (what: RecordingChange) => Promise<unknown>
}

function RecordingRow({ recording, draft, onDraft, onChange }: RowProps) {
  const { t } = useLingui()
  const { formatLength } = useFormats()
  const formatBytes = useFormatBytes()
  const [busy, setBusy] = useState<RecordingChange | 'draft' | null>(null)
  const [confirming, setConfirming] = useState(false)
  const { _id, state, percent, problem, startedAt, stoppedBy, seconds, bytes, usedAt, deletesAt } = recording
  const isDraft = state === 'ready' && usedAt === null
  const stopped = stoppedBy === null ? null : stops[stoppedBy]

  async function run(what: RecordingChange) {
    setConfirming(false)
    setBusy(what)
    await onChange(what)
    setBusy(null)
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-sans text-base font-semibold">
          <ReaderTime iso={startedAt} look="dateTime" />
        </h3>
        {state === 'recording' && (
          <Badge tone="danger" dot>
            <Trans>Recording</Trans>
          </Badge>
        )}
        {isDraft && (
          <Badge tone="primary" icon={<Video aria-hidden="true" />}>
            <Trans>Draft</Trans>
          </Badge>
        )}
        {state === 'ready' && usedAt !== null && (
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
            <Trans>Used as the lecture's video</Trans>
          </Badge>
        )}
        {state === 'failed' && (
          <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
            <Trans>No video</Trans>
          </Badge>
        )}
        {state === 'deleted' && (
          <Badge>
            <Trans>Deleted</Trans>
          </Badge>
        )}
        {state === 'ready' && seconds !== null && bytes !== null && (
          <span className="tabular text-sm text-muted">
            {`${formatLength(Math.round(seconds))} · ${formatBytes(bytes)}`}
          </span>
        )}
      </div>
      {stopped && <p className="text-sm text-muted">{t(stopped)}</p>}
      {state === 'mixing' && <Progress label={t`Making the video`} value={percent} announced className="max-w-80" />}
      {problem !== null && (
        <p className="text-danger">{state === 'mixing' ? t`${problem} It is tried again.` : problem}</p>
      )}
      {state === 'ready' && (
        // biome-ignore lint/a11y/useMediaCaption: captions are made once the lecture uses it
        <video
          src={recordingPath(_id)}
          aria-label={t`Video of the recording`}
          controls
          playsInline
          preload="none"
          className="aspect-video w-full max-w-2xl rounded-md bg-night"
        />
      )}
      {state === 'ready' && deletesAt !== null && (
        <p className="text-sm text-muted">
          {usedAt === null ? (
            <span>
              <Trans>
                Only you see it. It is deleted on <ReaderTime iso={deletesAt} look="date" /> unless you use it.
              </Trans>
            </span>
          ) : (
            <span>
              <Trans>The lecture keeps its video when you delete the recording.</Trans>
            </span>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {state === 'ready' && draft}
        {state === 'ready' && usedAt !== null && (
          <Button
            variant="secondary"
            busy={busy === 'draft'}
            icon={<ListOrdered aria-hidden="true" className="size-4" />}
            onClick={() => {
              setBusy('draft')
              void onDraft().then(() => setBusy(null))
            }}
          >
            <Trans>Draft chapters from the chat</Trans>
          </Button>
        )}
        {state === 'failed' && (
          <Button
            variant="secondary"
            busy={busy === 'retry'}
            icon={<RotateCcw aria-hidden="true" className="size-4" />}
            onClick={() => void run('retry')}
          >
            <Trans>Try again</Trans>
          </Button>
        )}
        {state !== 'recording' && state !== 'deleted' && (
          <Button
            variant="ghost"
            busy={busy === 'remove'}
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            onClick={() => setConfirming(true)}
          >
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t`Delete this recording?`}
        text={t`The recording of each speaker and the draft are deleted for good.`}
        confirmLabel={t`Delete`}
        danger
        onConfirm={() => void run('remove')}
      />
    </>
  )
}
