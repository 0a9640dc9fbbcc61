import { randomInt } from 'node:crypto'
import { answersAnother } from '@virtual-courses/contract'
import type { FastifyBaseLogger } from 'fastify'
import PQueue from 'p-queue'
import {
  MediaFailure,
  type MediaListener,
  type MediaServers,
  type ReceivedStream,
  type RoomMedia,
  type StreamKind,
} from '#ports/live-media.ts'
import type { ForwarderSettings, SubscriberOffer } from './commands.ts'
import { ForwarderChannel } from './forwarder-channel.ts'

/** The only server: a process of its own beside this one. */
const serverName = 'embedded'
/** A subscriber that is silent for so long has lost its line. */
const silentMs = 3000
const startMs = 10_000
/** What the cameras of a room may take together, so that a line of a home receives all of them. */
const cameraBits = 6_000_000

type Peer = {
  /** as the forwarder knows it: short and plain whatever peers are called */
  name: string
  turn: PQueue
  receives: boolean
  /** waits for its turn to follow the room */
  isToFollow: boolean
  off: Set<string>
  /** the offer that waits for an answer */
  last: { sdp: string; streams: ReceivedStream[] } | null
}
type Part = { listener: MediaListener; peers: Map<string, Peer> }
type Room = {
  parts: Set<Part>
  live: Set<string>
  silenced: Set<string>
  /** its peers follow what has changed as soon as all changes of this moment are known */
  isChanged: boolean
  /** the cameras that share what a line receives, as the forwarder was told last */
  limited: string
}

const emptyRoom = (): Room => ({
  parts: new Set(),
  live: new Set(),
  silenced: new Set(),
  isChanged: false,
  limited: '',
})

const refusedErrors = new Set(['bad_description', 'closed', 'full'])

/** Says what a failed command means to the port. */
async function ask<T>(command: Promise<T>): Promise<T> {
  try {
    return await command
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed'
    throw new MediaFailure(refusedErrors.has(message) ? 'refused' : 'away', `the forwarder: ${message}`)
  }
}

/**
 * Forwards the media of rooms in a process beside this one, which is started again when it ends. It knows one quality of each stream, and
 * the peers of this process alone: for several processes there is Janus.
 */
export function embeddedMedia(
  settings: ForwarderSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MediaServers & { pid(): number | undefined } {
  const rooms = new Map<number, Room>()
  /** by the forwarder's names */
  const known = new Map<string, { id: string; room: Room; part: Part }>()
  let lastName = 0
  /** started with the first room */
  let running: ForwarderChannel | undefined
  const channel = (): ForwarderChannel => {
    if (!running) throw new MediaFailure('away', 'the forwarder is not running')
    return running
  }

  const roomOfFeed = (feed: string) => known.get(feed.slice(0, feed.lastIndexOf('/')))?.room
  const streamsOf = ({ feeds }: SubscriberOffer): ReceivedStream[] =>
    Object.entries(feeds).flatMap(([mid, feed]) => {
      const at = feed.lastIndexOf('/')
      const peer = known.get(feed.slice(0, at))?.id
      return peer === undefined ? [] : [{ mid, peer, what: feed.slice(at + 1) as StreamKind }] // one of the kinds of `publish`
    })
  const peersOf = (room: Room): [Part, string, Peer][] =>
    [...room.parts].flatMap((part) => [...part.peers].map(([id, peer]) => [part, id, peer] as [Part, string, Peer]))

  const offer = (part: Part, id: string, peer: Peer, next: SubscriberOffer | null): void => {
    if (!next) return
    peer.last = { sdp: next.sdp, streams: streamsOf(next) }
    part.listener.offered(id, { type: 'offer', sdp: next.sdp }, peer.last.streams)
  }
  const follow = async (room: Room, part: Part, id: string, peer: Peer): Promise<void> => {
    if (!peer.receives) return
    const feeds = [...room.live].filter((feed) => !feed.startsWith(`${peer.name}/`))
    const next = await ask(channel().subscribe(peer.name, feeds))
    if (next && peer.off.size > 0) await ask(channel().choose(peer.name, [...peer.off]))
    offer(part, id, peer, next)
  }
  const followSoon = (room: Room, part: Part, id: string, peer: Peer): void => {
    if (peer.isToFollow) return
    peer.isToFollow = true
    const turn = peer.turn.add(() => {
      peer.isToFollow = false
      return follow(room, part, id, peer)
    })
    turn.catch((error: unknown) => {
      // without a forwarder the room is lost, which is told
      if (running?.ready) log.warn({ err: error }, 'someone in a live room could not be offered its streams')
    })
  }
  const limitCameras = (room: Room): void => {
    const cameras = [...room.live].filter((feed) => feed.endsWith('/camera'))
    const limited = cameras.join()
    if (limited === room.limited) return
    room.limited = limited
    for (const feed of cameras)
      channel()
        .limit(feed, Math.round(cameraBits / cameras.length))
        .catch(() => {})
  }
  /** Once for all changes of a moment: a class that comes back begins a hundred streams at once, which each of its people receives. */
  const followAll = (room: Room): void => {
    if (room.isChanged) return
    room.isChanged = true
    setImmediate(() => {
      room.isChanged = false
      limitCameras(room)
      for (const [part, id, peer] of peersOf(room)) followSoon(room, part, id, peer)
    })
  }
  const clearPeer = (room: Room, name: string): void => {
    const gone = [...room.live].filter((feed) => feed.startsWith(`${name}/`))
    for (const feed of gone) room.live.delete(feed)
    if (gone.length > 0) followAll(room)
  }

  const open = () =>
    new ForwarderChannel(settings, {
      ready() {},
      live(feed) {
        const room = roomOfFeed(feed)
        if (!room) return
        room.live.add(feed)
        if (room.silenced.has(feed))
          void channel()
            .silence(feed, true)
            .catch(() => {})
        followAll(room)
      },
      lost(name, side) {
        const found = known.get(name)
        if (found && side === 'publisher') clearPeer(found.room, name)
      },
      down(reason) {
        log.warn({ reason }, 'the forwarder of live rooms ended, and starts again')
        const parts = [...rooms.values()].flatMap((room) => [...room.parts])
        rooms.clear()
        known.clear()
        for (const { listener } of parts) listener.lost()
      },
    })

  const start = async (): Promise<void> => {
    running ??= open()
    await ask(running.whenReady(startMs))
  }

  const enter = (number: number, room: Room, listener: MediaListener): RoomMedia => {
    const part: Part = { listener, peers: new Map() }
    room.parts.add(part)
    const peerOf = (id: string): Peer => {
      if (!room.parts.has(part) || rooms.get(number) !== room) throw new MediaFailure('away', 'the room is gone')
      const found = part.peers.get(id)
      if (found) return found
      const peer: Peer = {
        name: `p${++lastName}`,
        turn: new PQueue({ concurrency: 1 }),
        receives: false,
        isToFollow: false,
        off: new Set(),
        last: null,
      }
      part.peers.set(id, peer)
      known.set(peer.name, { id, room, part })
      return peer
    }
    const inTurn = async <T>(id: string, work: (peer: Peer) => Promise<T>): Promise<T> => {
      const peer = peerOf(id)
      return peer.turn.add(() => work(peer))
    }
    /** The forwarder's name of a peer of any part. */
    const feedOf = (id: string, what: string): string | undefined => {
      const found = peersOf(room).find(([, other]) => other === id)
      return found && `${found[2].name}/${what}`
    }
    const end = async (id: string): Promise<void> => {
      const peer = part.peers.get(id)
      if (!peer) return
      part.peers.delete(id)
      await peer.turn.add(() => channel().leave(peer.name)).catch(() => {})
      clearPeer(room, peer.name)
      known.delete(peer.name)
      for (const feed of room.silenced) if (feed.startsWith(`${peer.name}/`)) room.silenced.delete(feed)
    }
    const receive = async (id: string, peer: Peer): Promise<void> => {
      peer.receives = true
      peer.last = null
      await ask(channel().leave(peer.name, 'subscriber'))
      await follow(room, part, id, peer)
    }
    return {
      publish: (id, { sdp }, kinds) =>
        inTurn(id, async (peer) => {
          const { sdp: answer, renewed } = await ask(channel().publish(peer.name, sdp, kinds))
          if (renewed) clearPeer(room, peer.name)
          return { type: 'answer' as const, sdp: answer }
        }),
      receive: (id) => inTurn(id, (peer) => receive(id, peer)),
      resume: (id) =>
        inTurn(id, async (peer) => {
          if (peer.last) listener.offered(id, { type: 'offer', sdp: peer.last.sdp }, peer.last.streams)
          else if ((await ask(channel().sinceReport(peer.name))) > silentMs) await receive(id, peer)
        }),
      answer: (id, { sdp }) =>
        inTurn(id, async (peer) => {
          if (!peer.last || answersAnother(sdp, peer.last.sdp)) return
          peer.last = null
          offer(part, id, peer, await ask(channel().answer(peer.name, sdp)))
          await follow(room, part, id, peer)
        }),
      // the browser's checks show where it is
      candidate: async () => {},
      chooseLayers: (id, streams) =>
        inTurn(id, async (peer) => {
          for (const { peer: from, what, layer } of streams) {
            const feed = feedOf(from, what)
            if (feed && layer === 'off') peer.off.add(feed)
            else if (feed) peer.off.delete(feed)
          }
          for (const feed of peer.off) if (!known.has(feed.slice(0, feed.lastIndexOf('/')))) peer.off.delete(feed)
          await ask(channel().choose(peer.name, [...peer.off]))
        }),
      async silence(id, what, silent) {
        const feed = feedOf(id, what)
        if (!feed) return
        if (silent) room.silenced.add(feed)
        else room.silenced.delete(feed)
        await ask(channel().silence(feed, silent))
      },
      async record(isOn) {
        if (isOn) throw new MediaFailure('refused', 'the forwarder does not record: that needs Janus')
      },
      unpublish: (id) =>
        inTurn(id, async (peer) => {
          await ask(channel().leave(peer.name, 'publisher'))
          clearPeer(room, peer.name)
        }),
      leave: end,
      async close() {
        await Promise.all([...part.peers.keys()].map(end))
        room.parts.delete(part)
        // `enter` makes it again
        if (room.parts.size === 0 && rooms.get(number) === room) rooms.delete(number)
      },
    }
  }

  return {
    forwards: true,
    servers: [serverName],
    async openRoom() {
      await start()
      const room = randomInt(1, 2 ** 47)
      rooms.set(room, emptyRoom())
      return { server: serverName, room }
    },
    async enter({ room }, listener) {
      await start()
      const found = rooms.get(room) ?? emptyRoom()
      rooms.set(room, found)
      return enter(room, found, listener)
    },
    async closeRoom({ room }) {
      const found = rooms.get(room)
      if (!found) return
      rooms.delete(room)
      for (const [, , { name }] of peersOf(found)) {
        known.delete(name)
        await channel()
          .leave(name)
          .catch(() => {})
      }
    },
    async check() {
      if (running) await ask(running.whenReady(startMs).then(() => channel().stats()))
    },
    close: async () => running?.close(),
    pid: () => running?.pid,
  }
}
