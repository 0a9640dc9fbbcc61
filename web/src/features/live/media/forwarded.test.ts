import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createForwarded } from './forwarded.ts'
import type { Description } from './signal.ts'

type Transceiver = {
  mid: string | null
  kind: string
  currentDirection: string | null
  sender: { track: unknown; replaceTrack: (track: unknown) => Promise<void>; getParameters: () => object }
  receiver: { track: object; getSynchronizationSources: () => { audioLevel: number }[] }
}
let connections = 0
const made: Connection[] = []

/** As much of a browser's connection as descriptions need. A test says when it is connected. */
class Connection extends EventTarget {
  connectionState = 'new'
  signalingState = 'stable'
  localDescription: Description | null = null
  remoteDescription: Description | null = null
  readonly transceivers: Transceiver[] = []
  readonly id = ++connections
  private version = 0
  readonly configuration: RTCConfiguration
  constructor(configuration: RTCConfiguration) {
    super()
    this.configuration = configuration
    made.push(this)
  }
  private describe(type: Description['type']): Description {
    return { type, sdp: `v=0\r\no=- ${this.id} ${++this.version} IN IP4 127.0.0.1\r\na=ice-ufrag:u${this.id}\r\n` }
  }
  addTransceiver(kind: string, options: object = {}) {
    const sender = {
      track: null as unknown,
      options,
      async replaceTrack(track: unknown) {
        sender.track = track
      },
      getParameters: () => ({}),
    }
    const receiver = { track: { kind, of: this.id }, getSynchronizationSources: () => [{ audioLevel: 0.5 }] }
    this.transceivers.push({ mid: String(this.transceivers.length), kind, currentDirection: null, sender, receiver })
  }
  getTransceivers = () => this.transceivers
  getSenders = () => this.transceivers.map(({ sender }) => sender)
  /** what has arrived */
  bytes = 0
  getStats = async () => new Map([['pair', { type: 'candidate-pair', bytesReceived: this.bytes }]])
  createOffer = async () => this.describe('offer')
  createAnswer = async () => this.describe('answer')
  addIceCandidate = vi.fn(async () => {})
  async setLocalDescription(description: Description) {
    this.localDescription = description
    this.signalingState = description.type === 'offer' ? 'have-local-offer' : 'stable'
    if (description.type === 'answer') for (const one of this.transceivers) one.currentDirection = 'recvonly'
    this.dispatchEvent(
      Object.assign(new Event('icecandidate'), {
        candidate: { candidate: 'found', toJSON: () => ({ candidate: 'found', usernameFragment: `u${this.id}` }) },
      }),
    )
  }
  async setRemoteDescription(description: Description) {
    this.remoteDescription = description
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
    if (description.type !== 'offer') return
    const lines = description.sdp.match(/^m=\w+/gm) ?? []
    for (const line of lines.slice(this.transceivers.length)) this.addTransceiver(line.slice(2))
  }
  become(state: string) {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
  close() {
    this.signalingState = 'closed'
    this.connectionState = 'closed'
  }
}

class Stream {
  private readonly tracks: object[]
  constructor(tracks: object[] = []) {
    this.tracks = tracks
  }
  getTracks = () => this.tracks
}

beforeEach(() => {
  vi.useFakeTimers()
  connections = 0
  made.length = 0
  vi.stubGlobal('MediaStream', Stream)
  vi.stubGlobal('RTCPeerConnection', Connection)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const soon = () => vi.advanceTimersByTimeAsync(50)
const camera = { kind: 'video' }

/** A participant of a class, and what they have sent so far. */
function participant(servers: RTCIceServer[] = [], hasOthers = true) {
  const sent: (Description | RTCIceCandidateInit)[] = []
  const tracks = {
    audio: null as unknown,
    camera: camera as unknown,
    screen: null as unknown,
    screenAudio: null as unknown,
  }
  const renew = vi.fn()
  const media = createForwarded({
    iceServers: async () => servers,
    relayOnly: () => false,
    tracks: () => tracks as never, // only handed on
    isSaving: () => false,
    hasOthers: () => hasOthers,
    send: (signal) => sent.push(signal),
    renew,
    onLine: () => {},
    onChange: () => {},
  })
  const offers = () => sent.filter((one): one is Description => 'type' in one && one.type === 'offer')
  return { media, sent, tracks, renew, offers }
}
const answerTo = (offer: Description | undefined): Description => ({
  type: 'answer',
  sdp: `v=0\r\n${offer?.sdp.includes('x') ? '' : ''}a=ice-ufrag:server\r\n`,
})
const serverOffer = (id: number, ...kinds: string[]): Description => ({
  type: 'offer',
  sdp: `v=0\r\no=- ${id} 1 IN IP4 127.0.0.1\r\na=ice-ufrag:s${id}\r\n${kinds.map((kind) => `m=${kind}\r\n`).join('')}`,
})

test('a speaker offers what they send at once, and the addresses follow', async () => {
  const { media, sent } = participant()
  media.setRole('speaker')
  await soon()
  expect(sent).toEqual([])
  media.ready()
  await soon()
  const [offer, ...candidates] = sent
  expect(offer).toMatchObject({ type: 'offer' })
  expect(candidates).toEqual([{ candidate: 'found', usernameFragment: 'u1' }])
  const [audio, video, ...others] = made[0]?.transceivers ?? []
  expect(audio?.kind).toBe('audio')
  expect(video?.sender).toMatchObject({
    track: camera,
    options: { sendEncodings: [{ rid: 'l' }, { rid: 'm' }, { rid: 'h' }] },
  })
  expect(others).toEqual([])
  media.close()
})

test('a host has a screen with sound as well, and another track needs no offer', async () => {
  const { media, tracks, offers } = participant()
  media.setRole('host')
  media.ready()
  await soon()
  expect(made[0]?.transceivers.map(({ kind }) => kind)).toEqual(['audio', 'video', 'video', 'audio'])
  const screen = { kind: 'video' }
  tracks.screen = screen
  media.sendTracks()
  await soon()
  expect(made[0]?.transceivers[2]?.sender.track).toBe(screen)
  expect(offers()).toHaveLength(1)
  media.close()
})

test('who listens again sends nothing more', async () => {
  const { media } = participant()
  media.setRole('speaker')
  media.ready()
  await soon()
  media.setRole('none')
  expect(made[0]?.connectionState).toBe('closed')
  expect(media.state().sending).toBe('off')
  media.close()
})

test('a broken sending connection gets new addresses first, then another connection, then only the relay', async () => {
  const { media, offers } = participant([{ urls: 'turn:relay.example' }])
  media.setRole('speaker')
  media.ready()
  await soon()
  media.takeAnswer(answerTo(offers()[0]))
  await soon()
  made[0]?.become('connected')
  expect(media.state().sending).toBe('connected')
  made[0]?.become('failed')
  expect(media.state().sending).toBe('broken')
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toHaveLength(1)
  expect(offers()).toHaveLength(2)
  made[0]?.become('failed')
  await vi.advanceTimersByTimeAsync(3000)
  expect(made).toHaveLength(2)
  expect(made[1]?.configuration.iceTransportPolicy).toBe('relay')
  made[1]?.become('failed')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(media.state().sending).toBe('blocked')
  made.at(-1)?.become('connected')
  expect(media.state().sending).toBe('connected')
  media.close()
})

test('offers of the server are answered, and each stream is that of who sends it', async () => {
  const { media, sent } = participant()
  media.ready()
  media.takeFeeds([
    { mid: '0', peerId: 'asha', what: 'audio' },
    { mid: '1', peerId: 'asha', what: 'camera' },
    { mid: '2', peerId: 'asha', what: 'screen' },
    { mid: '3', peerId: 'nila', what: 'audio' },
  ])
  media.takeOffer(serverOffer(7, 'audio', 'video', 'video', 'audio'))
  await soon()
  expect(sent[0]).toMatchObject({ type: 'answer' })
  made[0]?.become('connected')
  const links = media.links()
  expect([...links.keys()]).toEqual(['asha', 'nila'])
  const tracks = made[0]?.transceivers.map(({ receiver }) => receiver.track)
  expect(links.get('asha')?.stream.getTracks()).toEqual(tracks?.slice(0, 2))
  expect(links.get('asha')?.screen?.getTracks()).toEqual(tracks?.slice(2, 3))
  expect(links.get('nila')?.stream.getTracks()).toEqual(tracks?.slice(3))
  expect(links.get('nila')?.screen).toBeUndefined()
  expect(links.get('nila')).toMatchObject({ state: 'connected' })
  expect(links.get('nila')?.level()).toBe(0.5)

  // a line is given to someone else: the streams of the others stay the same objects, so that no picture blinks
  const before = links.get('asha')?.stream
  media.takeFeeds([
    { mid: '0', peerId: 'asha', what: 'audio' },
    { mid: '1', peerId: 'asha', what: 'camera' },
    { mid: '3', peerId: 'ravi', what: 'audio' },
  ])
  media.takeOffer(serverOffer(7, 'audio', 'video', 'video', 'audio'))
  await soon()
  expect(made).toHaveLength(1)
  expect([...media.links().keys()]).toEqual(['asha', 'ravi'])
  expect(media.links().get('asha')?.stream).toBe(before)
  expect(media.links().get('asha')?.screen).toBeUndefined()
  media.close()
})

test('an offer of another server begins a new connection', async () => {
  const { media } = participant()
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  media.takeOffer(serverOffer(8, 'audio'))
  await soon()
  expect(made.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new'])
  media.close()
})

test('what is received is asked for again when it breaks, when it does not come, and in another network', async () => {
  const { media, renew } = participant()
  media.ready()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(renew).toHaveBeenCalledTimes(1)
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  made[0]?.become('connected')
  await vi.advanceTimersByTimeAsync(3000)
  made[0]?.become('failed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(renew).toHaveBeenCalledTimes(2)
  made[0]?.become('connected')
  expect(media.isConnected()).toBe(true)
  media.changeNetwork()
  expect(renew).toHaveBeenCalledTimes(3)
  // a page that comes back to the server now says that nothing connects it
  expect(media.isConnected()).toBe(false)
  media.ready()
  expect(media.isConnected()).toBe(true)
  media.close()
})

test('a new connection to receive on leaves what is sent alone, but for a change of the network', async () => {
  const { media, offers, renew } = participant()
  media.setRole('speaker')
  media.ready()
  await soon()
  media.takeAnswer(answerTo(offers()[0]))
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [sending, receiving] = made
  sending?.become('connected')
  receiving?.become('failed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(renew).toHaveBeenCalledTimes(1)
  media.ready()
  await soon()
  expect(offers()).toHaveLength(1)
  expect(sending?.connectionState).toBe('connected')

  media.changeNetwork()
  media.ready()
  await soon()
  expect(offers()).toHaveLength(2)
  media.close()
})

test('a connection on which nothing arrives is replaced, at once when the user asks for it', async () => {
  const { media, renew } = participant()
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [first] = made
  if (!first) throw new Error('nothing receives')
  first.become('connected')
  for (let second = 0; second < 30; second++) {
    first.bytes += 100
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(media.state().receiving).toBe('connected')
  await vi.advanceTimersByTimeAsync(8000)
  expect(media.state().receiving).toBe('broken')
  expect(renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(4000)
  expect(renew).toHaveBeenCalledTimes(1)
  media.retry()
  expect(renew).toHaveBeenCalledTimes(2)
  media.takeOffer(serverOffer(8, 'audio'))
  await soon()
  made[1]?.become('connected')
  await vi.advanceTimersByTimeAsync(2000)
  expect(media.state().receiving).toBe('connected')
  media.close()
})

test('nothing is asked for while no one else sends', async () => {
  const { media, renew } = participant([], false)
  media.ready()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(renew).not.toHaveBeenCalled()
  expect(media.state().receiving).toBe('connecting')
  media.close()
})

test('candidates of the server reach the connection that they name', async () => {
  const { media, offers } = participant()
  media.setRole('speaker')
  media.ready()
  await soon()
  media.takeAnswer(answerTo(offers()[0]))
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [sending, receiving] = made
  media.takeCandidate({ candidate: 'a', usernameFragment: 's7' })
  media.takeCandidate({ candidate: 'b', usernameFragment: 'server' })
  await soon()
  expect(receiving?.addIceCandidate.mock.calls).toEqual([[{ candidate: 'a', usernameFragment: 's7' }]])
  expect(sending?.addIceCandidate.mock.calls).toEqual([[{ candidate: 'b', usernameFragment: 'server' }]])
  media.close()
})

test('nothing is tried while the media server is gone; when it is back, everything begins again', async () => {
  const { media, offers, renew } = participant()
  media.setRole('speaker')
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  media.lose()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(made.every(({ connectionState }) => connectionState === 'closed')).toBe(true)
  expect(offers()).toHaveLength(1)
  expect(renew).not.toHaveBeenCalled()
  expect(media.state()).toMatchObject({ lost: true })
  media.ready()
  await soon()
  expect(offers()).toHaveLength(2)
  media.close()
})
