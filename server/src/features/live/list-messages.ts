import type { LiveMessage } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findMessages } from './message-queries.ts'
import { presentMessage } from './present.ts'
import { findOpenSession, isRemoved } from './queries.ts'
import { requireAttendance } from './require-attendance.ts'

/**
 * The newest messages of the open session of a lecture, or those before a known one; none without a session. Throws not_found,
 * not_enrolled_live, live_removed.
 */
export async function listMessages(
  { db }: Pick<FeatureDeps, 'db'>,
  lectureId: string,
  viewer: CurrentUser,
  before: string | undefined,
): Promise<{ messages: LiveMessage[]; more: boolean }> {
  await requireAttendance(db, lectureId, viewer)
  const session = await findOpenSession(db, lectureId)
  if (!session) return { messages: [], more: false }
  if (await isRemoved(db, session.id, viewer.id)) throw new DomainError('live_removed')
  const { rows, more } = await findMessages(db, session.id, before)
  return { messages: rows.map(presentMessage), more }
}
