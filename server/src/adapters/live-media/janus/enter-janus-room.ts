import type { FastifyBaseLogger } from 'fastify'
import VideoRoom, { type Publisher, type VideoRoomHandle } from 'janode/plugins/videoroom'
import PQueue from 'p-queue'
import { MediaFailure, type MediaListener, type RoomMedia, type StreamKind } from '#ports/live-media.ts'
import { ask, codeOf, isNoSuchRoom, type JanusRoom } from './janus-room-access.ts'
import { createReceiver, type Receiver, type RoomStream } from './receiver.ts'
import { createSender, type Sender } from './sender.ts'

type Peer = { turn: PQueue; sender: Sender; receiver: Receiver | undefined }
type Log = Pick<FastifyBaseLogger, 'warn'>

const kinds: readonly string[] = ['audio', 'camera', 'screen', 'screenAudio'] satisfies StreamKind[]

/** Code of the plugin: there is such a room already. */
const roomExists = 427
/** Publishers of a room: more than speakers and hosts, because one who comes back may be there twice for a moment. */
const mostPublishers = 40
/** Seconds between two requests for a key frame. */
const keyFrameSeconds = 10

/** Makes a room unless it is there. */
export async function makeRoom(handle: VideoRoomHandle, { access, recordings }: JanusRoom): Promise<void> {
  const { room, secret, pin } = access
  const settings = {
    is_private: true,
    max_publishers: mostPublishers,
    fir_freq: keyFrameSeconds,
    audiocodec: 'opus',
    videocodec: 'vp8',
    // browsers turn the picture themselves: what is recorded is upright
    videoorient_ext: false,
    ...(recordings !== undefined && { rec_dir: recordings }),
  }
  await ask(
    handle.create({ room, secret, pin, ...settings }).catch((error: unknown) => {
      if (codeOf(error) !== roomExists) throw error
    }),
  )
}

/** Takes part in a room of Janus for the peers of this process: a handle of its own watches who publishes. */
export async function enterJanusRoom(janus: JanusRoom, listener: MediaListener, log: Log): Promise<RoomMedia> {
  const { link, access } = janus
  const { room, secret, pin } = access
  const feeds = new Map<number, RoomStream[]>()
  const peers = new Map<string, Peer>()
  /** what peers of this process may not send at the moment, on whichever connection, by peer and kind */
  const silenced = new Set<string>()
  let isRecorded = false
  let isClosed = false
  const streams = () => [...feeds.values()].flat()
  const fail = (error: unknown) => log.warn({ err: error }, 'a call to Janus failed')

  const peerOf = (id: string): Peer => {
    const known = peers.get(id)
    if (known) return known
    if (isClosed) throw new MediaFailure('away', 'this part in the room was given up')
    const peer = { turn: new PQueue({ concurrency: 1 }), sender: createSender(janus, id), receiver: undefined }
    peers.set(id, peer)
    if (isRecorded) void peer.turn.add(() => peer.sender.record(true)).catch(fail)
    return peer
  }
  const inTurn = async <T>(id: string, work: (peer: Peer) => Promise<T>): Promise<T> => {
    const peer = peerOf(id)
    return peer.turn.add(() => work(peer))
  }
  const followAll = (): void => {
    for (const { turn, receiver } of peers.values()) if (receiver) void turn.add(() => receiver.follow()).catch(fail)
  }

  const watcher = await link.attach()
  const moderate = ({ feed, mid }: RoomStream, mute: boolean) =>
    ask(watcher.message({ request: 'moderate', room, secret, id: feed, mid, mute }))
  const take = (publishers: readonly Publisher[]): void => {
    for (const { feed, display = '', streams: sent = [] } of publishers) {
      // who came back through another process may still be published by the one that is gone
      for (const [other, [one]] of feeds)
        if (other !== feed && one?.peer === display) {
          feeds.delete(other)
          ask(watcher.kick({ room, secret, feed: other })).catch(() => {})
        }
      const known = sent.flatMap(
        ({ mid, disabled, description: what = '' }) =>
          disabled || !kinds.includes(what) ? [] : [{ feed, mid, peer: display, what: what as StreamKind }], // one of the kinds
      )
      feeds.set(feed, known)
      // Janus knows of a connection, which is another one here
      for (const stream of known) if (silenced.has(`${stream.peer} ${stream.what}`)) moderate(stream, true).catch(fail)
    }
    followAll()
  }
  const gone = ({ feed }: { feed: number }): void => {
    if (feeds.delete(feed)) followAll()
  }
  watcher.on(VideoRoom.EVENT.VIDEOROOM_PUB_LIST, ({ publishers }: { publishers: Publisher[] }) => take(publishers))
  watcher.on(VideoRoom.EVENT.VIDEOROOM_UNPUBLISHED, gone)
  watcher.on(VideoRoom.EVENT.VIDEOROOM_LEAVING, gone)
  const join = () => ask(watcher.joinPublisher({ room, pin, display: '' }))
  const { publishers } = await join()
    .catch(async (error: unknown) => {
      if (!isNoSuchRoom(error)) throw error
      await makeRoom(watcher, janus)
      return join()
    })
    .catch(async (error: unknown) => {
      await watcher.detach().catch(() => {})
      throw error
    })
  take(publishers)
  const stopListening = link.onLost(listener.lost)

  return {
    publish: (id, offer, allowed) => inTurn(id, ({ sender }) => sender.publish(offer, allowed)),
    receive: (id) =>
      inTurn(id, async (peer) => {
        await peer.receiver?.end()
        peer.receiver = createReceiver(janus, id, streams, listener)
        await peer.receiver.follow()
      }),
    resume: (id) => inTurn(id, async ({ receiver }) => receiver?.resume()),
    answer: (id, answer) =>
      inTurn(id, async ({ receiver }) => {
        await receiver?.answer(answer)
        await receiver?.follow()
      }),
    candidate: (id, candidate) =>
      inTurn(id, async ({ sender, receiver }) => {
        const fragment = candidate.usernameFragment ?? / ufrag (\S+)/.exec(candidate.candidate)?.[1]
        // a name of the local network is known to no server
        if (/\.local /.test(candidate.candidate)) return
        if (!(await sender.candidate(candidate, fragment))) await receiver?.candidate(candidate, fragment)
      }),
    chooseLayers: (id, chosen) => inTurn(id, async ({ receiver }) => receiver?.chooseLayers(chosen)),
    async silence(id, what, mute) {
      if (!mute) silenced.delete(`${id} ${what}`)
      else if (peers.has(id)) silenced.add(`${id} ${what}`)
      for (const stream of streams()) if (stream.peer === id && stream.what === what) await moderate(stream, mute)
    },
    async record(isOn) {
      isRecorded = isOn
      await Promise.all([...peers.values()].map(({ turn, sender }) => turn.add(() => sender.record(isOn))))
    },
    unpublish: (id) => inTurn(id, ({ sender }) => sender.end()),
    async leave(id) {
      const peer = peers.get(id)
      if (!peer) return
      peers.delete(id)
      for (const what of kinds) silenced.delete(`${id} ${what}`)
      await peer.turn.add(() => Promise.all([peer.sender.end(), peer.receiver?.end()]))
    },
    async close() {
      isClosed = true
      stopListening()
      const all = [...peers.values()]
      peers.clear()
      await Promise.all(
        all.map(({ turn, sender, receiver }) => turn.add(() => Promise.all([sender.end(), receiver?.end()]))),
      )
      await watcher.detach().catch(() => {})
    },
  }
}
