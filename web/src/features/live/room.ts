import { t } from '@lingui/core/macro'
import { api as calls, events, type JoinedRoom, type RoomError, type SentMessage } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { type LiveConnection, openLiveConnection } from '#lib/connection/live-connection.ts'
import { createStore } from '#lib/create-store.ts'
import { toast } from '#ui/overlays/toast.ts'
import { iceServersFor } from './media/ice-servers.ts'
import { isSent, type LocalMediaControl } from './media/local-media.ts'
import { createMesh, type Link } from './media/mesh.ts'
import { readCandidate, readDescription } from './media/signal.ts'
import { clearSlot, readSlot, saveSlot } from './participant-slot.ts'
import { createAnnouncer, messageAnnouncement, participantChanges } from './room-announcements.ts'
import { changeRoom, emptyRoom, type RoomChange, type RoomEnd, type RoomState } from './room-state.ts'

export type RoomView = RoomState & {
  links: ReadonlyMap<string, Link>
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
  const store = createStore<RoomView>({ ...emptyRoom, links: new Map(), announcement: '' })
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

  const mine = () => {
    const { audio, video, screen } = media.store.read()
    return { audio, video, screen }
  }
  const mesh = createMesh({
    iceServers: iceServersFor(lectureId),
    tracks: () => {
      const { audio, video, screen } = mine()
      return { audio: audio.track, video: screen ?? video.track }
    },
    sending: () => ({ what: mine().screen ? 'screen' : 'camera', isEducator: isOwner }),
    send(to, signal) {
      if ('sdp' in signal) live.emit(signal.type, { [signal.type]: signal, to, roomId })
      else live.emit('ice-candidate', { candidate: signal, to, roomId })
    },
    onChange: () => !store.read().end && set({ links: mesh.links() }),
  })

  function change(what: RoomChange): void {
    const before = store.read()
    const after = changeRoom(before, what)
    if (after === before) return
    set(after)
    if (what.kind === 'participants' || what.kind === 'left')
      announcer.add(participantChanges(before.participants, after.participants, after.me))
    if (after.connection !== 'joined' || after.end) return
    const here = after.participants.filter(({ peerId }) => peerId !== after.me)
    const ids = new Set(here.map(({ peerId }) => peerId))
    for (const id of mesh.ids()) if (!ids.has(id)) mesh.drop(id)
    mesh.expect(here.filter(({ connected }) => connected).map(({ peerId }) => peerId))
  }

  function release(): void {
    for (const timer of timers) clearTimeout(timer)
    stopMedia()
    announcer.close()
    mesh.close()
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

  const flags = () => {
    const { audio, video, screen } = mine()
    return { audio: isSent(audio), video: screen !== null || isSent(video), screen: screen !== null }
  }

  async function enter(): Promise<void> {
    const slot = readSlot(roomId)
    const { audio, video } = flags()
    const options = {
      ...(slot && { slotToken: slot.token, ...(mesh.ids().length === 0 && { fresh: true }) }),
      audio,
      video,
    }
    try {
      // the shapes that the contract gives to this callback
      const reply = (await live.request('join-room', roomId, options)) as JoinedRoom | RoomError
      if (store.read().end) return
      if (!reply.ok) {
        if (temporary.has(reply.code)) later(retryMs, () => void enter())
        else end({ why: 'refused', code: reply.code, message: reply.message })
        return
      }
      saveSlot(roomId, { peerId: reply.peerId, token: reply.slotToken })
      mesh.enter(reply.peerId)
      change({ kind: 'joined', room: reply })
      mesh.reconnect()
      live.emit('set-state', { roomId, ...flags() })
      if (store.read().settling) later(settleMs, () => change({ kind: 'settled' }))
    } catch {
      // the connection was lost: its return tries again; or the server is slow
      later(retryMs, () => store.read().connection !== 'joined' && void enter())
    }
  }

  const isOther = (id: string): boolean => !store.read().end && id !== store.read().me

  live.on(events.live.userConnected, (id) => isOther(id) && mesh.meet(id))
  live.on(events.live.userDisconnected, (id) => {
    mesh.drop(id)
    change({ kind: 'left', peerId: id })
  })
  live.on(events.live.offer, ({ offer, sender }) => {
    const description = readDescription(offer, 'offer')
    if (description && isOther(sender)) mesh.takeOffer(sender, description)
  })
  live.on(events.live.answer, ({ answer, sender }) => {
    const description = readDescription(answer, 'answer')
    if (description && isOther(sender)) mesh.takeAnswer(sender, description)
  })
  live.on(events.live.iceCandidate, ({ candidate, sender }) => {
    const read = readCandidate(candidate)
    if (read && isOther(sender)) mesh.takeCandidate(sender, read)
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
    toast.info(t`The educator muted your microphone`)
  })
  live.on(events.live.removed, (event) => event.roomId === roomId && end({ why: event.reason }))
  live.on(events.live.ended, (event) => event.roomId === roomId && end({ why: event.reason }))
  live.onDisconnect(() => change({ kind: 'lost' }))
  live.onConnect(() => void enter())

  let sentFlags = JSON.stringify(flags())
  let sentTracks = [mine().audio.track, mine().video.track, mine().screen]
  const stopMedia = media.store.subscribe(() => {
    const tracks = [mine().audio.track, mine().video.track, mine().screen]
    if (tracks.some((track, index) => track !== sentTracks[index])) mesh.sendTracks()
    sentTracks = tracks
    const now = JSON.stringify(flags())
    if (now !== sentFlags) live.emit('set-state', { roomId, ...flags() })
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
    /** Sends a chat message; false when it failed. */
    async sendMessage(message: string): Promise<boolean> {
      const reply = await send<SentMessage>('send-message', { message }, t`Your message was not sent`)
      if (reply) change({ kind: 'message', message: reply.message })
      return reply !== null
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
      } catch {
        toast.error(t`Earlier messages could not be loaded`)
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
