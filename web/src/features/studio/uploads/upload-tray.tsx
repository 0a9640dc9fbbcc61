import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronDown, Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { percentOf } from '#lib/forms/use-upload.ts'
import { cx } from '#ui/cx.ts'
import type { QueuedVideo, Uploads } from './upload-queue.ts'
import { uploadQueue } from './upload-queue.ts'
import { QueuedRow, UnfinishedRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

const isOpen = ({ status }: QueuedVideo): boolean => status === 'waiting' || status === 'running'
/** What is announced: it changes when an upload begins, ends or waits, not with its progress. */
function headingOf({ videos, unfinished }: Uploads): MessageDescriptor {
  const open = videos.filter(isOpen)
  const [uploading, waiting] = [open.length, unfinished.length]
  const failed = videos.filter(({ status }) => status === 'failed').length
  const paused = videos.filter(({ status }) => status === 'paused').length
  if (open.length > 0 && open.some(({ offline }) => offline)) return msg`Uploads wait for the connection`
  if (open.length > 0)
    return msg`${plural(uploading, { one: '# video is uploading', other: '# videos are uploading' })}`
  if (failed > 0) return msg`${plural(failed, { one: '# upload failed', other: '# uploads failed' })}`
  if (paused > 0) return msg`${plural(paused, { one: '# upload is paused', other: '# uploads are paused' })}`
  if (waiting > 0) return msg`${plural(waiting, { one: '# upload to finish', other: '# uploads to finish' })}`
  return msg`Uploads are complete`
}

/** Percentage over all videos that are being sent; null when none is. */
function totalOf(videos: readonly QueuedVideo[]): number | null {
  const open = videos.filter(isOpen)
  if (open.length === 0) return null
  const sentOf = ({ state, file }: QueuedVideo) =>
    state.phase === 'storing' ? file.size : state.phase === 'sending' ? state.pace.sent : 0
  const sent = open.reduce((sum, video) => sum + sentOf(video), 0)
  return percentOf({ sent, total: open.reduce((sum, { file }) => sum + file.size, 0) })
}

/**
 * The educator's uploads at the lower edge of every page: one line until it is opened. Uploads go on while its owner works
 * elsewhere; those that a reload or a closed browser has interrupted wait here for their files.
 */
export function UploadTray({ userId }: { userId: string }) {
  const { t } = useLingui()
  const uploads = useUploads()
  const [unfolded, setUnfolded] = useState(false)
  const heading = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => void uploadQueue.open(userId), [userId])
  const { videos, unfinished } = uploads
  const total = totalOf(videos)
  const empty = videos.length + unfinished.length === 0
  const keepFocus = () => heading.current?.focus()
  return (
    <section aria-label={t`Upload tray`} className={cx(empty && 'sr-only')}>
      <p role="status" className="sr-only">
        {empty ? '' : t(headingOf(uploads))}
      </p>
      {!empty && (
        <div className="border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]">
          <button
            ref={heading}
            type="button"
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
            className="shell flex min-h-12 items-center gap-3 text-start font-semibold hover:bg-tint"
          >
            <Upload aria-hidden="true" className="size-5 shrink-0 text-link" />
            <span className="min-w-0 flex-1 truncate">{t(headingOf(uploads))}</span>
            {total !== null && <span className="tabular shrink-0 text-sm text-muted">{`${total} %`}</span>}
            <ChevronDown
              aria-hidden="true"
              className={cx('size-5 shrink-0 text-muted transition-transform', !unfolded && 'rotate-180')}
            />
          </button>
          <div id={id} hidden={!unfolded} className="max-h-[min(24rem,50dvh)] overflow-y-auto border-t border-line">
            <ul className="shell divide-y divide-line [&>li]:px-0">
              {videos.map((video) => (
                <QueuedRow key={video.key} video={video} onRemove={keepFocus} />
              ))}
              {unfinished.map((upload) => (
                <UnfinishedRow key={upload._id} upload={upload} onRemove={keepFocus} />
              ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}
