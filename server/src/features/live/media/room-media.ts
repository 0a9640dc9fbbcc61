import {
  type JoinOptions,
  liveEvents,
  mediaPeer,
  messageOf,
  type RoomMessages,
  withOfferName,
} from '@virtual-courses/contract'
import type { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { speak } from '#core/languages/language.ts'
import { MediaFailure, type RoomMedia, type StreamKind } from '#ports/live-media.ts'
import type { RoomSocket, Rooms } from '#ports/rooms.ts'
import { findRunning } from '../recording/recording-queries.ts'
import { findMember } from '../room/participant-queries.ts'
import type { RoomEvent, SignalName } from '../room/room-events.ts'
import { peerName, roomName, type Slot, type Slots } from '../room/slots.ts'
import { isHost } from '../rules.ts'
import { findMediaRoom } from './media-queries.ts'
import { createMediaRooms } from './media-rooms.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'liveMedia'>
type Signal = z.output<(typeof RoomMessages)[SignalName]>
type Layers = z.output<(typeof RoomMessages)['choose-layers']>['streams']

/** Milliseconds for which the media of a peer go on whose connection to this process was lost. */
const lostPeerMs = 10_000

const speakerKinds: readonly StreamKind[] = ['audio', 'camera']
const hostKinds: readonly StreamKind[] = ['audio', 'camera', 'screen', 'screenAudio']

/** What forwarded rooms do with the sockets of this process. In a mesh, and without media servers, nothing. */
export type RoomMediaHandler = {
  /** Called when a socket has entered. */
  entered(slot: Slot, options: JoinOptions): void
  /** Called when the connection of a socket with a slot was lost, which may come back. */
  lost(slot: Slot): void
  /** Called for everything that happens in rooms. */
  happened(event: RoomEvent): void
  /** Takes a signal; false for one that peers of a mesh exchange. */
  signal(slot: Slot, name: SignalName, payload: Signal): Promise<boolean>
  chooseLayers(slot: Slot, streams: Layers): Promise<void>
  /** Lets through again what a participant has switched on. */
  switchedOn(slot: Slot, what: 'audio' | 'camera'): void
  /** Besides those of `MediaRooms`, the number of media servers that people do not reach. */
  counts(): { rooms: number; peers: number; away: number; unreached: number }
  close(): Promise<void>
}

const none: RoomMediaHandler = {
  entered: () => {},
  lost: () => {},
  happened: () => {},
  signal: async () => false,
  chooseLayers: async () => {},
  switchedOn: () => {},
  counts: () => ({ rooms: 0, peers: 0, away: 0, unreached: 0 }),
  close: async () => {},
}

export function createRoomMedia({ db, log, liveMedia }: Deps, rooms: Rooms, slots: Slots): RoomMediaHandler {
  if (!liveMedia.forwards) return none
  /** Records while a recording of the session runs. */
  const record = async (roomId: string, part: RoomMedia | undefined): Promise<void> => {
    await part?.record((await findRunning(db, roomId)) !== undefined)
  }
  const media = createMediaRooms({ log, prepare: record }, liveMedia, rooms)
  /** peers of this process whose connection is lost, until their media end */
  const lostPeers = new Map<string, NodeJS.Timeout>()
  /** what hosts have silenced, by peer and kind */
  const silenced = new Set<string>()
  /** what peers of this process send */
  const published = new Map<string, readonly StreamKind[]>()

  /** Does work that no one waits for. */
  const begin = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => log.warn({ err: error }, 'media of a live room'))
  }
  const clearPeer = (peer: string): void => {
    clearTimeout(lostPeers.get(peer))
    lostPeers.delete(peer)
    published.delete(peer)
    for (const what of ['audio', 'camera']) silenced.delete(`${peer} ${what}`)
  }
  const drop = async (roomId: string, peer: string): Promise<void> => {
    clearPeer(peer)
    await media.remove(roomId, peer)
  }
  const add = async ({ roomId, peerId }: Slot, fresh: boolean): Promise<void> => {
    const at = await findMediaRoom(db, roomId)
    // once it has ended, no one would give it up again
    if (at?.isOpen) await media.add(roomId, at, peerId, fresh)
  }
  /** Moves everyone of this process from the mesh to the media server; old browsers stay behind with the chat. */
  const move = async (roomId: string): Promise<void> => {
    const here = rooms.members(roomName(roomId)).flatMap((socket) => {
      const slot = slots.of(socket, roomId)
      return slot ? [{ socket, slot }] : []
    })
    for (const { socket, slot } of here) if (!slot.forwarded) refuseOld(rooms, socket)
    await Promise.all(here.filter(({ slot }) => slot.forwarded).map(({ slot }) => add(slot, false)))
  }
  const kindsOf = async (roomId: string, peer: string): Promise<readonly StreamKind[]> => {
    const member = await findMember(db, roomId, peer)
    if (!member?.admitted || member.role === 'listener') return []
    return isHost(member.role) ? hostKinds : speakerKinds
  }
  /** When a new role may send less, the connection ends; who may still send begins again. */
  const follow = async (roomId: string, peer: string): Promise<void> => {
    const before = published.get(peer)
    if (!before || !media.has(roomId, peer)) return
    const kinds = await kindsOf(roomId, peer)
    if (kinds.length >= before.length) return
    published.delete(peer)
    await (await media.part(roomId))?.unpublish(peer)
    if (kinds.length > 0) await media.greet(roomId, peer)
  }
  const silence = async (roomId: string, peer: string, what: 'audio' | 'camera', silent: boolean): Promise<void> => {
    if (!media.has(roomId, peer)) return
    if (silent) silenced.add(`${peer} ${what}`)
    else if (!silenced.delete(`${peer} ${what}`)) return
    await (await media.part(roomId))?.silence(peer, what, silent)
  }
  const end = async (roomId: string): Promise<void> => {
    for (const peer of media.peers(roomId)) clearPeer(peer)
    const at = await findMediaRoom(db, roomId)
    if (at) await media.end(roomId, at)
  }

  const publish = async ({ roomId, peerId }: Slot, part: RoomMedia, sdp: string): Promise<void> => {
    const kinds = await kindsOf(roomId, peerId)
    if (kinds.length === 0) throw new DomainError('forbidden')
    published.set(peerId, kinds)
    const answer = await part.publish(peerId, { type: 'offer', sdp }, kinds)
    // the role may have changed meanwhile, and the end of the old connection have come before this one
    if ((await kindsOf(roomId, peerId)).length < kinds.length) {
      published.delete(peerId)
      if (media.has(roomId, peerId)) await part.unpublish(peerId)
      else await part.leave(peerId)
      throw new DomainError('forbidden')
    }
    for (const what of ['audio', 'camera'] as const)
      if (silenced.has(`${peerId} ${what}`)) await part.silence(peerId, what, true)
    const named = { ...answer, sdp: withOfferName(answer.sdp, sdp) }
    rooms.emit(peerName(roomId, peerId), liveEvents.answer, { answer: named, sender: mediaPeer })
  }
  const toMediaServer = async (slot: Slot, name: SignalName, payload: Signal): Promise<void> => {
    const part = media.has(slot.roomId, slot.peerId) ? await media.part(slot.roomId) : undefined
    if (!part) return
    if (name === 'offer' && 'offer' in payload) await publish(slot, part, payload.offer.sdp)
    if (name === 'answer' && 'answer' in payload)
      await part.answer(slot.peerId, { type: 'answer', sdp: payload.answer.sdp })
    if (name === 'ice-candidate' && 'candidate' in payload && typeof payload.candidate === 'object')
      await part.candidate(slot.peerId, payload.candidate)
  }

  return {
    entered(slot, { fresh = false }) {
      clearTimeout(lostPeers.get(slot.peerId))
      lostPeers.delete(slot.peerId)
      if (slot.forwarded && !slot.waiting) begin(add(slot, fresh))
    },
    lost({ roomId, peerId }) {
      if (!media.has(roomId, peerId)) return
      clearTimeout(lostPeers.get(peerId))
      lostPeers.set(peerId, setTimeout(() => begin(drop(roomId, peerId)), lostPeerMs).unref())
    },
    happened(event) {
      const { room } = event
      if (event.kind === 'moved') begin(move(room))
      else if (event.kind === 'left') begin(drop(room, event.peer))
      else if (event.kind === 'room') begin(media.part(room).then((part) => record(room, part)))
      else if (event.kind === 'role') begin(follow(room, event.peer))
      else if (event.kind === 'muted') begin(silence(room, event.peer, 'audio', true))
      else if (event.kind === 'camera-off') begin(silence(room, event.peer, 'camera', true))
      else if (event.kind === 'all-muted')
        for (const peer of media.peers(room)) {
          if (!event.hosts.includes(peer)) begin(silence(room, peer, 'audio', true))
        }
      else if (event.kind === 'ended') begin(end(room))
    },
    async signal(slot, name, payload) {
      if (payload.to !== mediaPeer) return media.isHeld(slot.roomId)
      await toMediaServer(slot, name, payload).catch(explain)
      return true
    },
    async chooseLayers({ roomId, peerId }, streams) {
      const part = media.has(roomId, peerId) ? await media.part(roomId).catch(explain) : undefined
      await part
        ?.chooseLayers(
          peerId,
          streams.map(({ peerId: peer, what, layer }) => ({ peer, what, layer })),
        )
        .catch(explain)
    },
    switchedOn: ({ roomId, peerId }, what) => begin(silence(roomId, peerId, what, false)),
    counts: () => ({ ...media.counts(), unreached: liveMedia.unreached?.().length ?? 0 }),
    close: () => media.close(),
  }
}

function refuseOld(rooms: Rooms, socket: RoomSocket): void {
  const code = 'live_needs_update'
  rooms.emit(socket.id, liveEvents.refused, { code, message: speak(socket.data.language)(messageOf(code)) })
}

/** A failure of a media server, as the browser is told it. */
function explain(error: unknown): never {
  if (!(error instanceof MediaFailure)) throw error
  throw new DomainError(error.kind === 'refused' ? 'invalid_input' : 'media_away')
}
