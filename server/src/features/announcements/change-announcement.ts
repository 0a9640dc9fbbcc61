import type { Announcement, api, BodyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { announcementChanged, announcementRemoved } from './jobs.ts'
import { presentOwn, versionIn } from './present.ts'
import { type AnnouncementRow, changeAnnouncement, lockAnnouncement } from './queries.ts'
import { endReports } from './report-queries.ts'
import { findAnnouncementSubject } from './sending-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Changes an announcement to an own course. Throws not_found, changed_elsewhere, rate_limited. */
export async function editAnnouncement(
  { db, clock, limits }: Deps,
  educator: CurrentUser,
  announcementId: string,
  { title, text, version }: BodyOf<typeof api.announcements.edit>,
): Promise<Announcement> {
  await limits.courseEdits.consume(educator.id)
  return transact(db, async (tx) => {
    const before = await lockAnnouncement(tx, announcementId, educator.id)
    if (!before) throw new DomainError('not_found')
    requireVersion(version, versionIn(before))
    if (versionIn(before) === versionIn({ title, text })) return presentOwn(before)
    if (before.title !== title) tx.enqueue(announcementChanged, { announcementId })
    return presentOwn(await changeAnnouncement(tx, announcementId, { title, text, edited_at: clock.now() }))
  })
}

/** Takes the words of a locked announcement, and the notifications of it; its reports close. */
async function removeLocked(tx: Tx, { id }: Pick<AnnouncementRow, 'id'>, now: Date): Promise<void> {
  await endReports(tx, id, now)
  await changeAnnouncement(tx, id, { title: '', text: '', deleted_at: now })
  tx.enqueue(announcementChanged, { announcementId: id })
}

/** Deletes an announcement to an own course. Throws not_found, rate_limited. */
export async function removeAnnouncement(
  { db, clock, limits }: Deps,
  educator: CurrentUser,
  announcementId: string,
): Promise<void> {
  await limits.courseEdits.consume(educator.id)
  await transact(db, async (tx) => {
    const row = await lockAnnouncement(tx, announcementId, educator.id)
    if (!row) throw new DomainError('not_found')
    await removeLocked(tx, row, clock.now())
  })
}

/** Deletes an announcement as an admin and has its educator notified of the reason. Returns its title and course. Throws not_found. */
export async function removeAnnouncementByAdmin(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  announcementId: string,
  reason: string,
): Promise<{ courseId: string; course: string; title: string }> {
  const row = await lockAnnouncement(tx, announcementId)
  if (!row) throw new DomainError('not_found')
  await removeLocked(tx, row, clock.now())
  tx.enqueue(announcementRemoved, { announcementId, title: row.title, reason })
  const removed = await findAnnouncementSubject(tx, announcementId, 'deleted')
  return { courseId: row.course_id, course: removed?.course ?? '', title: row.title }
}
