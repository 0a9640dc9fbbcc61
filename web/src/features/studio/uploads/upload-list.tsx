import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { sortOut, videoTypes } from './upload-queue.ts'
import { QueuedRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

type PickerProps = {
  /** those that were picked before, and are kept */
  before?: readonly File[]
  /** Receives them with the new files that can be uploaded, in the order of their names. */
  onPick: (videos: File[]) => void
  children: ReactNode
  hint: string
  disabled?: boolean
}

/** Input for several videos at once, with drag and drop. Says which files cannot be used, and why. */
export function VideosPicker({ before = [], onPick, children, hint, disabled = false }: PickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [reasons, setReasons] = useState<readonly string[]>([])
  const more = reasons.length - 5
  const { t } = useLingui()

  function choose(files: readonly File[]) {
    if (files.length === 0) return
    const { videos, reasons: why } = sortOut(files, before)
    setReasons(why)
    if (videos.length > before.length) onPick(videos)
  }
  // files may have been chosen before hydration
  const acceptEarlyFiles = useEffectEvent(() => choose([...(input.current?.files ?? [])]))
  useEffect(() => acceptEarlyFiles(), [])
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) choose([...event.dataTransfer.files])
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; the input inside works without one */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'relative flex min-h-24 items-center gap-4 rounded-md border-[1.5px] border-dashed p-4 transition-colors',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          over ? 'border-primary bg-tint' : 'border-line-strong bg-surface hover:border-ink hover:bg-tint/50',
        )}
      >
        <span aria-hidden="true" className="grid size-12 shrink-0 place-items-center rounded-md bg-tint text-link">
          <Upload className="size-6" />
        </span>
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="font-semibold text-link underline underline-offset-4">
            {children}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        </div>
        <input
          id={id}
          ref={input}
          type="file"
          multiple
          accept={videoTypes}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
          onChange={({ target }) => choose([...(target.files ?? [])])}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      {reasons.length > 0 && (
        <ul role="alert" className="mt-2 grid gap-1 text-sm text-danger">
          {reasons.slice(0, 5).map((reason) => (
            <li key={reason} className="wrap-anywhere">
              {reason}
            </li>
          ))}
          {more > 0 && <li>{t`${plural(more, { one: 'and # more files', other: 'and # more files' })}`}</li>}
        </ul>
      )}
    </div>
  )
}

type Props = {
  courseId: string
  /** Called when a lecture was created or got its video: the course should be read again. */
  onChanged: () => void
}

/** The videos of a course that are being uploaded, or were since the page was opened; nothing when there are none. */
export function UploadList({ courseId, onChanged }: Props) {
  const { t } = useLingui()
  const videos = useUploads().videos.filter((one) => one.courseId === courseId)
  const open = videos.filter(({ status }) => status === 'waiting' || status === 'running').length
  const steps =
    videos.filter(({ lectureId }) => lectureId).length + videos.filter((one) => one.status === 'done').length
  const changed = useEffectEvent(onChanged)
  const before = useRef(steps)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (before.current === steps) return
    before.current = steps
    changed()
  }, [steps])
  if (videos.length === 0) return null
  return (
    <Card flush as="section" aria-label={t`Uploads`} className="overflow-hidden">
      {/* has the focus after the row that had it was removed */}
      <p ref={status} tabIndex={-1} role="status" className="border-b border-line bg-tint px-4 py-3 font-semibold">
        {open > 0
          ? videos.length > 1
            ? t`Uploading video... Please wait. ${open} of ${{ total: videos.length }} to go.`
            : t`Uploading video... Please wait.`
          : videos.some(({ status }) => status === 'failed')
            ? t`Not all videos were uploaded`
            : videos.some(({ status }) => status === 'paused')
              ? t`Paused`
              : t`All videos are uploaded`}
      </p>
      <ul className="divide-y divide-line">
        {videos.map((video) => (
          <QueuedRow key={video.key} video={video} onRemove={() => status.current?.focus()} />
        ))}
      </ul>
      {open > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
          <Trans>
            You can work on other pages meanwhile. When this tab is closed, choose the file again to go on: nothing is
            lost.
          </Trans>
        </p>
      )}
    </Card>
  )
}
