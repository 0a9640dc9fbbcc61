import type { LiveMessage, RoomMessages } from '@virtual-courses/contract'
import type { z } from 'zod'
import { publish } from '#core/broadcast.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import type { Rooms } from '#ports/rooms.ts'
import { insertMessage } from './message-queries.ts'
import { peerName, type Slot } from './participant-slots.ts'
import { type RoomEvent, type RoomMessage, type SignalName, toRoomAsSent } from './room-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'shared'>
type Signal = z.output<(typeof RoomMessages)[SignalName]>

/** Carries what participants of a room send to each other. `receive` delivers to the sockets of this process; other processes are notified where there may be some. */
export function createMessenger({ db, clock, shared }: Deps, rooms: Rooms, receive: (event: RoomEvent) => void) {
  const say = async (message: RoomMessage): Promise<void> => {
    if (shared) await publish(db, toRoomAsSent(message))
    else receive(message)
  }
  return {
    /** Relays a signal to the peer that it names, if it is in the same room, otherwise to all others there. */
    async signal({ roomId, peerId }: Slot, name: SignalName, payload: Signal): Promise<void> {
      const to = payload.to ?? null
      const message: RoomMessage = {
        kind: 'signal',
        room: roomId,
        from: peerId,
        to,
        name,
        data: contentOf(payload),
      }
      if (to !== null && rooms.size(peerName(roomId, to)) > 0) receive(message)
      else await say(message)
    },

    /** Writes a chat message down and sends it to the others. Throws invalid_input for an empty one, not_in_room. */
    async write(
      { roomId, peerId }: Slot,
      author: CurrentUser,
      text: string,
    ): Promise<{ ok: true; message: LiveMessage }> {
      // half of a surrogate pair is no character, and no database takes it
      const message = text.toWellFormed()
      if (message === '') throw new DomainError('invalid_input', 'Please write something first')
      const createdAt = clock.now()
      const id = newId()
      const row = { id, sessionId: roomId, userId: author.id, message, createdAt }
      const written = { _id: id, message, sender: author.name, senderId: author.id, timestamp: createdAt.toISOString() }
      const roomMessage: RoomMessage = { kind: 'message', room: roomId, from: peerId, message: written }
      // One transaction: who reads the message and deletes it at once does so after it was announced.
      const inserted = shared
        ? await transact(db, async (tx) => {
            const done = await insertMessage(tx, row)
            if (done) tx.publish(toRoomAsSent(roomMessage))
            return done
          })
        : await insertMessage(db, row)
      if (!inserted) throw new DomainError('not_in_room')
      if (!shared) receive(roomMessage)
      return { ok: true, message: written }
    },
  }
}

/** The description or the address itself, from the nested and the flat form alike (wire notes). */
function contentOf(payload: Signal): unknown {
  if ('offer' in payload) return payload.offer
  if ('answer' in payload) return payload.answer
  if ('sdp' in payload) return { type: payload.type, sdp: payload.sdp }
  if (typeof payload.candidate === 'object') return payload.candidate
  const { roomId: _room, to: _to, ...candidate } = payload
  return candidate
}
