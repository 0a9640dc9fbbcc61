import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { CircleCheck, FileVideo, Pause, Play, X } from 'lucide-react'
import { useId, useState } from 'react'
import { percentOf } from '#lib/forms/use-upload.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { removeRow } from '#ui/double-tap.ts'
import { Progress } from '#ui/progress.tsx'
import { connectionLost, describePace } from './upload-panel.tsx'
import { type QueuedVideo, type UnfinishedUpload, uploadQueue, videoTypes } from './upload-queue.ts'

function statusOf({ status, state, reason, offline }: QueuedVideo): MessageDescriptor | string {
  if (offline) return connectionLost
  if (status === 'paused')
    return state.phase === 'sending' ? msg`Paused at ${{ percent: percentOf(state.pace) }} %` : msg`Paused`
  return { waiting: msg`Waiting`, running: msg`Preparing`, done: msg`Uploaded`, failed: reason }[status]
}

/** A video on its way, with what can be done about it. */
export function QueuedRow({ video, onRemove }: { video: QueuedVideo; onRemove: () => void }) {
  const { t, i18n } = useLingui()
  const { key, title, file, status, state, offline } = video
  const moving = status === 'running' && state.phase !== 'idle' && !offline
  const storing = moving && state.phase === 'storing'
  const text = statusOf(video)
  const said = typeof text === 'string' ? text : t(text)
  return (
    <li className="px-4 py-3">
      <div className="flex items-center gap-3">
        <span aria-hidden="true" className="shrink-0 text-muted [&_svg]:size-5">
          {status === 'done' ? <CircleCheck className="text-success" /> : <FileVideo />}
        </span>
        <div className="min-w-0 flex-1">
          <p {...writtenIn()} className="truncate font-medium" title={file.name}>
            {title}
          </p>
          {!moving && <p className={cx('text-sm', status === 'failed' ? 'text-danger' : 'text-muted')}>{said}</p>}
        </div>
        {status === 'failed' && (
          <Button size="sm" variant="secondary" onClick={() => uploadQueue.retry(key)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {(status === 'waiting' || (status === 'running' && !storing)) && (
          <IconButton label={t`Pause: ${{ title: isolate(title) }}`} onClick={() => uploadQueue.pause(key)}>
            <Pause />
          </IconButton>
        )}
        {status === 'paused' && (
          <IconButton label={t`Resume: ${{ title: isolate(title) }}`} onClick={() => uploadQueue.retry(key)}>
            <Play />
          </IconButton>
        )}
        {status !== 'done' && !storing && (
          <IconButton
            label={
              status === 'failed' ? t`Remove: ${{ title: isolate(title) }}` : t`Cancel: ${{ title: isolate(title) }}`
            }
            onClick={() =>
              removeRow(() => {
                onRemove()
                uploadQueue.remove(key)
              })
            }
          >
            <X />
          </IconButton>
        )}
      </div>
      {moving && (
        <Progress
          className="mt-2"
          label={state.phase === 'sending' ? describePace(state.pace, i18n) : t`Checking and storing the file`}
          value={state.phase === 'sending' ? percentOf(state.pace) : null}
        />
      )}
    </li>
  )
}

/** An earlier upload, which goes on when its file is chosen again. */
export function UnfinishedRow({ upload, onRemove }: { upload: UnfinishedUpload; onRemove: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const [picked, setPicked] = useState<string | null>(null)
  const { lectureTitle, fileName, state, problem, received, bytes } = upload
  const title = lectureTitle || fileName
  const isolated = isolate(title)
  const wrong = picked ?? upload.wrongFile
  const open = state === 'receiving' && upload.lectureId !== null
  const text =
    problem ??
    (state === 'checking'
      ? t`Everything has arrived and is being checked.`
      : open
        ? t`${{ percent: percentOf({ sent: received, total: bytes }) }} % has arrived. Choose “${{ file: isolate(fileName) }}” again to go on; nothing is lost.`
        : t`Its lecture was removed.`)
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-3">
        <span aria-hidden="true" className="mt-0.5 shrink-0 text-muted [&_svg]:size-5">
          <FileVideo />
        </span>
        <div className="min-w-0 flex-1">
          <p {...writtenIn()} className="truncate font-medium">
            {title}
          </p>
          <p className={cx('text-sm wrap-anywhere', problem ? 'text-danger' : 'text-muted')}>{text}</p>
          {open && (
            <div className="relative mt-2 inline-flex min-h-9 items-center rounded-md border border-line-strong px-3 text-sm font-semibold text-link has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
              <label htmlFor={id}>
                <Trans>
                  Choose the file<span className="sr-only">{` of ${isolated}`}</span>
                </Trans>
              </label>
              <input
                id={id}
                type="file"
                accept={videoTypes}
                aria-describedby={wrong ? `${id}-wrong` : undefined}
                className="absolute inset-0 cursor-pointer opacity-0"
                onChange={({ target }) => {
                  const [file] = target.files ?? []
                  if (file && !uploadQueue.resumeWith(upload, file)) setPicked(file.name)
                  target.value = ''
                }}
              />
            </div>
          )}
          {wrong && (
            <p id={`${id}-wrong`} role="alert" className="mt-1 text-sm text-danger wrap-anywhere">
              {t`“${{ file: isolate(wrong) }}” is not the file that this upload began with.`}
            </p>
          )}
        </div>
        {state !== 'checking' && (
          <IconButton
            label={open ? t`Cancel: ${{ title: isolate(title) }}` : t`Remove: ${{ title: isolate(title) }}`}
            onClick={() =>
              removeRow(() => {
                onRemove()
                uploadQueue.discard(upload)
              })
            }
          >
            <X />
          </IconButton>
        )}
      </div>
    </li>
  )
}
