import { formatLength } from '#lib/format.ts'
import { secondsLeft, type UploadPace } from '#lib/upload-pace.ts'
import { formatBytes } from '#ui/format-bytes.ts'

/** "12 MB of 340 MB · 3.2 MB/s · 2 min left", as far as it is known. */
export function describePace(pace: UploadPace): string {
  const parts = [`${formatBytes(pace.sent)} of ${formatBytes(pace.total)}`]
  const left = secondsLeft(pace)
  if (pace.speed !== null) parts.push(`${formatBytes(Math.round(pace.speed))}/s`)
  // a time is told in steps that do not flicker
  if (left !== null) parts.push(`${formatLength(left < 60 ? Math.max(1, Math.ceil(left / 5) * 5) : left)} left`)
  return parts.join(' · ')
}
