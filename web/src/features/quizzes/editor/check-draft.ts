import {
  type BankQuestion,
  type EditedChecks,
  maxPromptShown,
  type QuizQuestion,
  type VideoCheck,
} from '@virtual-courses/contract'
import { formatClock } from '#lib/text/format.ts'
import { readTime } from '#lib/text/time-text.ts'

/** A question in a video with its second as it is typed. */
export type CheckDraft = Omit<VideoCheck, 'second'> & { time: string }

export const draftsOf = ({ checks }: EditedChecks): CheckDraft[] =>
  checks.map(({ questionId, second, maySkip, tries }) => ({ questionId, time: formatClock(second), maySkip, tries }))

/** The second of a draft; null for what is no time. */
export function secondOf({ time }: Pick<CheckDraft, 'time'>): number | null {
  const ms = readTime(time)
  return ms === null ? null : Math.floor(ms / 1000)
}

/** Returns drafts in the order of the video; null while one has no time. */
export function readDrafts(drafts: readonly CheckDraft[]): VideoCheck[] | null {
  const read = drafts.flatMap(({ time, ...rest }) => {
    const second = secondOf({ time })
    return second === null ? [] : [{ ...rest, second }]
  })
  return read.length === drafts.length ? read.toSorted((a, b) => a.second - b.second) : null
}

/** What a list names of a question. */
export const briefOf = ({ _id, question: { kind, prompt } }: BankQuestion): QuizQuestion => ({
  _id,
  kind,
  prompt: prompt.slice(0, maxPromptShown),
})
