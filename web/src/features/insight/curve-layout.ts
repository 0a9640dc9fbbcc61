import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LectureInsight, LectureWatching } from '@virtual-courses/contract'
import { formatClock } from '#lib/text/format.ts'

/** Size of the drawing; it is stretched to the width of its box. */
export const drawing = { width: 1000, height: 240 }

type Curves = Pick<LectureInsight, 'retention' | 'again' | 'slotSeconds'>

/** Shares with their lines, from the top. */
export const gridLines: readonly number[] = [1, 0.75, 0.5, 0.25, 0]

const rounded = (value: number): number => Math.round(value * 10) / 10

/** The path of a curve, one step for each slot, and the same closed at the bottom. */
export function pathOf(values: readonly number[]): { line: string; area: string } {
  const { width, height } = drawing
  const x = (slot: number) => rounded((slot / Math.max(1, values.length)) * width)
  const y = (value: number) => rounded(height - Math.min(value, 1) * height)
  const line = values
    .map((value, slot) => `${slot === 0 ? 'M' : 'L'}${x(slot)} ${y(value)}L${x(slot + 1)} ${y(value)}`)
    .join('')
  return { line, area: values.length === 0 ? '' : `${line}L${width} ${height}L0 ${height}Z` }
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** What the curves say about a slot. */
export function readSlot(
  { retention, again, slotSeconds }: Curves,
  slot: number,
): { at: string; text: MessageDescriptor } {
  const seen = percent(retention[slot] ?? 0)
  const more = percent(again[slot] ?? 0)
  return { at: formatClock(slot * slotSeconds), text: msg`${seen} of the viewers saw this, ${more} more than once` }
}

/** About twenty slots, evenly spread, for the table of a curve. */
export function tableSlots({ retention }: Pick<Curves, 'retention'>): number[] {
  const step = Math.max(1, Math.ceil(retention.length / 20))
  return retention.flatMap((_, slot) => (slot % step === 0 ? [slot] : []))
}

export type SortKey = 'order' | 'title' | 'length' | 'viewers' | 'watched' | 'end'
export type Sort = { key: SortKey; descending: boolean }

const valueOfRow: Readonly<Record<Exclude<SortKey, 'order' | 'title'>, (row: LectureWatching) => number>> = {
  length: (row) => row.durationSeconds ?? -1,
  viewers: (row) => row.viewers,
  watched: (row) => row.watchedShare,
  end: (row) => row.endShare,
}

/** Lectures in another order; those without numbers are last. */
export function sortLectures(lectures: readonly LectureWatching[], { key, descending }: Sort): LectureWatching[] {
  const sign = descending ? -1 : 1
  if (key === 'order') return descending ? lectures.toReversed() : [...lectures]
  if (key === 'title') return lectures.toSorted((a, b) => sign * a.lectureTitle.localeCompare(b.lectureTitle))
  const isMissing = (row: LectureWatching) => (key === 'length' ? row.durationSeconds === null : row.state !== 'shown')
  return lectures.toSorted(
    (a, b) => Number(isMissing(a)) - Number(isMissing(b)) || sign * (valueOfRow[key](a) - valueOfRow[key](b)),
  )
}
