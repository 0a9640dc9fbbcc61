import { msg } from '@lingui/core/runtime-macro'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import { findOpenSession, isRemoved, type SessionRow, shareSession } from '../queries.ts'
import { requireAttendance, requireOpenTo } from '../room/attendance.ts'
import { findParticipantOf } from '../room/participant-queries.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'config'>

/** A participant of an open session; `isHost` for its educator and co-hosts. */
export type InRoom = { roomId: string; lectureId: string; isHost: boolean }

/**
 * Returns the open session of a lecture in whose room the user is. Throws not_found, not_enrolled_live, not_open_yet, live_not_on,
 * live_removed, not_in_room.
 */
export const requireInRoom = (deps: Deps, on: Executor, lectureId: string, viewer: CurrentUser): Promise<InRoom> =>
  findInRoom(deps, on, { lectureId, viewer, find: (id) => findOpenSession(on, id) })

/** The same for a change: the session does not end, and no role changes, before the transaction does. */
export const lockInRoom = (deps: Deps, tx: Tx, lectureId: string, viewer: CurrentUser): Promise<InRoom> =>
  findInRoom(deps, tx, {
    lectureId,
    viewer,
    async find(id) {
      const open = await findOpenSession(tx, id)
      const session = open && (await shareSession(tx, open.id))
      return session?.ended_at === null ? session : undefined
    },
  })

type Asked = {
  lectureId: string
  viewer: CurrentUser
  find: (lectureId: string) => Promise<SessionRow | undefined>
}

async function findInRoom(deps: Deps, on: Executor, { lectureId, viewer, find }: Asked): Promise<InRoom> {
  const attended = await requireAttendance(on, lectureId, viewer)
  await requireOpenTo(on, attended, viewer, deps)
  const session = await find(lectureId)
  if (!session) throw new DomainError('live_not_on')
  if (await isRemoved(on, session.id, viewer.id)) throw new DomainError('live_removed')
  const participant = await findParticipantOf(on, session.id, viewer.id)
  if (!participant?.admitted) throw new DomainError('not_in_room')
  return { roomId: session.id, lectureId, isHost: attended.as === 'owner' || participant.role === 'cohost' }
}

/** The same for a change by a host. Throws `forbidden` to others. */
export async function requireHost(deps: Deps, tx: Tx, lectureId: string, viewer: CurrentUser): Promise<InRoom> {
  const inRoom = await lockInRoom(deps, tx, lectureId, viewer)
  if (!inRoom.isHost) throw new DomainError('forbidden', msg`Only a host of this session can do this`)
  return inRoom
}
