import { type EntryNeed, maxQuizAttempts } from '@virtual-courses/contract'

/** What a student does with an entry of the curriculum: a lecture without a video is read, whatever else it has. */
export const needOf = ({ kind, videoId }: { kind: string; videoId: string | null }): EntryNeed =>
  kind === 'quiz' || kind === 'assignment' ? kind : videoId === null ? 'text' : 'video'

/** Returns how many attempts a student has at a quiz, with what they have beside the others; more than these are never kept. */
export const attemptsAllowed = (allowed: number | null, extra: { attempts: number }): number | null =>
  allowed === null ? null : Math.min(maxQuizAttempts, allowed + extra.attempts)

/** Whether a student has used all attempts at a quiz. */
export const areAttemptsUsed = (used: number, allowed: number | null): boolean => used >= (allowed ?? maxQuizAttempts)
