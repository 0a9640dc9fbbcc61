import { msg } from '@lingui/core/runtime-macro'
import {
  BoardMessages,
  JoinOptions,
  liveEvents,
  messageOf,
  RoomMessages as RoomsOwn,
  TogetherMessages,
} from '@virtual-courses/contract'
import PQueue from 'p-queue'
import type { z } from 'zod'
import { DomainError, isOutage } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { speak } from '#core/languages/language.ts'
import { type Buckets, createBuckets } from '#core/limits/buckets.ts'
import { isWellFormed } from '#core/validate.ts'
import type { RoomSocket, Rooms } from '#ports/rooms.ts'
import { createBoard, setBoard } from '../board/draw.ts'
import type { RoomMediaHandler } from '../media/room-media.ts'
import type { React } from '../together/reactions.ts'
import type { KnownMessages } from './catch-up.ts'
import { enterRoom } from './enter-room.ts'
import { createMessenger } from './messages.ts'
import { moderation } from './moderate.ts'
import { keepSlot, leaveRoom, setState } from './own-slot.ts'
import type { RoomEvent, SignalName } from './room-events.ts'
import { roomRule } from './set-room.ts'
import type { Slot, Slots } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits' | 'liveMedia' | 'log' | 'settings' | 'shared'> & {
  known: KnownMessages
  react: React
}
type Outward = { receive: (event: RoomEvent) => void; media: RoomMediaHandler }
const RoomMessages = { ...RoomsOwn, ...TogetherMessages, ...BoardMessages }
type EventName = keyof typeof RoomMessages
type Payload<N extends EventName> = z.output<(typeof RoomMessages)[N]>

/** Limits of one socket by kind of event. `realtime/socket-limits.ts` limits all events of a connection and a user together. */
const rates = {
  chat: { burst: 5, perSecond: 1 },
  // A client that trickles its ICE candidates sends some hundred signals at once when it enters a full room.
  signals: { burst: 400, perSecond: 40 },
  state: { burst: 20, perSecond: 4 },
  layers: { burst: 20, perSecond: 4 },
  reactions: { burst: 5, perSecond: 1 },
  drawing: { burst: 30, perSecond: 12 },
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
  'set-role': 'state',
  'mute-all': 'state',
  'camera-off': 'state',
  'set-room': 'state',
  admit: 'state',
  'choose-layers': 'layers',
  react: 'reactions',
  'set-board': 'state',
  'clear-board': 'state',
  draw: 'drawing',
} as const satisfies Record<EventName, keyof typeof rates>

/** Maximum number of queued events of one socket; more than all bursts of `rates` together. */
const maxWaiting = 500

/** State of a socket that has sent an event. */
type Sender = { buckets: Buckets<keyof typeof rates>; queue: PQueue }

const isEvent = (name: string): name is EventName => Object.hasOwn(RoomMessages, name)
const tooMuch = () => new DomainError('rate_limited', msg`That was too much at once. Please wait a moment.`)

/**
 * Handles the events that browsers send to rooms: checks rate, schema and slot, and handles the events of each socket in their
 * order. The result goes to the event's callback; without a callback an error is emitted as `room-refused`. Returns a function
 * that waits for all pending events.
 */
export function handleRoomEvents(
  deps: Deps,
  rooms: Rooms,
  slots: Slots,
  { receive, media }: Outward,
): () => Promise<void> {
  const senders = new WeakMap<RoomSocket, Sender>()
  const board = createBoard(deps)
  const pending = new Set<Promise<void>>()
  const senderOf = (socket: RoomSocket): Sender => {
    const known = senders.get(socket)
    if (known) return known
    const sender: Sender = { buckets: createBuckets(rates), queue: new PQueue({ concurrency: 1 }) }
    senders.set(socket, sender)
    return sender
  }
  const enqueue = (sender: Sender, work: () => Promise<void>): void => {
    const done = sender.queue.add(work).finally(() => pending.delete(done))
    pending.add(done)
  }

  const messenger = createMessenger(deps, rooms, receive)
  const moderate = moderation(deps)
  const rule = roomRule(deps)
  const slotIn = (socket: RoomSocket, roomId: string): Slot => {
    const slot = slots.of(socket, roomId)
    if (!slot || slot.waiting) throw new DomainError('not_in_room')
    return slot
  }
  const ownSlot = (socket: RoomSocket, slot: Slot) => ({ ...slot, socketId: socket.id })
  const leave = async (socket: RoomSocket): Promise<void> => {
    const slot = slots.leave(socket)
    if (slot) await leaveRoom(deps, ownSlot(socket, slot))
  }

  const join = async (socket: RoomSocket, roomId: Payload<'join-room'>, rest: unknown): Promise<object> => {
    const { viewer, language } = socket.data
    await deps.limits.liveJoins.consume(viewer.id).catch(() => {
      throw tooMuch()
    })
    // old clients send something else there, such as a name
    const options = typeof rest === 'object' && rest !== null ? parse(JoinOptions, rest) : {}
    const before = slots.of(socket)
    if (before && before.roomId !== roomId) await leave(socket)
    const listener = { assign: (slot: Slot) => slots.assign(socket, slot), receive }
    const hasWaited = before?.roomId === roomId && before.waiting
    const entry = { roomId, socketId: socket.id, viewer, language, options, hasWaited }
    slots.entering.set(socket, roomId)
    const joined = await enterRoom(deps, entry, listener).finally(() => slots.entering.delete(socket))
    if ('messages' in joined) deps.known.listed(roomId, joined.messages)
    // after the reply, so that the browser knows where it is
    setImmediate(() => {
      const slot = slots.of(socket, roomId)
      if (slot) media.entered(slot, options)
    })
    // The connection was lost during the entry: its `gone` event came before there was a slot.
    if (!socket.connected) await lose(socket)
    return joined
  }
  const lose = async (socket: RoomSocket): Promise<void> => {
    const slot = slots.leave(socket)
    if (!slot) return
    media.lost(slot)
    await keepSlot(deps, ownSlot(socket, slot))
  }

  const signal = async (socket: RoomSocket, name: SignalName, payload: Payload<SignalName>): Promise<void> => {
    const slot = slotIn(socket, payload.roomId)
    if (!(await media.signal(slot, name, payload))) await messenger.signal(slot, name, payload)
  }
  const handlers: {
    [N in EventName]: (socket: RoomSocket, payload: Payload<N>, rest: unknown) => Promise<unknown>
  } = {
    'join-room': join,
    'leave-room': async (socket, { roomId }) => {
      if (slots.of(socket, roomId)) await leave(socket)
    },
    offer: (socket, payload) => signal(socket, 'offer', payload),
    answer: (socket, payload) => signal(socket, 'answer', payload),
    'ice-candidate': (socket, payload) => signal(socket, 'ice-candidate', payload),
    'send-message': (socket, { roomId, message, question }) =>
      messenger.write(slotIn(socket, roomId), socket.data.viewer, { text: message, isQuestion: question === true }),
    'delete-message': (socket, { roomId, messageId }) =>
      moderate.deleteMessage(slotIn(socket, roomId), socket.data.viewer.id, messageId),
    'set-state': async (socket, { roomId, ...state }) => {
      const slot = slotIn(socket, roomId)
      await setState(deps, ownSlot(socket, slot), state)
      if (state.audio) media.switchedOn(slot, 'audio')
      if (state.video) media.switchedOn(slot, 'camera')
    },
    'mute-participant': (socket, { roomId, peerId }) => moderate.mute(slotIn(socket, roomId), peerId),
    'lower-hand': (socket, { roomId, peerId }) => moderate.lowerHand(slotIn(socket, roomId), peerId),
    'remove-participant': (socket, { roomId, peerId }) => moderate.remove(slotIn(socket, roomId), peerId),
    'mute-all': (socket, { roomId }) => moderate.muteAll(slotIn(socket, roomId)),
    'camera-off': (socket, { roomId, peerId }) => moderate.cameraOff(slotIn(socket, roomId), peerId),
    'set-role': (socket, { roomId, peerId, role }) => rule.setRole(slotIn(socket, roomId), peerId, role),
    'set-room': (socket, { roomId, ...changes }) => rule.setRoom(slotIn(socket, roomId), changes),
    admit: (socket, payload) =>
      rule.admit(slotIn(socket, payload.roomId), 'peerId' in payload ? payload.peerId : undefined),
    'choose-layers': (socket, { roomId, streams }) => media.chooseLayers(slotIn(socket, roomId), streams),
    react: async (socket, { roomId, reaction }) => deps.react(slotIn(socket, roomId), reaction),
    'set-board': (socket, { roomId, ...changes }) => setBoard(deps, slotIn(socket, roomId), changes),
    'clear-board': (socket, { roomId }) => board.clear(ownSlot(socket, slotIn(socket, roomId))),
    draw: (socket, { roomId, elements }) => board.draw(ownSlot(socket, slotIn(socket, roomId)), elements),
  }

  const handle = async <N extends EventName>(socket: RoomSocket, name: N, args: unknown[]): Promise<object> => {
    const payload = parse(RoomMessages[name], args[0]) as Payload<N> // parsed by the schema of this very event
    return (await handlers[name](socket, payload, args[1])) ?? { ok: true }
  }

  rooms.listen({
    received(socket, name, args) {
      if (!isEvent(name)) return
      const sender = senderOf(socket)
      const now = performance.now()
      if (sender.queue.size + sender.queue.pending >= maxWaiting) return void socket.disconnect(true)
      const callback = typeof args.at(-1) === 'function' ? (args.pop() as (answer: object) => void) : undefined // Socket.IO's acknowledgement
      const refuse = (error: unknown): void => {
        const isAway = isOutage(error)
        if (!(error instanceof DomainError) && !isAway)
          deps.log.error({ err: error, event: name }, 'an event of a live room failed')
        const unknown = isAway ? 'unavailable' : 'internal'
        const { code, sentence } =
          error instanceof DomainError ? error : { code: unknown, sentence: messageOf(unknown) }
        const message = speak(socket.data.language)(sentence)
        if (callback) callback({ ok: false, code, message })
        else rooms.emit(socket.id, liveEvents.refused, { code, message })
      }
      if (!sender.buckets.take(kindOf[name], now)) return refuse(tooMuch())
      enqueue(sender, () => handle(socket, name, args).then((answer) => callback?.(answer), refuse))
    },
    gone(socket, onPurpose) {
      if (!senders.has(socket)) return
      const end = onPurpose ? leave : lose
      enqueue(senderOf(socket), () =>
        end(socket).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'a participant slot could not be given up'),
        ),
      )
    },
  })
  return async () => {
    await Promise.all(pending)
  }
}

/** Throws `invalid_input`; its message repeats nothing of what was sent. */
function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  if (!isWellFormed(value)) throw new DomainError('invalid_input')
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const tooLong = parsed.error.issues.find(({ code }) => code === 'too_big')
  throw new DomainError('invalid_input', tooLong?.path.at(-1) === 'message' ? tooLong.message : undefined)
}
