import { afterEach, beforeEach, vi } from 'vitest'
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
/** all connections of a test, in their order */
export const made: Connection[] = []

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

/** Gives the tests of a file connections and time of their own. */
export function fakeConnections(): void {
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
}

export const soon = () => vi.advanceTimersByTimeAsync(50)
export const camera = { kind: 'video' }

/** A participant of a class, and what they have sent so far. */
export function participant(servers: RTCIceServer[] = [], hasOthers = true) {
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
/** A speaker whose offer was answered. */
export async function answeredSpeaker(...given: Parameters<typeof participant>) {
  const speaker = participant(...given)
  speaker.media.setRole('speaker')
  speaker.media.ready()
  await soon()
  speaker.media.takeAnswer(serverAnswer)
  await soon()
  return speaker
}
export const serverAnswer: Description = { type: 'answer', sdp: 'v=0\r\na=ice-ufrag:server\r\n' }
export const serverOffer = (id: number, ...kinds: string[]): Description => ({
  type: 'offer',
  sdp: `v=0\r\no=- ${id} 1 IN IP4 127.0.0.1\r\na=ice-ufrag:s${id}\r\n${kinds.map((kind) => `m=${kind}\r\n`).join('')}`,
})
