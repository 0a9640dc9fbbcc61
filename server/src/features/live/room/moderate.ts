import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { insertRemoval, lockSession } from '../queries.ts'
import { deleteMessage } from './message-queries.ts'
import {
  deleteParticipant,
  findParticipant,
  findParticipantOf,
  findSlotsOf,
  updateParticipant,
} from './participant-queries.ts'
import { toRoom } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

const requireEducator = ({ isEducator }: Slot): void => {
  if (!isEducator) throw new DomainError('forbidden', msg`Only the educator of this session can do this`)
}
const notInRoom = () => new DomainError('not_found', msg`This person is not in the room any more`)

/** Takes a student whose enrolment ended out of the rooms of the course; they come back when they enroll again. */
export async function evictStudent(db: Deps['db'], userId: string, courseId: string): Promise<void> {
  for (const { session_id: room } of await findSlotsOf(db, userId, courseId))
    await transact(db, async (tx) => {
      await lockSession(tx, room)
      const participant = await findParticipantOf(tx, room, userId)
      if (!participant) return
      await deleteParticipant(tx, room, participant.peer_id)
      tx.publish(toRoom({ kind: 'evicted', room, socket: participant.socket_id, reason: 'refunded' }))
      tx.publish(toRoom({ kind: 'left', room, peer: participant.peer_id }))
    })
}

/** Moderation of a room. Each function throws `forbidden` to participants who may not do it, and `not_found`. */
export const moderation = ({ db, clock }: Deps) => ({
  /** Deletes a message of the participant; the educator may delete any. */
  async deleteMessage({ roomId, isEducator }: Slot, userId: string, messageId: string): Promise<void> {
    await transact(db, async (tx) => {
      await lockSession(tx, roomId)
      if (!(await deleteMessage(tx, { sessionId: roomId, messageId, userId, anyAuthor: isEducator })))
        throw new DomainError('not_found', msg`This message is not there any more`)
      tx.publish(toRoom({ kind: 'deleted', room: roomId, message: messageId }))
    })
  },

  /** Asks a participant's browser to switch its microphone off; the browser reports its new state with `set-state`. */
  async mute(slot: Slot, peerId: string): Promise<void> {
    requireEducator(slot)
    await transact(db, async (tx) => {
      await lockSession(tx, slot.roomId)
      if (!(await findParticipant(tx, slot.roomId, peerId))) throw notInRoom()
      tx.publish(toRoom({ kind: 'muted', room: slot.roomId, peer: peerId }))
    })
  },

  async lowerHand(slot: Slot, peerId: string): Promise<void> {
    requireEducator(slot)
    await transact(db, async (tx) => {
      await lockSession(tx, slot.roomId)
      if (!(await findParticipant(tx, slot.roomId, peerId))) throw notInRoom()
      await updateParticipant(tx, peerId, { hand_raised: false })
      tx.publish(toRoom({ kind: 'people', room: slot.roomId }))
    })
  },

  /** Removes a participant, who cannot come back until the session has ended. */
  async remove(slot: Slot, peerId: string): Promise<void> {
    requireEducator(slot)
    if (peerId === slot.peerId) throw new DomainError('forbidden', msg`End the session to leave it with everybody`)
    await transact(db, async (tx) => {
      // an entry of the same user waits for this lock, and then finds the removal
      await lockSession(tx, slot.roomId)
      const participant = await findParticipant(tx, slot.roomId, peerId)
      if (!participant) throw notInRoom()
      await insertRemoval(tx, slot.roomId, participant.user_id, clock.now())
      await deleteParticipant(tx, slot.roomId, peerId)
      tx.publish(toRoom({ kind: 'evicted', room: slot.roomId, socket: participant.socket_id, reason: 'removed' }))
      tx.publish(toRoom({ kind: 'left', room: slot.roomId, peer: peerId }))
    })
  },
})
