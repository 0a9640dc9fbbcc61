import type { Mark } from '@virtual-courses/contract'

/** Returns the average of all entries that have marks, of 100 with one decimal; null without any. Each entry counts the same. */
export function percentOf(marks: readonly Pick<Mark, 'marks' | 'maxMarks'>[]): number | null {
  const shares = marks.flatMap(({ marks: points, maxMarks }) =>
    points === null || !maxMarks ? [] : [Math.max(0, points) / maxMarks],
  )
  if (shares.length === 0) return null
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 1000) / 10
}
