import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { deleteMessage } from './message-queries.ts'
import { deletePlace, findPlace, updatePlace } from './place-queries.ts'
import { insertRemoval, lockSession } from './queries.ts'
import { toRoom } from './room-news.ts'
import type { Seat } from './seats.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

const requireEducator = ({ isEducator }: Seat): void => {
  if (!isEducator) throw new DomainError('forbidden', 'Only the educator of this session can do this')
}
const nobody = () => new DomainError('not_found', 'This person is not in the room any more')

/** What keeps a room in order. Each throws forbidden for who may not, not_found for who or what is not there. */
export const moderation = ({ db, clock }: Deps) => ({
  /** Takes a message back: one's own, or as the educator anybody's. */
  async deleteMessage({ roomId, isEducator }: Seat, userId: string, messageId: string): Promise<void> {
    await transact(db, async (tx) => {
      await lockSession(tx, roomId)
      if (!(await deleteMessage(tx, { sessionId: roomId, messageId, userId, anybodys: isEducator })))
        throw new DomainError('not_found', 'This message is not there any more')
      tx.publish(toRoom({ kind: 'deleted', room: roomId, message: messageId }))
    })
  },

  /** Asks somebody's browser to switch its microphone off; it says by itself that it has. */
  async mute(seat: Seat, peerId: string): Promise<void> {
    requireEducator(seat)
    await transact(db, async (tx) => {
      await lockSession(tx, seat.roomId)
      if (!(await findPlace(tx, seat.roomId, peerId))) throw nobody()
      tx.publish(toRoom({ kind: 'muted', room: seat.roomId, peer: peerId }))
    })
  },

  async lowerHand(seat: Seat, peerId: string): Promise<void> {
    requireEducator(seat)
    await transact(db, async (tx) => {
      await lockSession(tx, seat.roomId)
      if (!(await findPlace(tx, seat.roomId, peerId))) throw nobody()
      await updatePlace(tx, peerId, { hand_raised: false })
      tx.publish(toRoom({ kind: 'people', room: seat.roomId }))
    })
  },

  /** Sends somebody away until the session has ended. */
  async remove(seat: Seat, peerId: string): Promise<void> {
    requireEducator(seat)
    if (peerId === seat.peerId) throw new DomainError('forbidden', 'End the session to leave it with everybody')
    await transact(db, async (tx) => {
      // whoever is just coming back waits, and then finds that he was removed
      await lockSession(tx, seat.roomId)
      const place = await findPlace(tx, seat.roomId, peerId)
      if (!place) throw nobody()
      await insertRemoval(tx, seat.roomId, place.user_id, clock.now())
      await deletePlace(tx, seat.roomId, peerId)
      tx.publish(toRoom({ kind: 'away', room: seat.roomId, socket: place.socket_id, reason: 'removed' }))
      tx.publish(toRoom({ kind: 'left', room: seat.roomId, peer: peerId }))
    })
  },
})
