import { answersAnother, type FeedKind, simulcastRids } from '@virtual-courses/contract'
import { createSerialQueue } from '#lib/connection/serial-queue.ts'
import { createRetry, triesUntilBlocked } from './retry.ts'
import type { Description } from './signal.ts'

/** What a participant sends to the media server; null where there is none at the moment. */
export type SentTracks = Record<FeedKind, MediaStreamTrack | null>

const [small, middle, large] = simulcastRids
/** Sizes of the camera's picture that the media server chooses from for each receiver, by their names in the descriptions. */
const cameraSizes: RTCRtpEncodingParameters[] = [
  { rid: small, scaleResolutionDownBy: 4, maxBitrate: 150_000 },
  { rid: middle, scaleResolutionDownBy: 2, maxBitrate: 500_000 },
  { rid: large, scaleResolutionDownBy: 1, maxBitrate: 1_500_000 },
]
const screenSize: RTCRtpEncodingParameters[] = [{ maxBitrate: 1_200_000, maxFramerate: 15 }]

/** The streams in the order of the description, and those that hosts alone have. */
const streams = [
  { what: 'audio', kind: 'audio', sendEncodings: undefined, host: false },
  { what: 'camera', kind: 'video', sendEncodings: cameraSizes, host: false },
  { what: 'screen', kind: 'video', sendEncodings: screenSize, host: true },
  { what: 'screenAudio', kind: 'audio', sendEncodings: undefined, host: true },
] as const

export type ConnectionState = 'off' | 'connecting' | 'connected' | 'broken' | 'blocked'

type Options = {
  configuration: (tries: number) => Promise<RTCConfiguration>
  tracks: () => SentTracks
  /** leaves the largest picture out */
  isSaving: () => boolean
  send: (signal: Description | RTCIceCandidateInit) => void
  onChange: () => void
}

/** Returns how a connection stands, for a sentence on the page. */
export const stateOf = (pc: RTCPeerConnection | null, tries: number): ConnectionState => {
  if (pc?.connectionState === 'connected') return 'connected'
  if (tries >= triesUntilBlocked) return 'blocked'
  if (pc && (pc.connectionState === 'failed' || pc.connectionState === 'disconnected')) return 'broken'
  return tries > 0 ? 'broken' : 'connecting'
}

/** Passes on the candidates of a connection from the moment at which its description has left. */
export function candidatesOf(pc: RTCPeerConnection, send: (candidate: RTCIceCandidateInit) => void) {
  const early: RTCIceCandidateInit[] = []
  let described = false
  pc.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate?.candidate) return
    if (described) send(candidate.toJSON())
    else early.push(candidate.toJSON())
  })
  return {
    hold: (): void => {
      described = false
    },
    release(): void {
      described = true
      for (const candidate of early.splice(0)) send(candidate)
    },
  }
}

/**
 * The connection by which a speaker sends to the media server. Its streams are fixed from the start, so that a camera, a screen or
 * another device needs no negotiation.
 */
export function createSending({ configuration, tracks, isSaving, send, onChange }: Options) {
  let current: { pc: RTCPeerConnection; candidates: ReturnType<typeof candidatesOf>; what: string[] } | null = null
  let role: 'none' | 'speaker' | 'host' = 'none'
  let closed = false
  const queue = createSerialQueue()
  const retry = createRetry((tries) => {
    onChange()
    inTurn(() => offer(tries))
  })
  const inTurn = (step: () => Promise<void>): void => {
    queue(async () => {
      if (!closed && role !== 'none') await step()
    }).catch(console.warn)
  }

  function drop(): void {
    current?.pc.close()
    current = null
  }

  async function open(tries: number): Promise<typeof current> {
    const settings = await configuration(tries)
    drop()
    if (closed || role === 'none') return null
    const pc = new RTCPeerConnection({ ...settings, bundlePolicy: 'max-bundle' })
    const used = streams.filter(({ host }) => !host || role === 'host')
    for (const { kind, sendEncodings } of used)
      pc.addTransceiver(kind, { direction: 'sendonly', ...(sendEncodings && { sendEncodings: [...sendEncodings] }) })
    const candidates = candidatesOf(pc, (candidate) => current?.pc === pc && send(candidate))
    pc.addEventListener('connectionstatechange', () => {
      if (current?.pc !== pc) return
      retry.follow(pc.connectionState)
      if (pc.connectionState === 'connected') void tune()
      onChange()
    })
    current = { pc, candidates, what: used.map(({ what }) => what) }
    return current
  }

  async function replaceTracks(): Promise<void> {
    const now: Record<string, MediaStreamTrack | null> = tracks()
    const transceivers = current?.pc.getTransceivers() ?? []
    for (const [index, what] of (current?.what ?? []).entries()) {
      const sender = transceivers[index]?.sender
      const track = now[what] ?? null
      if (sender && sender.track !== track) await sender.replaceTrack(track)
    }
  }

  /** The largest picture is not sent by who saves data. */
  async function tune(): Promise<void> {
    const sender = current?.pc.getTransceivers()[1]?.sender
    const parameters = sender?.getParameters()
    const largest = parameters?.encodings?.find(({ rid }) => rid === large)
    if (!sender || !parameters || !largest || largest.active === !isSaving()) return
    largest.active = !isSaving()
    // rejected by browsers that send one size only
    await sender.setParameters(parameters).catch(() => {})
  }

  /** Offers new addresses for a connection that was up, otherwise, and at every second try, another connection. */
  async function offer(tries: number): Promise<void> {
    const iceRestart = current !== null && current.pc.remoteDescription !== null && tries === 1
    const used = iceRestart ? current : await open(tries)
    if (!used) return
    const { pc, candidates } = used
    await replaceTracks()
    candidates.hold()
    await pc.setLocalDescription(await pc.createOffer({ iceRestart }))
    if (current?.pc !== pc || !pc.localDescription) return
    retry.begin()
    send({ type: 'offer', sdp: pc.localDescription.sdp })
    candidates.release()
    onChange()
  }

  return {
    state: (): ConnectionState => (role === 'none' ? 'off' : stateOf(current?.pc ?? null, retry.tries())),
    pc: () => current?.pc ?? null,
    /** Begins to send, or begins again; a host has a screen as well. */
    start(as: 'speaker' | 'host'): void {
      role = as
      retry.reset()
      inTurn(() => offer(0))
    },
    stop(): void {
      role = 'none'
      retry.reset()
      drop()
      onChange()
    },
    takeAnswer: (answer: Description): void =>
      inTurn(async () => {
        const pc = current?.pc
        if (pc?.signalingState !== 'have-local-offer') return
        // on a slow line one arrives for an offer that was given up since
        if (answersAnother(answer.sdp, pc.localDescription?.sdp ?? '')) return
        await pc.setRemoteDescription(answer)
        // with new addresses it may stay connected, and say nothing
        if (pc.connectionState === 'connected') retry.follow('connected')
      }),
    takeCandidate: (candidate: RTCIceCandidateInit): void =>
      // may belong to a connection that was given up
      inTurn(async () => current?.pc.addIceCandidate(candidate).catch(() => {})),
    sendTracks: (): void => inTurn(replaceTracks),
    tune: (): void => inTurn(tune),
    retry: (): void => {
      if (role !== 'none' && current?.pc.connectionState !== 'connected') retry.now()
    },
    /** Renews the addresses: the browser may be in another network now. */
    renew: (): void => {
      if (role !== 'none') inTurn(() => offer(1))
    },
    close(): void {
      closed = true
      retry.reset()
      drop()
    },
  }
}
