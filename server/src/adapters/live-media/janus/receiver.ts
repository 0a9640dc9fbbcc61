import { answersAnother, connectionOf } from '@virtual-courses/contract'
import Janode from 'janode'
import VideoRoom, { type Subscription, type VideoRoomHandle, type WantedStream } from 'janode/plugins/videoroom'
import type {
  MediaCandidate,
  MediaDescription,
  MediaListener,
  ReceivedStream,
  StreamKind,
  StreamLayer,
} from '#ports/live-media.ts'
import { ask, type JanusRoom } from './janus-room-access.ts'
import { fragmentsOf } from './sent-offer.ts'

/** A stream of the room: Janus names its publisher, the feed, by a number. */
export type RoomStream = { feed: number; mid: string; peer: string; what: StreamKind }

/** The connection on which a peer receives: a subscriber with an m-line for each stream, on a handle of its own. */
export type Receiver = {
  /** Subscribes to what is new and gives up what is gone; waits while an offer is not answered. */
  follow(): Promise<void>
  /** Repeats an offer that was not answered, renews a connection, or begins a new one where Janus has given it up. */
  resume(): Promise<void>
  answer(answer: MediaDescription): Promise<void>
  candidate(candidate: MediaCandidate, fragment: string | undefined): Promise<boolean>
  chooseLayers(streams: readonly StreamLayer[]): Promise<void>
  end(): Promise<void>
}

type Layer = StreamLayer['layer']
/** Streams whose layer is remembered: more than a room has at once. */
const mostLayers = 64
const substreams: Record<Layer, number> = { off: 0, low: 0, middle: 1, high: 2 }
const nameOf = ({ feed, mid }: { feed: number; mid: string }): string => `${feed} ${mid}`
const isKind = (text: string | undefined): text is StreamKind =>
  text === 'audio' || text === 'camera' || text === 'screen' || text === 'screenAudio'

export function createReceiver(
  { link, access, reach }: JanusRoom,
  peer: string,
  streamsOfRoom: () => readonly RoomStream[],
  listener: Pick<MediaListener, 'offered'>,
): Receiver {
  let handle: VideoRoomHandle | undefined
  let last: { offer: MediaDescription; streams: ReceivedStream[] } | undefined
  let isAnswered = true
  let isBroken = false
  let fragments: string[] = []
  let origin = { id: '', version: 0 }
  const subscribed = new Map<string, RoomStream>()
  const layers = new Map<string, Layer>()
  /** m-lines of video by what they show, as in the last offer */
  let lines = new Map<string, string>()

  const layerOf = ({ peer: from, what }: RoomStream): { send: boolean; substream?: number } => {
    if (what === 'audio' || what === 'screenAudio') return { send: true }
    const layer = layers.get(`${from} ${what}`) ?? 'middle'
    return { send: layer !== 'off', ...(what === 'camera' && { substream: substreams[layer] }) }
  }
  const wanted = (stream: RoomStream): WantedStream => ({ feed: stream.feed, mid: stream.mid, ...layerOf(stream) })

  /**
   * Each offer of Janus names another connection in its origin, where those of one handle are of one (RFC 8866, 5.2): a browser would
   * open another connection, which that handle does not take.
   */
  const describe = ({ type, sdp }: MediaDescription): MediaDescription => {
    const id = origin.id || connectionOf(sdp)
    origin = { id, version: origin.version + 1 }
    return { type, sdp: sdp.replace(/^(o=\S+) \d+ \d+ /m, `$1 ${id} ${origin.version} `) }
  }
  const offer = ({ jsep, streams = [] }: Subscription): void => {
    if (!jsep) return
    isAnswered = false
    const received = streams.flatMap(({ mid, active, feed_display: from, feed_description: what }) =>
      active && from !== undefined && isKind(what) ? [{ mid, peer: from, what }] : [],
    )
    lines = new Map(received.map(({ mid, peer: from, what }) => [`${from} ${what}`, mid]))
    last = { offer: describe(jsep), streams: received }
    listener.offered(peer, last.offer, received)
  }
  const subscribe = async (streams: readonly RoomStream[]): Promise<void> => {
    const { room, pin } = access
    const attached = await link.attach()
    handle = attached
    // Janus offers again by itself when a publisher has gone
    attached.on(VideoRoom.EVENT.VIDEOROOM_UPDATED, (updated: Subscription) => handle === attached && offer(updated))
    attached.on(Janode.EVENT.HANDLE_HANGUP, () => {
      if (handle === attached) isBroken = true
    })
    const join = { room, pin, streams: streams.map(wanted), autoupdate: true, use_msid: false }
    try {
      offer(await ask(attached.joinSubscriber(join)))
    } catch (error) {
      // a publisher may have gone meanwhile: what follows begins with a handle of its own
      await end()
      throw error
    }
    for (const stream of streams) subscribed.set(nameOf(stream), stream)
  }
  const end = async (): Promise<void> => {
    const ended = handle
    handle = undefined
    origin = { id: '', version: 0 }
    isAnswered = true
    isBroken = false
    subscribed.clear()
    lines.clear()
    await ended?.detach().catch(() => {})
  }
  const follow = async (): Promise<void> => {
    if (!isAnswered) return
    const streams = streamsOfRoom().filter((stream) => stream.peer !== peer)
    const names = new Set(streams.map(nameOf))
    const added = streams.filter((stream) => !subscribed.has(nameOf(stream)))
    const gone = [...subscribed.values()].filter((stream) => !names.has(nameOf(stream)))
    for (const stream of gone) subscribed.delete(nameOf(stream))
    if (added.length === 0) return
    if (!handle) return subscribe(added)
    offer(await ask(handle.update({ subscribe: added.map(wanted) })))
    for (const stream of added) subscribed.set(nameOf(stream), stream)
  }
  const restart = async (): Promise<void> => {
    await end()
    await follow()
  }
  return {
    follow,
    async resume() {
      if (isBroken) return restart()
      if (!handle || !last) return
      if (isAnswered) {
        const { jsep } = await ask(handle.configure({ restart: true }))
        if (!jsep) return
        isAnswered = false
        last = { ...last, offer: describe(jsep) }
      }
      listener.offered(peer, last.offer, last.streams)
    },
    async answer({ sdp }) {
      if (!handle || isAnswered || answersAnother(sdp, last?.offer.sdp ?? '')) return
      fragments = fragmentsOf(sdp)
      // an offer that Janus has held back may come with its reply
      isAnswered = true
      reach.watch(handle, peer)
      await ask(handle.start({ jsep: { type: 'answer', sdp } })).catch(async (error: unknown) => {
        await end()
        throw error
      })
    },
    async candidate({ candidate, sdpMid, sdpMLineIndex }, fragment) {
      if (!handle || fragment === undefined || !fragments.includes(fragment)) return false
      const line = { ...(sdpMid != null && { sdpMid }), ...(sdpMLineIndex != null && { sdpMLineIndex }) }
      await ask(handle.trickle({ candidate, ...line }))
      return true
    },
    async chooseLayers(streams) {
      const changed = streams.flatMap(({ peer: from, what, layer }) => {
        const name = `${from} ${what}`
        // also of a stream that is published a moment later
        layers.delete(name)
        layers.set(name, layer)
        for (const oldest of layers.keys()) if (layers.size > mostLayers) layers.delete(oldest)
        const mid = lines.get(name)
        const substream = what === 'camera' && layer !== 'off' && { substream: substreams[layer] }
        return mid === undefined ? [] : [{ mid, send: layer !== 'off', ...substream }]
      })
      if (handle && changed.length > 0) await ask(handle.configure({ streams: changed }))
    },
    end,
  }
}
