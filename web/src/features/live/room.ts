import { t } from '@lingui/core/macro'
import {
  api as calls,
  events,
  type JoinedRoom,
  type LiveMessage,
  type RoomError,
  type SentMessage,
  type WaitingReply,
} from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { type LiveConnection, openLiveConnection } from '#lib/connection/live-connection.ts'
import { createStore } from '#lib/create-store.ts'
import { failureSaying } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { listenToClass, moderation, roleChange } from './class/class-events.ts'
import type { ForwardedState } from './media/forwarded.ts'
import type { LocalMediaControl } from './media/local-media.ts'
import type { Link } from './media/mesh.ts'
import { createRoomMedia } from './media/room-media.ts'
import { clearSlot, readSlot, saveSlot } from './participant-slot.ts'
import { createAnnouncer, messageAnnouncement, participantChanges } from './room-announcements.ts'
import { changeRoom, emptyRoom, personOf, type RoomChange, type RoomEnd, type RoomState } from './room-state.ts'

export type RoomView = RoomState & {
  links: ReadonlyMap<string, Link>
  /** the connections to the media server; null in a mesh */
  forwarded: ForwardedState | null
  /** the latest events, for screen readers */
  announcement: string
}

type RoomOptions = { lectureId: string; roomId: string; isOwner: boolean; media: LocalMediaControl }

/** Grace period for everyone to come back after a lost connection, which may have been a restart of the server, in milliseconds. */
const settleMs = 15_000
/** Delay before a join that failed with a temporary error is tried again, in milliseconds. */
const retryMs = 2000
const temporary = new Set(['rate_limited', 'internal'])

/** The room as this browser takes part in it: the connection to the server and to the other participants. Joins at once. */
export function createRoom({ lectureId, roomId, isOwner, media }: RoomOptions) {
  const store = createStore<RoomView>({ ...emptyRoom, links: new Map(), forwarded: null, announcement: '' })
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const live: LiveConnection = openLiveConnection()
  const set = (change: Partial<RoomView>) => store.write({ ...store.read(), ...change })
  const announcer = createAnnouncer((announcement) => set({ announcement }))
  const later = (milliseconds: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, milliseconds)
    timers.add(timer)
  }

  const mine = () => media.store.read()
  const traffic = createRoomMedia({
    lectureId,
    isOwner,
    media,
    signal: (name, payload) => live.emit(name, { ...payload, roomId }),
    chooseLayers: (streams) => live.emit('choose-layers', { roomId, streams }),
    renew: () => void enter({ fresh: true }),
    onChange() {
      if (store.read().end) return
      set({ links: traffic.links(), forwarded: traffic.state() })
    },
  })
  const others = () => store.read().participants.filter(({ peerId }) => peerId !== store.read().me)

  function change(what: RoomChange): void {
    const before = store.read()
    const after = changeRoom(before, what)
    if (after === before) return
    set(after)
    if (what.kind === 'participants' || what.kind === 'left')
      announcer.add(participantChanges(before.participants, after.participants, after.me))
    if (after.connection !== 'joined' || after.end) return
    const said = roleChange(before, after)
    if (said) announcer.add([said])
    const role = personOf(after)?.role
    if (role) traffic.setRole(role)
    traffic.setPeople(others())
  }

  function release(): void {
    for (const timer of timers) clearTimeout(timer)
    stopMedia()
    announcer.close()
    traffic.close()
    live.close({ disconnect: true })
    media.close()
  }

  function end(reason: RoomEnd): void {
    if (store.read().end) return
    if (reason.why !== 'elsewhere') clearSlot(roomId)
    change({ kind: 'end', end: reason })
    set({ links: new Map() })
    release()
  }

  /** Joins; `fresh` when its media have to be connected again. */
  async function enter({ fresh = traffic.isFresh() } = {}): Promise<void> {
    const slot = readSlot(roomId)
    const { audio, video } = traffic.flags()
    const options = {
      ...(slot && { slotToken: slot.token, ...(fresh && { fresh }) }),
      audio,
      video,
      forwarded: true,
    }
    try {
      // the shapes that the contract gives to this callback
      const reply = (await live.request('join-room', roomId, options)) as JoinedRoom | WaitingReply | RoomError
      if (store.read().end) return
      if (!reply.ok) {
        if (temporary.has(reply.code)) later(retryMs, () => void enter())
        else end({ why: 'refused', code: reply.code, message: reply.message })
        return
      }
      saveSlot(roomId, { peerId: reply.peerId, token: reply.slotToken })
      if ('waiting' in reply) return change({ kind: 'waits' })
      traffic.enter(reply.peerId, reply.room)
      change({ kind: 'joined', room: reply })
      live.emit('set-state', { roomId, ...traffic.flags() })
      if (store.read().settling) later(settleMs, () => change({ kind: 'settled' }))
    } catch {
      // the connection was lost: its return tries again; or the server is slow
      later(retryMs, () => store.read().connection !== 'joined' && void enter())
    }
  }

  const isOther = (id: string): boolean => !store.read().end && id !== store.read().me

  live.on(events.live.userConnected, (id) => isOther(id) && traffic.meet(id))
  live.on(events.live.userDisconnected, (id) => {
    traffic.drop(id)
    change({ kind: 'left', peerId: id })
  })
  live.on(events.live.offer, ({ offer, sender }) => isOther(sender) && traffic.takeOffer(sender, offer))
  live.on(events.live.answer, ({ answer, sender }) => isOther(sender) && traffic.takeAnswer(sender, answer))
  live.on(
    events.live.iceCandidate,
    ({ candidate, sender }) => isOther(sender) && traffic.takeCandidate(sender, candidate),
  )
  listenToClass({
    live,
    roomId,
    isOver: () => store.read().end !== null,
    traffic,
    media,
    change,
    enter: () => void enter(),
  })
  live.on(events.live.participants, (event) => {
    if (event.roomId === roomId) change({ kind: 'participants', participants: event.participants })
  })
  live.on(events.live.message, (message) => {
    change({ kind: 'message', message })
    announcer.add([messageAnnouncement(message)])
  })
  live.on(events.live.messageDeleted, ({ _id }) => change({ kind: 'deleted', messageId: _id }))
  live.on(events.live.muteRequested, (event) => {
    if (event.roomId !== roomId || !mine().audio.on) return
    void media.turn('audio', false)
    toast.info(t`Your microphone was muted by a host`)
  })
  live.on(events.live.removed, (event) => {
    const declined = store.read().connection === 'waiting' && event.reason === 'removed'
    if (event.roomId === roomId) end({ why: declined ? 'declined' : event.reason })
  })
  live.on(events.live.ended, (event) => event.roomId === roomId && end({ why: event.reason }))
  live.onDisconnect(() => change({ kind: 'lost' }))
  live.onConnect(() => void enter())

  let sentFlags = JSON.stringify(traffic.flags())
  const tracks = () => [mine().audio.track, mine().video.track, mine().screen, mine().screenAudio]
  let sentTracks = tracks()
  const stopMedia = media.store.subscribe(() => {
    const nowTracks = tracks()
    if (nowTracks.some((track, index) => track !== sentTracks[index])) traffic.sendTracks()
    sentTracks = nowTracks
    const now = JSON.stringify(traffic.flags())
    if (now !== sentFlags) live.emit('set-state', { roomId, ...traffic.flags() })
    sentFlags = now
  })

  /** Sends a request of this room; an error is shown as a message. Resolves with the reply, or null. */
  async function send<T extends { ok: true }>(name: string, payload: object, failure: string): Promise<T | null> {
    try {
      // the shapes that the contract gives to these callbacks
      const reply = (await live.request(name, { roomId, ...payload })) as T | RoomError
      if (reply.ok) return reply
      toast.error(reply.message)
    } catch {
      toast.error(failure)
    }
    return null
  }

  return {
    store,
    roomId,
    viewing: traffic.viewing,
    speaking: traffic.speaking,
    /** Tries again at once where a connection to the media server is not up. */
    retry: traffic.retry,
    /** The user has seen that they may speak. */
    answerInvitation: () => change({ kind: 'answered' }),
    /** The user has read why they only listen since they came back. */
    seeFloorLost: () => change({ kind: 'floor-seen' }),
    ...moderation(send),
    /** Sends a chat message, which may be a question. Resolves with the message as the others have it; null when it failed. */
    async sendMessage(message: string, question = false): Promise<LiveMessage | null> {
      const body = { message, ...(question && { question }) }
      const reply = await send<SentMessage>('send-message', body, t`Your message was not sent`)
      if (reply) change({ kind: 'message', message: reply.message })
      return reply?.message ?? null
    },
    async deleteMessage(messageId: string): Promise<void> {
      const reply = await send('delete-message', { messageId }, t`The message was not deleted`)
      if (reply) change({ kind: 'deleted', messageId })
    },
    async showOlder(): Promise<void> {
      const [first] = store.read().messages
      try {
        const query = first ? { before: first._id } : {}
        const { messages, more } = await browserApi(calls.live.messages, { params: { lectureId }, query })
        change({ kind: 'older', messages, more })
      } catch (error) {
        toast.error(failureSaying(error, t`Earlier messages could not be loaded`))
      }
    },
    raiseHand(handRaised: boolean): void {
      live.emit('set-state', { roomId, handRaised })
    },
    mute: (peerId: string) => send('mute-participant', { peerId }, t`The microphone was not muted`),
    lowerHand: (peerId: string) => send('lower-hand', { peerId }, t`The hand was not lowered`),
    remove: (peerId: string) => send('remove-participant', { peerId }, t`The participant was not removed`),
    /** Leaves the room for good: releases camera and microphone, clears this tab's slot, and closes the connection. */
    leave(): void {
      if (store.read().end) return
      live.emit('leave-room', { roomId })
      end({ why: 'left' })
    },
  }
}

export type Room = ReturnType<typeof createRoom>
