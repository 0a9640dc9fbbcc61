import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { percentOf, secondsLeft, type UploadPace, type UploadState } from '#lib/forms/use-upload.ts'
import { formatsOf } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { formatBytes } from '#ui/format-bytes.ts'
import { Progress } from '#ui/progress.tsx'

/** Describes the pace of an upload as far as it is known: "12 MB of 340 MB · 3.2 MB/s · 2 min left". */
export function describePace(pace: UploadPace, i18n: I18n): string {
  const bytes = (count: number) => formatBytes(count, i18n)
  const { formatLength } = formatsOf(i18n)
  const parts = [`${bytes(pace.sent)} of ${bytes(pace.total)}`]
  const left = secondsLeft(pace)
  if (pace.speed !== null) parts.push(`${bytes(Math.round(pace.speed))}/s`)
  // rounded in steps, so that the time does not flicker
  if (left !== null) parts.push(`${formatLength(left < 60 ? Math.max(1, Math.ceil(left / 5) * 5) : left)} left`)
  return parts.join(' · ')
}

type Props = {
  state: UploadState
  /** Text during the upload, for example "Uploading video... Please wait.". */
  label: string
  fileName: string
  /** Replaces the progress while nothing is sent. */
  note?: string | undefined
  onStop: () => void
}

/** Progress of an upload. The label is announced once; the numbers change too often to be read out. */
export function UploadPanel({ state, label, fileName, note, onStop }: Props) {
  const { i18n } = useLingui()
  if (state.phase === 'idle') return null
  const storing = state.phase === 'storing'
  return (
    <div className="animate-rise rounded-md border border-line bg-tint p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <p role="status" className="font-semibold">
            {label}
          </p>
          <p {...writtenIn()} className="truncate text-sm text-muted">
            {fileName}
          </p>
        </div>
        <Button variant="secondary" size="sm" onClick={onStop}>
          Cancel upload
        </Button>
      </div>
      <Progress
        className="mt-4"
        label={note ?? (storing ? 'Checking and storing the file' : describePace(state.pace, i18n))}
        value={storing ? null : percentOf(state.pace)}
      />
    </div>
  )
}
