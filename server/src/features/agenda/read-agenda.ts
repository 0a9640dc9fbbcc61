import { agendaDays, type api, mostCoursesNext, type ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { listEnrolled } from '../learning/index.ts'
import { findDates, findEntries } from './queries.ts'

const dayMs = 24 * 3600 * 1000
/** A session stays in the list for so long after its planned begin, in milliseconds: its educator may be late. */
const lateMs = 2 * 3600 * 1000

/** Returns what a user does next: the dates of the coming days, and where they go on in courses that they have not completed, last seen first. */
export async function readAgenda(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  viewer: CurrentUser,
  say: Say,
): Promise<ReplyOf<typeof api.agenda.read>> {
  const now = clock.now().getTime()
  const [dates, { courses }] = await Promise.all([
    findDates(db, viewer.id, { from: new Date(now - lateMs), until: new Date(now + agendaDays * dayMs) }),
    listEnrolled({ db }, viewer.id, { limit: mostCoursesNext }, say),
  ])
  const unfinished = courses.filter(({ completion }) => completion.completedAt === null)
  const ids = unfinished.flatMap(({ progress }) => progress.continueLectureId ?? [])
  const entries = new Map((await findEntries(db, ids)).map((row) => [row.lecture_id, row]))
  return {
    dates: dates.map((row) => ({
      ...presentPlace(row),
      kind: row.kind,
      at: row.at.toISOString(),
      isLive: row.is_live,
    })),
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
