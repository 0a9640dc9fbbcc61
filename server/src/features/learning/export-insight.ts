import { msg } from '@lingui/core/runtime-macro'
import { slugOf } from '@virtual-courses/contract'
import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { getCourseInsight, presentLectureInsight } from './get-insight.ts'
import { findCurves, findOwnWatching } from './insight-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

/** A file of a table for spreadsheets. */
type Table = { name: string; text: string }

const percent = (share: number): number => Math.round(share * 1000) / 10

/** A time of a video, such as 1:02:03. */
function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const listPlaces = (places: readonly { from: number; to: number; share: number }[], say: Say): string =>
  places
    .map(({ from, to, share }) =>
      say(msg`${{ from: clock(from) }} to ${{ to: clock(to) }} (${{ share: String(percent(share)) }} %)`),
    )
    .join('; ')

const firstColumns = [msg`Number`, msg`Lecture`, msg`Length (s)`, msg`Viewers`]
const ofAll = [
  msg`Students`,
  msg`Completed`,
  msg`Completed (%)`,
  msg`Median watched (s)`,
  msg`Median time to complete (s)`,
]
const ofOne = [msg`Watched on average (%)`, msg`Saw the end (%)`, msg`Where viewers leave`, msg`What they watch again`]
const curveColumns = [
  msg`From (s)`,
  msg`To (s)`,
  msg`Saw it (%)`,
  msg`Saw it again (%)`,
  msg`Viewers leave (%)`,
  msg`Watched again (%)`,
]

const lostAt = ({ lost, ...place }: { from: number; to: number; lost: number }) => ({ ...place, share: lost })

/** A file name of titles, in any script. */
const fileName = (...titles: readonly string[]): string =>
  `${titles.map(slugOf).filter(Boolean).join('-') || 'course'}-insight.csv`

/**
 * Returns what students watched of the owner's course as CSV: a row of the whole course, and one for each lecture. Throws not_found,
 * rate_limited.
 */
export async function exportCourseInsight(deps: Deps, courseId: string, ownerId: string, say: Say): Promise<Table> {
  const course = await getCourseInsight(deps, courseId, ownerId)
  await deps.limits.exports.consume(ownerId)
  const header = [...firstColumns, ...ofAll, ...ofOne].map(say)
  const blank = (cells: readonly unknown[]) => cells.map(() => '')
  const { students, viewers, completed, medianSeconds, medianCompletionSeconds } = course
  const share = students === 0 ? '' : percent(Math.min(1, completed / Math.max(students, viewers)))
  const all = [students, completed, share, medianSeconds ?? '', medianCompletionSeconds ?? '']
  const rows = (await findCurves(deps.db, courseId)).map(presentLectureInsight).map((one, index) => {
    const places = [listPlaces(one.dropOffs.map(lostAt), say), listPlaces(one.rewatched, say)]
    const numbers = [percent(one.watchedShare), percent(one.endShare), ...places]
    const [count, shown] = one.state === 'shown' ? [one.viewers, numbers] : ['', blank(ofOne)]
    return [index + 1, one.lectureTitle, one.durationSeconds ?? '', count, ...blank(ofAll), ...shown]
  })
  const text = csvOf([header, ['', say(msg`All lectures`), '', viewers, ...all, ...blank(ofOne)], ...rows], {
    bom: true,
  })
  return { name: fileName(course.title), text }
}

/** Returns the curves of a lecture of the owner as CSV, with the places that stand out. Throws not_found, rate_limited. */
export async function exportLectureInsight(deps: Deps, lectureId: string, ownerId: string, say: Say): Promise<Table> {
  const row = await findOwnWatching(deps.db, lectureId, ownerId)
  if (!row) throw new DomainError('not_found')
  await deps.limits.exports.consume(ownerId)
  const { slotSeconds, durationSeconds, retention, again, dropOffs, rewatched } = presentLectureInsight(row)
  const rows = retention.map((share, slot) => {
    const from = slot * slotSeconds
    const at = (places: readonly { from: number; to: number; share: number }[]) => {
      const place = places.find((one) => one.from <= from && from < one.to)
      return place ? percent(place.share) : ''
    }
    const to = Math.min(durationSeconds ?? 0, from + slotSeconds)
    return [from, to, percent(share), percent(again[slot] ?? 0), at(dropOffs.map(lostAt)), at(rewatched)]
  })
  return { name: fileName(row.course_title, row.title), text: csvOf([curveColumns.map(say), ...rows], { bom: true }) }
}
