import type { UploadProgress } from './upload.ts'

/** State of an upload: bytes, milliseconds, and bytes a second, null until known. */
export type UploadPace = UploadProgress & { at: number; speed: number | null }

/** Seconds after which an old speed counts for about a third. */
const memory = 4
/** Below this many milliseconds two readings say nothing about speed. */
const shortest = 200

/**
 * The pace after a new reading at `now` (milliseconds). The speed is smoothed, weighed by the time that a reading covers, so
 * that it neither jumps with every packet nor lags behind a slower connection.
 */
export function paceAfter(before: UploadPace, progress: UploadProgress, now: number): UploadPace {
  const milliseconds = now - before.at
  if (milliseconds < shortest && progress.sent < progress.total) return before
  const seconds = Math.max(milliseconds, 1) / 1000
  const current = Math.max(0, progress.sent - before.sent) / seconds
  const weight = 1 - Math.exp(-seconds / memory)
  const speed = before.speed === null ? current : before.speed + weight * (current - before.speed)
  return { ...progress, at: now, speed }
}

/** Returns the seconds until everything is sent; null while unknown. */
export function secondsLeft({ sent, total, speed }: UploadPace): number | null {
  if (speed === null || speed < 1) return null
  return (total - sent) / speed
}

/** 0 to 100, rounded down: 100 means that everything has left. */
export const percentOf = ({ sent, total }: UploadProgress): number =>
  total > 0 ? Math.floor((100 * Math.min(sent, total)) / total) : 0
