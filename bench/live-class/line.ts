import Janode, { type Session } from 'janode'
import VideoRoom, { type VideoRoomHandle } from 'janode/plugins/videoroom'
import { linkJanus } from '../../server/src/adapters/live-media/janus/janus-link.ts'
import { openSocketConnection } from '../lib/room-load.ts'

/** How a peer reaches Janus: through our server as a signed-in browser does, or as a client of Janus itself. */
export type Way =
  | { kind: 'ours'; origin: string; cookie: string; address: string; roomId: string }
  | { kind: 'plain'; url: string; secret: string; room: number; pin: string }

/** Names the sender of pictures: by the id of a participant, or of a publisher of Janus. */
export type Sender = { peerId: string; feed: number }

export type Line = {
  /** Enters the room. Through our server all offers come by themselves; a client of Janus asks for those of `sender`. */
  enter(sender?: Sender): Promise<{ peerId: string }>
  /** Sends; `enter` is for those who receive. Returns the answer, and by what name others know the sender. */
  publish(sdp: string): Promise<{ sdp: string; sender: Sender }>
  answer(sdp: string): Promise<void>
  /** Chooses the layer of pictures that it has already. */
  choose(sender: Sender): Promise<void>
  /** Sends an event of our wire to the room; a client of Janus has none. */
  act(event: string, fields: object): Promise<void>
  close(): Promise<void>
}

const mediaPeer = 'media-server'
const descriptions = [
  { mid: '0', description: 'audio' },
  { mid: '1', description: 'camera' },
]
const isOk = (answer: unknown): boolean => (answer as { ok?: boolean } | undefined)?.ok === true // an acknowledgement

export const openLine = (way: Way, offered: (sdp: string) => void): Promise<Line> =>
  way.kind === 'ours' ? openOurs(way, offered) : openPlain(way, offered)

async function openOurs(
  { origin, cookie, address, roomId }: Extract<Way, { kind: 'ours' }>,
  offered: (sdp: string) => void,
): Promise<Line> {
  const ready = Promise.withResolvers<void>()
  let answered = Promise.withResolvers<string>()
  let peerId = ''
  const socket = await openSocketConnection(
    origin,
    cookie,
    (text) => {
      if (text.startsWith('["offer"')) offered((JSON.parse(text) as [string, { offer: { sdp: string } }])[1].offer.sdp) // by contract
      if (text.startsWith('["answer"'))
        answered.resolve((JSON.parse(text) as [string, { answer: { sdp: string } }])[1].answer.sdp) // by contract
      if (text.startsWith('["media-ready"')) ready.resolve()
    },
    address,
  )
  const ask = async (event: string, ...args: unknown[]) => {
    const answer = await socket.ask(event, ...args)
    if (!isOk(answer)) throw new Error(`${event}: ${JSON.stringify(answer).slice(0, 200)}`)
    return answer
  }
  return {
    async enter() {
      const joined = await ask('join-room', roomId, { forwarded: true, fresh: true })
      peerId = (joined as { peerId: string }).peerId // by contract
      return { peerId }
    },
    async publish(sdp) {
      await ready.promise
      answered = Promise.withResolvers<string>()
      await ask('offer', { offer: { type: 'offer', sdp }, to: mediaPeer, roomId })
      return { sdp: await answered.promise, sender: { peerId, feed: 0 } }
    },
    async answer(sdp) {
      await ask('answer', { answer: { type: 'answer', sdp }, to: mediaPeer, roomId })
    },
    async choose(sender) {
      const streams = [{ peerId: sender.peerId, what: 'camera', layer: 'middle' }]
      await ask('choose-layers', { roomId, streams })
    },
    async act(event, fields) {
      await ask(event, { roomId, ...fields })
    },
    async close() {
      await ask('leave-room', { roomId }).catch(() => {})
      socket.close()
    },
  }
}

/** One session with Janus for all peers of a process. */
let session: Promise<Session> | undefined
const openSession = async (url: string, secret: string): Promise<Session> => {
  const connection = await Janode.connect({ address: { url, apisecret: secret }, max_retries: 0 })
  return connection.create(20)
}

async function openPlain(
  { url, secret, room, pin }: Extract<Way, { kind: 'plain' }>,
  offered: (sdp: string) => void,
): Promise<Line> {
  session ??= openSession(url, secret)
  const open = await session
  let handle: VideoRoomHandle | undefined
  const attached = async () => (handle ??= await open.attach(VideoRoom))
  return {
    async enter(sender) {
      const streams = descriptions.map(({ mid }) => ({ feed: sender?.feed ?? 0, mid }))
      const { jsep } = await (await attached()).joinSubscriber({
        room,
        pin,
        streams,
        autoupdate: true,
        use_msid: false,
      })
      if (jsep) offered(jsep.sdp)
      return { peerId: '' }
    },
    async publish(sdp) {
      const { feed, jsep } = await (await attached()).joinConfigurePublisher({
        ...{ room, pin, display: 'publisher', bitrate: 4_000_000, descriptions },
        jsep: { type: 'offer', sdp },
      })
      if (!jsep) throw new Error('Janus gave no answer')
      return { sdp: jsep.sdp, sender: { peerId: '', feed } }
    },
    async answer(sdp) {
      await (await attached()).start({ jsep: { type: 'answer', sdp } })
    },
    async choose() {
      await (await attached()).configure({ streams: [{ mid: '1', send: true, substream: 1 }] })
    },
    act: async () => {},
    async close() {
      await handle?.detach().catch(() => {})
    },
  }
}

/** Makes a room with the settings of ours, as a plain client does. */
export async function makePlainRoom(url: string, secret: string): Promise<{ room: number; pin: string }> {
  const link = linkJanus({ name: 'plain', url, secret })
  const handle = await link.attach()
  const [room, pin] = [1234, 'pin-of-the-plain-room']
  const settings = { is_private: true, max_publishers: 40, fir_freq: 10, audiocodec: 'opus', videocodec: 'vp8' }
  await handle.create({ room, pin, secret: 'secret-of-the-plain-room', ...settings })
  await link.close()
  return { room, pin }
}
