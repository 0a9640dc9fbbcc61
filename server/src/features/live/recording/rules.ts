import { type Chapter, maxChapters, maxChapterTitle, type SiteSettings } from '@virtual-courses/contract'

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
export const leastFree = 2e9

type Space = { bytes: number; free: number }

/** Bytes that may still be written of streams: by the space that the site gives them, and by what their disk has. Less than 0 when it is over. */
export const spaceLeft = ({ bytes, free }: Space, { recordingGb }: Pick<SiteSettings, 'recordingGb'>): number =>
  Math.min(recordingGb * 1e9 - bytes, free - leastFree)

/** What ends recordings first: the space that the site gives them, or their disk. */
export const endsBy = (space: Space, settings: Pick<SiteSettings, 'recordingGb'>): 'disk' | 'settings' =>
  spaceLeft(space, settings) < settings.recordingGb * 1e9 - space.bytes ? 'disk' : 'settings'

/** Seconds between two chapters at least. */
const leastChapter = 30

/**
 * Drafts chapters from what hosts wrote in the chat, by the second of the video at which they did. What is too short for a title, or
 * only an address, is left out. Returns none without such a text.
 */
export function draftChapters(
  written: readonly { seconds: number; text: string }[],
  { beginning, length }: { beginning: string; length: number },
): Chapter[] {
  const chapters: Chapter[] = []
  for (const { seconds, text } of written) {
    const title = text.replaceAll(/\s+/g, ' ').trim()
    const start = Math.floor(seconds)
    const before = chapters.at(-1)
    if (start < 0 || start >= length || title.length < 3 || /^https?:\/\/\S+$/.test(title)) continue
    if (before && start < before.start + leastChapter) continue
    chapters.push({ start, title: title.slice(0, maxChapterTitle).trim() })
  }
  const [first] = chapters
  if (!first) return []
  if (first.start >= leastChapter) chapters.unshift({ start: 0, title: beginning })
  else first.start = 0
  return chapters.slice(0, maxChapters)
}
