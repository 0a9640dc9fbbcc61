import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { findOpenSession, holdLecture, insertSession, isRemoved } from './queries.ts'
import { refuseEntry } from './refuse-entry.ts'
import { requireAttendance } from './require-attendance.ts'

/**
 * The room of a session for who may enter it now. The first student who comes before the educator opens it. Throws not_found,
 * not_enrolled_live, live_too_early, live_not_on, live_removed.
 */
export async function openRoom(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  viewer: CurrentUser,
): Promise<string> {
  return transact(db, async (tx) => {
    await holdLecture(tx, lectureId)
    const now = clock.now()
    refuseEntry(await requireAttendance(tx, lectureId, viewer), now, config.TIME_ZONE)
    const session = await findOpenSession(tx, lectureId)
    if (session && (await isRemoved(tx, session.id, viewer.id))) throw new DomainError('live_removed')
    if (session) return session.id
    await insertSession(tx, { id: newId(), lecture_id: lectureId, created_at: now })
    const opened = await findOpenSession(tx, lectureId)
    if (!opened) throw new DomainError('live_not_on')
    return opened.id
  })
}
