import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { noteAttendance } from '../attendance/attendance-queries.ts'
import { lockSession, markEducatorSeen } from '../queries.ts'
import { isHost } from '../rules.ts'
import { keepFloor } from './keep-floor.ts'
import { deleteOwnParticipant, findMember, updateOwnParticipant, updateParticipant } from './participant-queries.ts'
import { slotGone, toRoom } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type OwnSlot = Slot & { socketId: string }

/** Gives up a socket's slot for good; a speaker who comes back within minutes is one again. Does nothing when the slot belongs to another socket by now. */
export async function leaveRoom({ db, clock }: Deps, slot: OwnSlot): Promise<void> {
  // not when the session's lock was free: no one attends who waits for that
  const now = clock.now()
  await transact(db, async (tx) => {
    await lockSession(tx, slot.roomId)
    await noteAttendance(tx, { owned: [slot] }, now)
    const gone = await deleteOwnParticipant(tx, slot)
    if (!gone) return
    await keepFloor(tx, gone, now)
    if (slot.isEducator) await markEducatorSeen(tx, slot.roomId, now)
    tx.publish(toRoom(slotGone(slot.roomId, slot.peerId, gone)))
  })
}

/** Marks a socket's slot as disconnected and keeps it for `slotKeptSeconds`, so that the user can come back to it. */
export async function keepSlot({ db, clock }: Deps, slot: OwnSlot): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    await lockSession(tx, slot.roomId)
    await noteAttendance(tx, { owned: [slot] }, now)
    if (!(await updateOwnParticipant(tx, slot, { connected: false, seen_at: now }))) return
    if (slot.isEducator) await markEducatorSeen(tx, slot.roomId, now)
    tx.publish(toRoom({ kind: 'people', room: slot.roomId }))
  })
}

export type ParticipantState = {
  audio?: boolean | undefined
  video?: boolean | undefined
  screen?: boolean | undefined
  handRaised?: boolean | undefined
}

/**
 * Changes what a participant has switched on. Hosts alone share a screen; a listener sends nothing, whatever their browser says. Throws
 * forbidden, not_in_room.
 */
export async function setState(
  { db }: Pick<FeatureDeps, 'db'>,
  slot: OwnSlot,
  { audio, video, screen, handRaised }: ParticipantState,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockSession(tx, slot.roomId)
    const me = await findMember(tx, slot.roomId, slot.peerId)
    if (me?.socket_id !== slot.socketId) throw new DomainError('not_in_room')
    if (screen && !isHost(me.role))
      throw new DomainError('forbidden', msg`Only the educator and co-hosts can share a screen`)
    const sends = me.role !== 'listener'
    const changes = {
      ...(audio !== undefined && { audio: audio && sends }),
      ...(video !== undefined && { video: video && sends }),
      ...(screen !== undefined && { screen }),
      ...(handRaised !== undefined && { hand_raised: handRaised }),
    }
    if (Object.keys(changes).length === 0) return
    await updateParticipant(tx, slot.peerId, changes)
    tx.publish(toRoom({ kind: 'people', room: slot.roomId }))
  })
}
