import { liveEvents, mediaPeer } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { MediaRoom, MediaServers, ReceivedStream, RoomMedia } from '#ports/live-media.ts'
import type { Rooms } from '#ports/rooms.ts'
import { peerName } from '../room/slots.ts'

type Deps = Pick<FeatureDeps, 'log'> & {
  /** Brings this process's part in a room up to date, when it has just entered. */
  prepare(roomId: string, part: RoomMedia): Promise<void>
}

/** Delays in milliseconds before a media server that was lost is asked again; the last one stays. */
const retryDelays = [250, 500, 1000, 2000, 4000, 8000]

/** A forwarded room in which this process has peers. */
type Held = {
  at: MediaRoom
  peers: Set<string>
  /** this process's part in it; undefined while the media server is away */
  part: Promise<RoomMedia> | undefined
  failures: number
  retry: NodeJS.Timeout | undefined
}

/** The forwarded rooms of this process: who of its peers is in them, and the way to their media servers. */
export type MediaRooms = {
  /** Greets a peer, which then offers what it sends and is offered what it receives. One that is there keeps its connections. */
  add(roomId: string, at: MediaRoom, peer: string, fresh: boolean): Promise<void>
  has(roomId: string, peer: string): boolean
  isHeld(roomId: string): boolean
  peers(roomId: string): string[]
  /** Returns this process's part in a room; undefined for one that it has no peers in. Throws MediaFailure. */
  part(roomId: string): Promise<RoomMedia | undefined>
  /** Greets a peer again, which drops its connections. */
  greet(roomId: string, peer: string): Promise<void>
  remove(roomId: string, peer: string): Promise<void>
  /** Gives up a room that has ended, and ends it on its media server. */
  end(roomId: string, at: MediaRoom): Promise<void>
  /** Number of rooms, of peers, and of rooms whose media server is away. */
  counts(): { rooms: number; peers: number; away: number }
  close(): Promise<void>
}

export function createMediaRooms({ log, prepare }: Deps, media: MediaServers, rooms: Rooms): MediaRooms {
  const all = new Map<string, Held>()

  const offered = (roomId: string) => (peer: string, offer: object, streams: ReceivedStream[]) => {
    const feeds = streams.map(({ mid, peer: peerId, what }) => ({ mid, peerId, what }))
    rooms.emit(peerName(roomId, peer), liveEvents.feeds, { roomId, feeds })
    rooms.emit(peerName(roomId, peer), liveEvents.offer, { offer, sender: mediaPeer })
  }
  const retryLater = (roomId: string, held: Held): void => {
    if (all.get(roomId) !== held || held.retry) return
    const delay = retryDelays[Math.min(held.failures, retryDelays.length - 1)]
    held.failures++
    held.retry = setTimeout(() => {
      held.retry = undefined
      restore(roomId, held).catch((error: unknown) => log.warn({ err: error }, 'a live room is without media'))
    }, delay).unref()
  }
  const lost = (roomId: string, held: Held): void => {
    held.part = undefined
    for (const peer of held.peers) rooms.emit(peerName(roomId, peer), liveEvents.mediaLost, { roomId })
    retryLater(roomId, held)
  }
  const partOf = (roomId: string, held: Held): Promise<RoomMedia> => {
    if (held.part) return held.part
    const listener = { offered: offered(roomId), lost: () => held.part === entering && lost(roomId, held) }
    const entering: Promise<RoomMedia> = media.enter(held.at, listener).then(async (part) => {
      try {
        await prepare(roomId, part)
      } catch (error) {
        await part.close().catch(() => {})
        throw error
      }
      return part
    })
    held.part = entering
    entering.then(
      () => {
        held.failures = 0
      },
      () => {
        if (held.part === entering) held.part = undefined
        retryLater(roomId, held)
      },
    )
    return entering
  }
  const greet = async (roomId: string, held: Held, peer: string): Promise<void> => {
    const part = await partOf(roomId, held)
    if (!held.peers.has(peer)) return
    rooms.emit(peerName(roomId, peer), liveEvents.mediaReady, { roomId })
    await part.receive(peer)
  }
  const restore = async (roomId: string, held: Held): Promise<void> => {
    if (all.get(roomId) !== held) return
    await partOf(roomId, held)
    await Promise.all([...held.peers].map((peer) => greet(roomId, held, peer)))
  }
  const release = async (roomId: string, held: Held): Promise<void> => {
    all.delete(roomId)
    clearTimeout(held.retry)
    await (await held.part?.catch(() => undefined))?.close()
  }
  return {
    async add(roomId, at, peer, fresh) {
      const held = all.get(roomId) ?? { at, peers: new Set<string>(), part: undefined, failures: 0, retry: undefined }
      all.set(roomId, held)
      const isThere = held.peers.has(peer) && held.part !== undefined && !fresh
      held.peers.add(peer)
      if (isThere) await (await held.part)?.resume(peer)
      else await greet(roomId, held, peer)
    },
    has: (roomId, peer) => all.get(roomId)?.peers.has(peer) ?? false,
    isHeld: (roomId) => all.has(roomId),
    peers: (roomId) => [...(all.get(roomId)?.peers ?? [])],
    async part(roomId) {
      const held = all.get(roomId)
      return held && partOf(roomId, held)
    },
    async greet(roomId, peer) {
      const held = all.get(roomId)
      if (held?.peers.has(peer)) await greet(roomId, held, peer)
    },
    async remove(roomId, peer) {
      const held = all.get(roomId)
      if (!held?.peers.delete(peer)) return
      if (held.peers.size === 0) return release(roomId, held)
      await (await held.part?.catch(() => undefined))?.leave(peer)
    },
    async end(roomId, at) {
      const held = all.get(roomId)
      if (held) await release(roomId, held)
      await media.closeRoom(at)
    },
    counts() {
      const held = [...all.values()]
      const peers = held.reduce((sum, one) => sum + one.peers.size, 0)
      return { rooms: held.length, peers, away: held.filter(({ part }) => part === undefined).length }
    },
    async close() {
      await Promise.all([...all].map(([roomId, held]) => release(roomId, held)))
    },
  }
}
