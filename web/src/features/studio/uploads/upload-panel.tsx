import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { percentOf, secondsLeft, type UploadPace, type UploadState } from '#lib/forms/use-upload.ts'
import { formatsOf } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { formatBytes } from '#ui/format-bytes.ts'
import { Progress } from '#ui/progress.tsx'

export const connectionLost = msg`The connection is lost. It goes on by itself when it is back.`

/** Describes the pace of an upload as far as it is known: "12 MB of 340 MB · 3.2 MB/s · 2 min left". */
export function describePace(pace: UploadPace, i18n: I18n): string {
  const bytes = (count: number) => formatBytes(count, i18n)
  const { formatLength } = formatsOf(i18n)
  const [sent, total] = [bytes(pace.sent), bytes(pace.total)]
  if (pace.speed === null) return i18n._(msg`${sent} of ${total}`)
  const speed = bytes(Math.round(pace.speed))
  const seconds = secondsLeft(pace)
  if (seconds === null) return i18n._(msg`${sent} of ${total} · ${speed}/s`)
  // rounded in steps, so that the time does not flicker
  const left = formatLength(seconds < 60 ? Math.max(1, Math.ceil(seconds / 5) * 5) : seconds)
  return i18n._(msg`${sent} of ${total} · ${speed}/s · ${left} left`)
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
  const { t, i18n } = useLingui()
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
          <Trans>Cancel upload</Trans>
        </Button>
      </div>
      <Progress
        className="mt-4"
        label={note ?? (storing ? t`Checking and storing the file` : describePace(state.pace, i18n))}
        value={storing ? null : percentOf(state.pace)}
      />
    </div>
  )
}
