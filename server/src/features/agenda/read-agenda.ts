import {
  type AgendaDate,
  agendaDays,
  type api,
  mostCoursesNext,
  mostDates,
  type ReplyOf,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { listEnrolled } from '../learning/index.ts'
import { findDatedOpenings } from './dated-openings.ts'
import { findDates, findEntries } from './queries.ts'

const dayMs = 24 * 3600 * 1000
/** A session stays in the list for so long after its planned begin, in milliseconds: its educator may be late. */
const lateMs = 2 * 3600 * 1000

/** Returns what a user does next: the dates of the coming days, and where they go on in courses that they have not completed, last seen first. */
export async function readAgenda(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  say: Say,
): Promise<ReplyOf<typeof api.agenda.read>> {
  const { db } = deps
  const now = deps.clock.now()
  const until = new Date(now.getTime() + agendaDays * dayMs)
  const [dates, { courses }, { openings, closed }] = await Promise.all([
    findDates(db, viewer.id, { from: new Date(now.getTime() - lateMs), until }),
    listEnrolled(deps, viewer.id, { limit: mostCoursesNext }, say),
    findDatedOpenings(db, viewer.id, { now, until }),
  ])
  const unfinished = courses.filter(({ completion }) => completion.completedAt === null)
  // what is closed is no next thing
  const ids = unfinished.flatMap(({ progress: { continueLectureId: id } }) => (id === null || closed.has(id) ? [] : id))
  const entries = new Map((await findEntries(db, ids)).map((row) => [row.lecture_id, row]))
  // of what opens together in a course, the first is named
  const opens = openings.map(
    ({ at, first }): AgendaDate => ({ ...presentPlace(first), kind: 'opens', at: at.toISOString(), isLive: false }),
  )
  const fixed = dates.map(
    (row): AgendaDate => ({
      ...presentPlace(row),
      kind: row.kind,
      at: row.at.toISOString(),
      isLive: row.is_live,
    }),
  )
  return {
    dates: [...fixed, ...opens]
      .sort((a, b) => Number(b.isLive) - Number(a.isLive) || a.at.localeCompare(b.at))
      .slice(0, mostDates),
    next: ids.flatMap((id) => {
      const row = entries.get(id)
      return row ? [{ ...presentPlace(row), kind: row.kind }] : []
    }),
  }
}

type Place = { course_id: string; course_title: string; lecture_id: string; lecture_title: string }

const presentPlace = (row: Place) => ({
  courseId: row.course_id,
  courseTitle: row.course_title,
  lectureId: row.lecture_id,
  lectureTitle: row.lecture_title,
})
