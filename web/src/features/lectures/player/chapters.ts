import type { Chapter } from '@virtual-courses/contract'

/** The chapter that plays at a second; null before the first one or without any. */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): Chapter | null =>
  chapters.findLast(({ start }) => start <= seconds) ?? null

/** Where chapters begin on the seek bar, as shares of the length; not at its ends. */
export const marksOf = (chapters: readonly Chapter[], duration: number): number[] =>
  chapters.map(({ start }) => start / duration).filter((share) => share > 0 && share < 1)
