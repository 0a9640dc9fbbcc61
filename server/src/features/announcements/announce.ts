import { msg } from '@lingui/core/runtime-macro'
import { type Announcement, announcementsInWeek, type api, type BodyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { announcementMade } from './jobs.ts'
import { presentOwn } from './present.ts'
import { countStudents, findByKey, findNewestTimes, insertAnnouncement, lockOwnCourse } from './queries.ts'
import { nextAnnouncementAt } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Announces something to the students of an own course; a repetition returns the first one. Throws not_found, rate_limited. */
export async function announce(
  { db, clock, limits }: Deps,
  educator: CurrentUser,
  courseId: string,
  { key, title, text }: BodyOf<typeof api.announcements.make>,
): Promise<Announcement> {
  await limits.courseEdits.consume(educator.id)
  return transact(db, async (tx) => {
    if (!(await lockOwnCourse(tx, courseId, educator.id))) throw new DomainError('not_found')
    const known = await findByKey(tx, courseId, key)
    if (known?.deleted_at) throw new DomainError('not_found')
    if (known) return presentOwn(known)
    const now = clock.now()
    const nextAt = nextAnnouncementAt(await findNewestTimes(tx, courseId), now)
    if (nextAt)
      throw new DomainError('rate_limited', {
        retryAfterSeconds: Math.ceil((nextAt.getTime() - now.getTime()) / 1000),
        message: msg`Students of a course get at most ${{ most: announcementsInWeek }} announcements in seven days. Please send this one later.`,
      })
    const students = await countStudents(tx, courseId, now)
    const given = { id: newId(), course_id: courseId, request_key: key, title, text, created_at: now, students }
    const row = await insertAnnouncement(tx, given)
    tx.enqueue(announcementMade, { announcementId: row.id })
    return presentOwn(row)
  })
}
