import { answersAnother, connectionOf, withOfferName } from '@virtual-courses/contract'
import { createSerialQueue } from '#lib/connection/serial-queue.ts'
import type { Description } from './signal.ts'

/** Maximum time of gathering, in milliseconds: a server that does not reply would block it forever. */
const maxGatheringMs = 2500

/** Waits until a description contains all addresses of its connection (trickle is disabled), at most 2.5 seconds. */
function gathered(pc: RTCPeerConnection): Promise<void> {
  if (pc.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      pc.removeEventListener('icegatheringstatechange', onChange)
      resolve()
    }
    const onChange = () => pc.iceGatheringState === 'complete' && end()
    const timer = setTimeout(end, maxGatheringMs)
    pc.addEventListener('icegatheringstatechange', onChange)
  })
}

/** The tracks to send; null where there is none at the moment. */
export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }

export type PeerOptions = {
  configuration: RTCConfiguration
  /** when both offer at once, this side takes its own offer back */
  polite: boolean
  tracks: () => Tracks
  /** sends a description, or an address that was found after the description was sent */
  send: (signal: Description | RTCIceCandidateInit) => void
  /** its state or its streams changed */
  onChange: () => void
}

export type Peer = {
  readonly pc: RTCPeerConnection
  /** what the other side sends */
  readonly stream: MediaStream
  /** the connection id of the other side; "" before its first description */
  partner: () => string
  /** Offers a connection, or new addresses for one that was lost. */
  offer: (options?: { iceRestart: boolean }) => Promise<void>
  /** Takes an offer and answers it. */
  takeOffer: (offer: Description) => Promise<void>
  /**
   * Whether an answer may be for the last offer. On a slow line one arrives for an offer that was given up since: taken for the answer to the
   * next one, it would describe addresses that no one listens at, and the right one would come too late.
   */
  isAwaited: (answer: Description) => boolean
  takeAnswer: (answer: Description) => Promise<void>
  takeCandidate: (candidate: RTCIceCandidateInit) => Promise<void>
  /** Replaces the tracks. Needs no negotiation: every description has both kinds. */
  sendTracks: () => Promise<void>
  /** Returns a number that grows while anything arrives from the other side: media, or replies to checks of the connection. */
  receivedBytes: () => Promise<number>
  close: () => void
}

const kinds = ['audio', 'video'] as const

/** A WebRTC connection to another participant. Its steps run one after another. */
export function createPeer({ configuration, polite, tracks, send, onChange }: PeerOptions): Peer {
  const pc = new RTCPeerConnection({ ...configuration, bundlePolicy: 'max-bundle' })
  const stream = new MediaStream()
  // groups the tracks: simple clients use the first stream of an event
  const mine = new MediaStream()
  const early: RTCIceCandidateInit[] = []
  let partner = ''
  let described = false
  /** the last offer that was sent, and the last one that was taken */
  let offered = ''
  let taken = ''
  const queue = createSerialQueue()

  const inTurn = (step: () => Promise<void>): Promise<void> =>
    queue(async () => {
      if (pc.signalingState !== 'closed') await step()
    })

  pc.addEventListener('connectionstatechange', onChange)
  pc.addEventListener('track', ({ track }) => {
    for (const old of stream.getTracks()) if (old.kind === track.kind) stream.removeTrack(old)
    stream.addTrack(track)
    onChange()
  })
  pc.addEventListener('icecandidate', ({ candidate }) => {
    if (described && candidate?.candidate) send(candidate.toJSON())
  })

  async function sendTracks(): Promise<void> {
    const { audio, video } = tracks()
    for (const { sender, receiver } of pc.getTransceivers()) {
      const track = receiver.track.kind === 'audio' ? audio : video
      if (sender.track !== track) await sender.replaceTrack(track)
    }
  }

  /** Sends the local description once it has our addresses. */
  async function sendDescription(): Promise<void> {
    await gathered(pc)
    const description = pc.localDescription
    if (!description || pc.signalingState === 'closed') return
    described = true
    if (description.type === 'offer') offered = description.sdp
    const sdp = description.type === 'answer' ? withOfferName(description.sdp, taken) : description.sdp
    // only offers and answers are ever set
    send({ type: description.type as Description['type'], sdp })
  }

  async function takeRemote(description: Description): Promise<void> {
    await pc.setRemoteDescription(description)
    partner = connectionOf(description.sdp)
    for (const candidate of early.splice(0)) await pc.addIceCandidate(candidate).catch(() => {})
  }

  const isAwaited = ({ sdp }: Description): boolean => !answersAnother(sdp, offered)

  return {
    pc,
    stream,
    partner: () => partner,
    isAwaited,
    offer: ({ iceRestart } = { iceRestart: false }) =>
      inTurn(async () => {
        // a camera may be turned on later: the first description has both kinds
        if (pc.getTransceivers().length === 0)
          for (const kind of kinds) pc.addTransceiver(kind, { direction: 'sendrecv', streams: [mine] })
        await sendTracks()
        described = false
        await pc.setLocalDescription(await pc.createOffer({ iceRestart }))
        await sendDescription()
      }),
    takeOffer: (offer) =>
      inTurn(async () => {
        const collides = pc.signalingState !== 'stable'
        if (collides && !polite) return
        // rolls back the polite side's own offer
        await takeRemote(offer)
        taken = offer.sdp
        for (const transceiver of pc.getTransceivers()) {
          if (transceiver.direction === 'recvonly') transceiver.direction = 'sendrecv'
          // older browsers lack it, and name no stream then
          transceiver.sender.setStreams?.(mine)
        }
        await sendTracks()
        described = false
        await pc.setLocalDescription(await pc.createAnswer())
        await sendDescription()
      }),
    takeAnswer: (answer) =>
      inTurn(async () => {
        if (pc.signalingState === 'have-local-offer' && isAwaited(answer)) await takeRemote(answer)
      }),
    takeCandidate: (candidate) =>
      inTurn(async () => {
        if (!pc.remoteDescription) early.push(candidate)
        // may belong to a description that was rolled back
        else await pc.addIceCandidate(candidate).catch(() => {})
      }),
    sendTracks: () => inTurn(sendTracks),
    async receivedBytes() {
      let sum = 0
      // the report has one kind of statistics for each type; these two count what arrives
      for (const report of (await pc.getStats()).values()) {
        if (report.type === 'transport') sum += report.bytesReceived ?? 0
        if (report.type === 'candidate-pair') sum += (report.bytesReceived ?? 0) + (report.responsesReceived ?? 0)
      }
      return sum
    },
    close() {
      pc.close()
      for (const track of stream.getTracks()) stream.removeTrack(track)
    },
  }
}
