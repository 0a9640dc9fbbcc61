import { api as calls, events, type JoinedRoom, type RoomRefusal, type SentMessage } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { createStore } from '#lib/create-store.ts'
import { type Live, openLive } from '#lib/live.ts'
import { toast } from '#ui/toast.ts'
import { createAnnouncer } from './announcer.ts'
import { iceServersFor } from './ice-servers.ts'
import { isSent, type LocalMediaControl } from './local-media.ts'
import { createMesh, type Link } from './mesh.ts'
import { forgetPlace, keepPlace, readPlace } from './place.ts'
import { messageNews, peopleNews } from './room-news.ts'
import { changeRoom, emptyRoom, type RoomChange, type RoomEnd, type RoomState } from './room-state.ts'
import { readCandidate, readDescription } from './signal.ts'

export type RoomView = RoomState & {
  links: ReadonlyMap<string, Link>
  /** what happened last, for who does not see it */
  announcement: string
}

type RoomOptions = { lectureId: string; roomId: string; isOwner: boolean; media: LocalMediaControl }

/** How long everybody has to come back after a break that may have been the server's, in milliseconds. */
const settleMs = 15_000
/** Refusals that pass by themselves are tried again after so many milliseconds. */
const againMs = 2000
const passing = new Set(['rate_limited', 'internal'])

/** My place in a room: the line to the server, connections to the others, and what both say. Begins to join at once. */
export function createRoom({ lectureId, roomId, isOwner, media }: RoomOptions) {
  const store = createStore<RoomView>({ ...emptyRoom, links: new Map(), announcement: '' })
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const live: Live = openLive()
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
      if ('sdp' in signal) live.say(signal.type, { [signal.type]: signal, to, roomId })
      else live.say('ice-candidate', { candidate: signal, to, roomId })
    },
    onChange: () => !store.read().end && set({ links: mesh.links() }),
  })

  function change(what: RoomChange): void {
    const before = store.read()
    const after = changeRoom(before, what)
    if (after === before) return
    set(after)
    if (what.kind === 'participants' || what.kind === 'left')
      announcer.add(peopleNews(before.participants, after.participants, after.me))
    if (after.line !== 'joined' || after.end) return
    const here = after.participants.filter(({ peerId }) => peerId !== after.me)
    const ids = new Set(here.map(({ peerId }) => peerId))
    for (const id of mesh.ids()) if (!ids.has(id)) mesh.drop(id)
    mesh.expect(here.filter(({ connected }) => connected).map(({ peerId }) => peerId))
  }

  function shut(): void {
    for (const timer of timers) clearTimeout(timer)
    stopMedia()
    announcer.close()
    mesh.close()
    live.close({ hangUp: true })
    media.close()
  }

  function end(how: RoomEnd): void {
    if (store.read().end) return
    if (how.why !== 'elsewhere') forgetPlace(roomId)
    change({ kind: 'end', end: how })
    set({ links: new Map() })
    shut()
  }

  const flags = () => {
    const { audio, video, screen } = mine()
    return { audio: isSent(audio), video: screen !== null || isSent(video), screen: screen !== null }
  }

  async function enter(): Promise<void> {
    const place = readPlace(roomId)
    const { audio, video } = flags()
    const options = {
      ...(place && { placeToken: place.token, ...(mesh.ids().length === 0 && { fresh: true }) }),
      audio,
      video,
    }
    try {
      // the shapes that the contract gives to this callback
      const reply = (await live.ask('join-room', roomId, options)) as JoinedRoom | RoomRefusal
      if (store.read().end) return
      if (!reply.ok) {
        if (passing.has(reply.code)) later(againMs, () => void enter())
        else end({ why: 'refused', code: reply.code, message: reply.message })
        return
      }
      keepPlace(roomId, { peerId: reply.peerId, token: reply.placeToken })
      mesh.enter(reply.peerId)
      change({ kind: 'joined', room: reply })
      mesh.mend()
      live.say('set-state', { roomId, ...flags() })
      if (store.read().settling) later(settleMs, () => change({ kind: 'settled' }))
    } catch {
      // the line broke: its return tries again; or the server is slow
      later(againMs, () => store.read().line !== 'joined' && void enter())
    }
  }

  const known = (id: string): boolean => !store.read().end && id !== store.read().me

  live.on(events.live.userConnected, (id) => known(id) && mesh.meet(id))
  live.on(events.live.userDisconnected, (id) => {
    mesh.drop(id)
    change({ kind: 'left', peerId: id })
  })
  live.on(events.live.offer, ({ offer, sender }) => {
    const description = readDescription(offer, 'offer')
    if (description && known(sender)) mesh.takeOffer(sender, description)
  })
  live.on(events.live.answer, ({ answer, sender }) => {
    const description = readDescription(answer, 'answer')
    if (description && known(sender)) mesh.takeAnswer(sender, description)
  })
  live.on(events.live.iceCandidate, ({ candidate, sender }) => {
    const read = readCandidate(candidate)
    if (read && known(sender)) mesh.takeCandidate(sender, read)
  })
  live.on(events.live.participants, (who) => {
    if (who.roomId === roomId) change({ kind: 'participants', participants: who.participants })
  })
  live.on(events.live.message, (message) => {
    change({ kind: 'message', message })
    announcer.add([messageNews(message)])
  })
  live.on(events.live.messageDeleted, ({ _id }) => change({ kind: 'deleted', messageId: _id }))
  live.on(events.live.muteRequested, (who) => {
    if (who.roomId !== roomId || !mine().audio.on) return
    void media.turn('audio', false)
    toast.info('The educator muted your microphone')
  })
  live.on(events.live.removed, (who) => who.roomId === roomId && end({ why: who.reason }))
  live.on(events.live.ended, (who) => who.roomId === roomId && end({ why: who.reason }))
  live.onLost(() => change({ kind: 'lost' }))
  live.onConnect(() => void enter())

  let said = JSON.stringify(flags())
  let sent = [mine().audio.track, mine().video.track, mine().screen]
  const stopMedia = media.store.subscribe(() => {
    const tracks = [mine().audio.track, mine().video.track, mine().screen]
    if (tracks.some((track, index) => track !== sent[index])) mesh.sendTracks()
    sent = tracks
    const now = JSON.stringify(flags())
    if (now !== said) live.say('set-state', { roomId, ...flags() })
    said = now
  })

  /** Asks for something to be done; a refusal is shown. Answers what came back, or null. */
  async function done<T extends { ok: true }>(name: string, payload: object, failure: string): Promise<T | null> {
    try {
      // the shapes that the contract gives to these callbacks
      const reply = (await live.ask(name, { roomId, ...payload })) as T | RoomRefusal
      if (reply.ok) return reply
      toast.error(reply.message)
    } catch {
      toast.error(failure)
    }
    return null
  }

  return {
    store,
    /** Sends a chat message; false when it was not taken. */
    async send(message: string): Promise<boolean> {
      const reply = await done<SentMessage>('send-message', { message }, 'Your message was not sent')
      if (reply) change({ kind: 'message', message: reply.message })
      return reply !== null
    },
    async deleteMessage(messageId: string): Promise<void> {
      const reply = await done('delete-message', { messageId }, 'The message was not deleted')
      if (reply) change({ kind: 'deleted', messageId })
    },
    async showOlder(): Promise<void> {
      const [first] = store.read().messages
      try {
        const query = first ? { before: first._id } : {}
        const { messages, more } = await browserApi(calls.live.messages, { params: { lectureId }, query })
        change({ kind: 'older', messages, more })
      } catch {
        toast.error('Earlier messages could not be loaded')
      }
    },
    raiseHand(handRaised: boolean): void {
      live.say('set-state', { roomId, handRaised })
    },
    mute: (peerId: string) => done('mute-participant', { peerId }, 'The microphone was not muted'),
    lowerHand: (peerId: string) => done('lower-hand', { peerId }, 'The hand was not lowered'),
    remove: (peerId: string) => done('remove-participant', { peerId }, 'Nobody was removed'),
    /** Leaves the room for good: camera and microphone are freed, the session of this tab is cleared, the line is cut. */
    leave(): void {
      if (store.read().end) return
      live.say('leave-room', { roomId })
      end({ why: 'left' })
    },
  }
}

export type Room = ReturnType<typeof createRoom>
