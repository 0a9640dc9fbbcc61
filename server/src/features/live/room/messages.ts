import { msg } from '@lingui/core/runtime-macro'
import type { LiveMessage, RoomMessages } from '@virtual-courses/contract'
import type { z } from 'zod'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import { publish, sendWith } from '#core/events/broadcast.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Rooms } from '#ports/rooms.ts'
import { presentMessage } from '../present.ts'
import { findOpenSession, isRemoved } from '../queries.ts'
import { requireAttendance, requireOpenTo } from './attendance.ts'
import type { KnownMessages } from './catch-up.ts'
import { findMessages, insertAndNotify, insertMessages, type NewMessage } from './message-queries.ts'
import { type RoomEvent, type RoomMessage, type SignalName, toRoomAsSent } from './room-events.ts'
import { peerName, type Slot } from './slots.ts'
import { storeInTurn } from './store-in-turn.ts'

/**
 * Returns the newest chat messages of a lecture's open session, or those before the message `before`; none without a session.
 * Throws not_found, not_enrolled_live, not_open_yet, live_removed.
 */
export async function listMessages(
  { db, known, ...deps }: Pick<FeatureDeps, 'db' | 'clock' | 'config'> & { known: KnownMessages },
  lectureId: string,
  viewer: CurrentUser,
  before: string | undefined,
): Promise<{ messages: LiveMessage[]; more: boolean }> {
  await requireOpenTo(db, await requireAttendance(db, lectureId, viewer), viewer, deps)
  const session = await findOpenSession(db, lectureId)
  if (!session) return { messages: [], more: false }
  if (await isRemoved(db, session.id, viewer.id)) throw new DomainError('live_removed')
  const { rows, more } = await findMessages(db, session.id, before)
  const messages = rows.map(presentMessage)
  known.listed(session.id, messages)
  return { messages, more }
}

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'shared'>
type Written = { row: NewMessage; roomMessage: RoomMessage }
type Stored = { isStored: boolean; delivered?: Promise<void> | undefined }
type Signal = z.output<(typeof RoomMessages)[SignalName]>

/**
 * Sends signals and chat messages between the participants of a room. `receive` delivers to the sockets of this process; with
 * `shared`, messages go through the database to all processes.
 */
export function createMessenger({ db, clock, shared }: Deps, rooms: Rooms, receive: (event: RoomEvent) => void) {
  const send = async (message: RoomMessage): Promise<void> => {
    if (shared) await publish(db, toRoomAsSent(message))
    else receive(message)
  }
  const store = storeInTurn<Written, Stored>(async (room, all) => {
    const rows = all.map(({ row }) => row)
    if (!shared) {
      const isStored = await insertMessages(db, room, rows)
      if (isStored) for (const { roomMessage } of all) receive(roomMessage)
      return { isStored }
    }
    // Stored and published in one transaction: a deletion right after it is published after it.
    const publications = all.map(({ roomMessage }) => ({ publication: toRoomAsSent(roomMessage) }))
    const sent = await sendWith(db, publications, (notification) => insertAndNotify(db, room, rows, notification))
    return { isStored: sent !== null, delivered: sent?.deliver() }
  })
  return {
    /** Relays a signal to the peer that it names, if that peer is in the same room, otherwise to all other participants. */
    async signal({ roomId, peerId }: Slot, name: SignalName, payload: Signal): Promise<void> {
      const to = payload.to ?? null
      const data = contentOf(payload)
      const message: RoomMessage = { kind: 'signal', room: roomId, from: peerId, to, name, data }
      if (to !== null && rooms.size(peerName(roomId, to)) > 0) receive(message)
      else await send(message)
    },

    /** Stores a chat message and sends it to the other participants. Throws `invalid_input` for an empty one, `not_in_room`. */
    async write(
      { roomId, peerId }: Slot,
      author: CurrentUser,
      { text, isQuestion }: { text: string; isQuestion: boolean },
    ): Promise<{ ok: true; message: LiveMessage }> {
      // PostgreSQL rejects half of a surrogate pair.
      const message = text.toWellFormed()
      if (message === '') throw new DomainError('invalid_input', msg`Please write something first`)
      const createdAt = clock.now()
      const id = newId()
      const question = isQuestion ? ('open' as const) : null
      const row = { id, userId: author.id, message, question, createdAt }
      const written: LiveMessage = {
        _id: id,
        message,
        sender: author.name,
        senderId: author.id,
        timestamp: createdAt.toISOString(),
        ...(question && { question }),
      }
      const roomMessage: RoomMessage = { kind: 'message', room: roomId, from: peerId, message: written }
      const { isStored, delivered } = await store(roomId, { row, roomMessage })
      if (!isStored) throw new DomainError('not_in_room')
      await delivered
      return { ok: true, message: written }
    },
  }
}

/** Returns the session description or the ICE candidate, from the nested and the flat form alike (wire notes). */
function contentOf(payload: Signal): unknown {
  if ('offer' in payload) return payload.offer
  if ('answer' in payload) return payload.answer
  if ('sdp' in payload) return { type: payload.type, sdp: payload.sdp }
  if (typeof payload.candidate === 'object') return payload.candidate
  const { roomId: _room, to: _to, ...candidate } = payload
  return candidate
}
