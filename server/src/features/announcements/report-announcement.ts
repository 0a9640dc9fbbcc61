import type { api, BodyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { findPart, lockWriter } from '../questions/index.ts'
import { lockAnnouncement } from './queries.ts'
import { endReports, findCourseOf, storeReport } from './report-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/**
 * Reports an announcement to the admins. A second report of the same user changes nothing, unless the announcement was edited after an
 * admin kept it. Throws not_found for who does not read it, own_post, rate_limited.
 */
export async function reportAnnouncement(
  { db, clock, limits }: Deps,
  viewer: CurrentUser,
  announcementId: string,
  { reason, text }: BodyOf<typeof api.announcements.report>,
): Promise<void> {
  await limits.questionReports.consume(viewer.id)
  await transact(db, async (tx) => {
    if (!(await lockWriter(tx, viewer.id))) throw new DomainError('unauthenticated')
    const announcement = await lockAnnouncement(tx, announcementId)
    const part = announcement && (await findPart(tx, announcement.course_id, viewer))
    if (!part) throw new DomainError('not_found')
    if (part === 'educator') throw new DomainError('own_post')
    await storeReport(tx, announcement, { userId: viewer.id, reason, note: text, now: clock.now() })
  })
}

/** Closes the open reports of an announcement that stays. Returns their number, its course and title. Throws not_found. */
export async function closeAnnouncementReports(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  announcementId: string,
): Promise<{ closed: number; courseId: string; course: string; title: string }> {
  const row = await lockAnnouncement(tx, announcementId)
  if (!row) throw new DomainError('not_found')
  const closed = await endReports(tx, announcementId, clock.now())
  const { id, title } = await findCourseOf(tx, row)
  return { closed, courseId: id, course: title, title: row.title }
}
