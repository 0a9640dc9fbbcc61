import { JoinOptions, liveEvents, messageOf, RoomMessages } from '@virtual-courses/contract'
import PQueue from 'p-queue'
import type { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { isWellFormed } from '#core/is-well-formed.ts'
import { type Buckets, createBuckets } from '#core/token-buckets.ts'
import type { RoomSocket, Rooms } from '#ports/rooms.ts'
import { enterRoom } from './enter-room.ts'
import { keepPlace, leaveRoom } from './leave-room.ts'
import { moderation } from './moderate.ts'
import type { Slot, Slots } from './participant-slots.ts'
import type { RoomEvent } from './room-events.ts'
import { createMessenger } from './send-message.ts'
import { setState } from './set-state.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits' | 'log' | 'settings' | 'shared'>
type EventName = keyof typeof RoomMessages
type Payload<N extends EventName> = z.output<(typeof RoomMessages)[N]>

/** What a socket may send, by kind. Everything together is limited for each connection and user (`http/sockets.ts`). */
const rates = {
  chat: { burst: 5, perSecond: 1 },
  // Someone who comes into a full room of a client that names its addresses one by one sends some hundred signals at once.
  signals: { burst: 400, perSecond: 40 },
  state: { burst: 20, perSecond: 4 },
} as const
const kindOf = {
  'join-room': 'state',
  'leave-room': 'state',
  offer: 'signals',
  answer: 'signals',
  'ice-candidate': 'signals',
  'send-message': 'chat',
  'delete-message': 'state',
  'set-state': 'state',
  'mute-participant': 'state',
  'lower-hand': 'state',
  'remove-participant': 'state',
} as const satisfies Record<EventName, keyof typeof rates>

/** As many events of one socket may wait for those before them; more than all bursts together that the rates let through. */
const maxWaiting = 500

/** What is known of a socket that has sent something. */
type Line = { buckets: Buckets<keyof typeof rates>; work: PQueue }

const isEvent = (name: string): name is EventName => Object.hasOwn(RoomMessages, name)
const tooMuch = () => new DomainError('rate_limited', 'That was too much at once. Please wait a moment.')

/**
 * Takes what browsers send to rooms: checked by schema, rate and place, done in the order in which it came, answered by the
 * callback or, without one, told by `room-refused` when it was not done. Answers when all of it is done.
 */
export function handleRoomEvents(
  deps: Deps,
  rooms: Rooms,
  slots: Slots,
  receive: (event: RoomEvent) => void,
): () => Promise<void> {
  const lines = new WeakMap<RoomSocket, Line>()
  const pending = new Set<Promise<void>>()
  const lineOf = (socket: RoomSocket): Line => {
    const known = lines.get(socket)
    if (known) return known
    const line: Line = { buckets: createBuckets(rates), work: new PQueue({ concurrency: 1 }) }
    lines.set(socket, line)
    return line
  }
  const inTurn = (line: Line, work: () => Promise<void>): void => {
    const done = line.work.add(work).finally(() => pending.delete(done))
    pending.add(done)
  }

  const messenger = createMessenger(deps, rooms, receive)
  const moderate = moderation(deps)
  const slotIn = (socket: RoomSocket, roomId: string): Slot => {
    const slot = slots.of(socket, roomId)
    if (!slot) throw new DomainError('not_in_room')
    return slot
  }
  const held = (socket: RoomSocket, slot: Slot) => ({ ...slot, socketId: socket.id })
  const leave = async (socket: RoomSocket): Promise<void> => {
    const slot = slots.leave(socket)
    if (slot) await leaveRoom(deps, held(socket, slot))
  }

  const join = async (socket: RoomSocket, roomId: Payload<'join-room'>, rest: unknown): Promise<object> => {
    const { viewer } = socket.data
    await deps.limits.liveJoins.consume(viewer.id).catch(() => {
      throw tooMuch()
    })
    // clients of old send something else there, such as a name
    const options = typeof rest === 'object' && rest !== null ? parse(JoinOptions, rest) : {}
    const before = slots.of(socket)
    if (before && before.roomId !== roomId) await leave(socket)
    const seating = { sit: (slot: Slot) => slots.sit(socket, slot), receive }
    slots.entering.add(socket)
    const joined = await enterRoom(deps, { roomId, socketId: socket.id, viewer, options }, seating).finally(() =>
      slots.entering.delete(socket),
    )
    // The line was lost while the place was taken: no one else will notice.
    if (!socket.connected) await lose(socket)
    return joined
  }
  const lose = async (socket: RoomSocket): Promise<void> => {
    const slot = slots.leave(socket)
    if (slot) await keepPlace(deps, held(socket, slot))
  }

  const acts: {
    [N in EventName]: (socket: RoomSocket, payload: Payload<N>, rest: unknown) => Promise<unknown>
  } = {
    'join-room': join,
    'leave-room': async (socket, { roomId }) => {
      if (slots.of(socket, roomId)) await leave(socket)
    },
    offer: (socket, payload) => messenger.signal(slotIn(socket, payload.roomId), 'offer', payload),
    answer: (socket, payload) => messenger.signal(slotIn(socket, payload.roomId), 'answer', payload),
    'ice-candidate': (socket, payload) => messenger.signal(slotIn(socket, payload.roomId), 'ice-candidate', payload),
    'send-message': (socket, { roomId, message }) =>
      messenger.write(slotIn(socket, roomId), socket.data.viewer, message),
    'delete-message': (socket, { roomId, messageId }) =>
      moderate.deleteMessage(slotIn(socket, roomId), socket.data.viewer.id, messageId),
    'set-state': (socket, { roomId, ...state }) => setState(deps, held(socket, slotIn(socket, roomId)), state),
    'mute-participant': (socket, { roomId, peerId }) => moderate.mute(slotIn(socket, roomId), peerId),
    'lower-hand': (socket, { roomId, peerId }) => moderate.lowerHand(slotIn(socket, roomId), peerId),
    'remove-participant': (socket, { roomId, peerId }) => moderate.remove(slotIn(socket, roomId), peerId),
  }

  const act = async <N extends EventName>(socket: RoomSocket, name: N, args: unknown[]): Promise<object> => {
    const payload = parse(RoomMessages[name], args[0]) as Payload<N> // parsed by the schema of this very event
    return (await acts[name](socket, payload, args[1])) ?? { ok: true }
  }

  rooms.listen({
    received(socket, name, args) {
      if (!isEvent(name)) return
      const line = lineOf(socket)
      const now = performance.now()
      if (line.work.size + line.work.pending >= maxWaiting) return void socket.disconnect(true)
      const callback = typeof args.at(-1) === 'function' ? (args.pop() as (answer: object) => void) : undefined // Socket.IO's acknowledgement
      const refuse = (error: unknown): void => {
        if (!(error instanceof DomainError)) deps.log.error({ err: error, event: name }, 'an event of a room failed')
        const { code, message } =
          error instanceof DomainError ? error : { code: 'internal', message: messageOf('internal') }
        if (callback) callback({ ok: false, code, message })
        else rooms.emit(socket.id, liveEvents.refused, { code, message })
      }
      if (!line.buckets.take(kindOf[name], now)) return refuse(tooMuch())
      inTurn(line, () => act(socket, name, args).then((answer) => callback?.(answer), refuse))
    },
    gone(socket, onPurpose) {
      if (!lines.has(socket)) return
      const end = onPurpose ? leave : lose
      inTurn(lineOf(socket), () =>
        end(socket).catch((error: unknown) => deps.log.warn({ err: error }, 'a place in a room could not be given up')),
      )
    },
  })
  return async () => {
    await Promise.all(pending)
  }
}

/** Throws invalid_input without a word of what was sent. */
function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  if (!isWellFormed(value)) throw new DomainError('invalid_input')
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const tooLong = parsed.error.issues.find(({ code }) => code === 'too_big')
  throw new DomainError('invalid_input', tooLong?.path.at(-1) === 'message' ? tooLong.message : undefined)
}
