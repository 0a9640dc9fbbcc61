import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { deleteMessage } from './message-queries.ts'
import { deletePlace, findPlace, updatePlace } from './participant-queries.ts'
import type { Slot } from './participant-slots.ts'
import { insertRemoval, lockSession } from './queries.ts'
import { toRoom } from './room-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

const requireEducator = ({ isEducator }: Slot): void => {
  if (!isEducator) throw new DomainError('forbidden', 'Only the educator of this session can do this')
}
const notInRoom = () => new DomainError('not_found', 'This person is not in the room any more')

/** What keeps a room in order. Each throws forbidden for who may not, not_found for who or what is not there. */
export const moderation = ({ db, clock }: Deps) => ({
  /** Takes a message back: one's own, or as the educator anybody's. */
  async deleteMessage({ roomId, isEducator }: Slot, userId: string, messageId: string): Promise<void> {
    await transact(db, async (tx) => {
      await lockSession(tx, roomId)
      if (!(await deleteMessage(tx, { sessionId: roomId, messageId, userId, anybodys: isEducator })))
        throw new DomainError('not_found', 'This message is not there any more')
      tx.publish(toRoom({ kind: 'deleted', room: roomId, message: messageId }))
    })
  },

  /** Asks someone's browser to switch its microphone off; it says by itself that it has. */
  async mute(slot: Slot, peerId: string): Promise<void> {
    requireEducator(slot)
    await transact(db, async (tx) => {
      await lockSession(tx, slot.roomId)
      if (!(await findPlace(tx, slot.roomId, peerId))) throw notInRoom()
      tx.publish(toRoom({ kind: 'muted', room: slot.roomId, peer: peerId }))
    })
  },

  async lowerHand(slot: Slot, peerId: string): Promise<void> {
    requireEducator(slot)
    await transact(db, async (tx) => {
      await lockSession(tx, slot.roomId)
      if (!(await findPlace(tx, slot.roomId, peerId))) throw notInRoom()
      await updatePlace(tx, peerId, { hand_raised: false })
      tx.publish(toRoom({ kind: 'people', room: slot.roomId }))
    })
  },

  /** Sends someone away until the session has ended. */
  async remove(slot: Slot, peerId: string): Promise<void> {
    requireEducator(slot)
    if (peerId === slot.peerId) throw new DomainError('forbidden', 'End the session to leave it with everybody')
    await transact(db, async (tx) => {
      // anyone who is just coming back waits, and then finds that he was removed
      await lockSession(tx, slot.roomId)
      const place = await findPlace(tx, slot.roomId, peerId)
      if (!place) throw notInRoom()
      await insertRemoval(tx, slot.roomId, place.user_id, clock.now())
      await deletePlace(tx, slot.roomId, peerId)
      tx.publish(toRoom({ kind: 'away', room: slot.roomId, socket: place.socket_id, reason: 'removed' }))
      tx.publish(toRoom({ kind: 'left', room: slot.roomId, peer: peerId }))
    })
  },
})
