import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { deleteCohost, deleteCohostOfCourse, insertRemoval, lockSession } from '../queries.ts'
import { isHost } from '../rules.ts'
import { asHost, notInRoom } from './host-work.ts'
import { deleteMessage } from './message-queries.ts'
import {
  deleteParticipant,
  findHosts,
  findMember,
  findParticipantOf,
  findSlotsOf,
  updateParticipant,
} from './participant-queries.ts'
import { slotGone, toRoom } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Takes a student whose enrolment ended out of the rooms of the course; they come back when they enroll again. */
export async function evictStudent(db: Deps['db'], userId: string, courseId: string): Promise<void> {
  await deleteCohostOfCourse(db, userId, courseId)
  for (const { session_id: room } of await findSlotsOf(db, userId, courseId))
    await transact(db, async (tx) => {
      await lockSession(tx, room)
      const participant = await findParticipantOf(tx, room, userId)
      if (!participant) return
      await deleteParticipant(tx, room, participant.peer_id)
      tx.publish(toRoom({ kind: 'evicted', room, socket: participant.socket_id, reason: 'refunded' }))
      tx.publish(toRoom(slotGone(room, participant.peer_id, participant)))
    })
}

/** Moderation of people in a room. Each function throws `forbidden` to participants who may not do it, and `not_found`. */
export const moderation = ({ db, clock }: Deps) => ({
  /** Deletes a message of the participant; hosts may delete any. */
  async deleteMessage({ roomId, peerId }: Slot, userId: string, messageId: string): Promise<void> {
    await transact(db, async (tx) => {
      await lockSession(tx, roomId)
      const me = await findMember(tx, roomId, peerId)
      const anyAuthor = me !== undefined && isHost(me.role)
      if (!(await deleteMessage(tx, { sessionId: roomId, messageId, userId, anyAuthor })))
        throw new DomainError('not_found', msg`This message is not there any more`)
      tx.publish(toRoom({ kind: 'deleted', room: roomId, message: messageId }))
    })
  },

  /** Asks a participant's browser to switch its microphone off; the browser reports its new state with `set-state`. */
  mute: (slot: Slot, peerId: string): Promise<void> =>
    asHost(db, slot, async ({ tx, other }) => {
      await other(peerId)
      tx.publish(toRoom({ kind: 'muted', room: slot.roomId, peer: peerId }))
    }),

  /** Asks the browsers of everyone but the hosts to switch their microphones off. */
  muteAll: (slot: Slot): Promise<void> =>
    asHost(db, slot, async ({ tx }) => {
      const hosts = (await findHosts(tx, slot.roomId)).map(({ peer_id }) => peer_id)
      tx.publish(toRoom({ kind: 'all-muted', room: slot.roomId, hosts }))
    }),

  /** Asks a participant's browser to switch its camera off. */
  cameraOff: (slot: Slot, peerId: string): Promise<void> =>
    asHost(db, slot, async ({ tx, other }) => {
      await other(peerId)
      tx.publish(toRoom({ kind: 'camera-off', room: slot.roomId, peer: peerId }))
    }),

  lowerHand: (slot: Slot, peerId: string): Promise<void> =>
    asHost(db, slot, async ({ tx }) => {
      if (!(await findMember(tx, slot.roomId, peerId))) throw notInRoom()
      await updateParticipant(tx, peerId, { hand_raised: false })
      tx.publish(toRoom({ kind: 'people', room: slot.roomId }))
    }),

  /** Removes a participant, or someone who waits; they cannot come back until the session has ended. */
  remove: (slot: Slot, peerId: string): Promise<void> =>
    asHost(db, slot, async ({ tx, me, other }) => {
      if (peerId === me.peer_id && me.role === 'educator')
        throw new DomainError('forbidden', msg`End the session to leave it with everybody`)
      const member = await other(peerId)
      // an entry of the same user waits for the lock of the room, and then finds the removal
      await insertRemoval(tx, slot.roomId, member.user_id, clock.now())
      await deleteCohost(tx, slot.roomId, member.user_id)
      await deleteParticipant(tx, slot.roomId, peerId)
      tx.publish(toRoom({ kind: 'evicted', room: slot.roomId, socket: member.socket_id, reason: 'removed' }))
      tx.publish(toRoom(slotGone(slot.roomId, peerId, member)))
    }),
})
