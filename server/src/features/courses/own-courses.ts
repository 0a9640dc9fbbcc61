import type { api, ReplyOf, TeachingSummary } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import { findLargest, findOwnCourses, findSessions, findTotals } from './own-course-queries.ts'
import { presentCard } from './present.ts'
import { rupeesOf } from './rules.ts'

/** Returns a page of an educator's courses that are not removed, newest first; with a text, those that have it in their titles. */
export async function listOwnCourses(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  query: PageQuery & { text?: string | undefined },
): Promise<ReplyOf<typeof api.courses.own>> {
  const { rows, next, previous } = await findOwnCourses(db, educatorId, query)
  return { courses: rows.map((row) => ({ ...presentCard(row), isPublished: row.is_published })), next, previous }
}

const shownCourses = 100
const shownSessions = 50

/** Returns what an educator's dashboard shows of all their courses. */
export async function summariseTeaching({ db }: Pick<FeatureDeps, 'db'>, educatorId: string): Promise<TeachingSummary> {
  const [totals, largest, sessions] = await Promise.all([
    findTotals(db, educatorId),
    findLargest(db, educatorId, shownCourses),
    findSessions(db, educatorId, shownSessions),
  ])
  const { earning_paise: earning = '0', ...counts } = totals ?? { courses: 0, published: 0, lectures: 0, enrolments: 0 }
  return {
    ...counts,
    earning: rupeesOf(Number(earning)),
    largest: largest.map((row) => ({
      _id: row.id,
      title: row.title,
      lectures: row.lecture_count,
      students: row.enrolment_count,
    })),
    sessions: sessions.map((row) => ({
      lectureId: row.id,
      title: row.title,
      courseId: row.course_id,
      courseTitle: row.course_title,
      startTime: row.live_start_time?.toISOString() ?? null,
      live: row.live,
    })),
  }
}
