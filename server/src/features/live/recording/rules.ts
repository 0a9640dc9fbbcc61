import type { SiteSettings } from '@virtual-courses/contract'

const dayMs = 24 * 3600 * 1000

type Kept = Pick<SiteSettings, 'recordingDraftDays'>
type Ended = { state: string; ended_at: Date | null; used_at: Date | null }

/** When the draft of a recording is deleted, so many days after it ended or was used; null while there is none. */
export function deletesAt({ state, ended_at, used_at }: Ended, { recordingDraftDays }: Kept): Date | null {
  if (ended_at === null || (state !== 'ready' && state !== 'failed')) return null
  const since = Math.max(ended_at.getTime(), used_at?.getTime() ?? 0)
  return new Date(since + recordingDraftDays * dayMs)
}

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)
export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3600 * 1000)

/** Bytes that must stay free on the disk of recordings. */
const leastFree = 2e9

/** Whether streams may be written: the space that the site gives them is not used up, and their disk has some. */
export const hasSpace = (
  { bytes, free }: { bytes: number; free: number },
  { recordingGb }: Pick<SiteSettings, 'recordingGb'>,
): boolean => bytes < recordingGb * 1e9 && free > leastFree
