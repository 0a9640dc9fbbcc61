import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Chapter } from '@virtual-courses/contract'
import { readTime } from '#lib/text/time-text.ts'

/** A chapter as it is typed. */
export type ChapterRow = { id: number; start: string; title: string }

type RowErrors = { start?: MessageDescriptor; title?: MessageDescriptor }

/** Reads chapters as they were typed. Without `chapters`, `errors` says of each row what has to be changed. */
export function readChapters(
  rows: readonly ChapterRow[],
  durationSeconds: number | null,
): { chapters: Chapter[] | null; errors: RowErrors[] } {
  const read = rows.map(({ start, title }) => {
    const ms = readTime(start)
    return { start: ms === null ? null : Math.floor(ms / 1000), title: title.trim() }
  })
  const errors = read.map(({ start, title }, index): RowErrors => {
    const before = read[index - 1]?.start ?? null
    const wrongStart =
      start === null
        ? msg`Write a time such as 1:30`
        : index === 0 && start !== 0
          ? msg`The first chapter starts at 0:00`
          : before !== null && start <= before
            ? msg`Later than the one before`
            : start > 0 && durationSeconds !== null && start >= durationSeconds
              ? msg`Before the end of the video`
              : undefined
    return { ...(wrongStart && { start: wrongStart }), ...(title === '' && { title: msg`Give it a title` }) }
  })
  const wrong = errors.some(({ start, title }) => start !== undefined || title !== undefined)
  return { chapters: wrong ? null : read.map(({ start, title }) => ({ start: start ?? 0, title })), errors }
}
