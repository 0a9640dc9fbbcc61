import { gathered } from './gathered.ts'
import { connectionOf, type Description } from './signal.ts'

/** What of mine is sent; null where there is nothing at the moment. */
export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }

export type PeerOptions = {
  iceServers: RTCIceServer[]
  /** when both offer at once, this side takes its own offer back */
  polite: boolean
  tracks: () => Tracks
  /** sends a description, or an address that was found after the description had left */
  send: (signal: Description | RTCIceCandidateInit) => void
  /** its state or its streams changed */
  onChange: () => void
}

export type Peer = {
  readonly pc: RTCPeerConnection
  /** what the other side sends */
  readonly stream: MediaStream
  /** which connection of the other side it speaks with; "" before its first description */
  partner: () => string
  /** Offers what there is, or asks for new addresses of a connection that broke. */
  offer: (options?: { iceRestart: boolean }) => Promise<void>
  /** Takes an offer and answers it. */
  takeOffer: (offer: Description) => Promise<void>
  takeAnswer: (answer: Description) => Promise<void>
  takeCandidate: (candidate: RTCIceCandidateInit) => Promise<void>
  /** Sends other tracks from now on. Nothing is negotiated anew: both kinds stand in every description. */
  sendTracks: () => Promise<void>
  close: () => void
}

const kinds = ['audio', 'video'] as const

/** One native connection to one of the others. Steps follow one after the other, whatever comes in meanwhile. */
export function createPeer({ iceServers, polite, tracks, send, onChange }: PeerOptions): Peer {
  const pc = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' })
  const stream = new MediaStream()
  // names what belongs together: clients of the simplest form take the first stream of what comes
  const mine = new MediaStream()
  const early: RTCIceCandidateInit[] = []
  let partner = ''
  let described = false
  let queue: Promise<unknown> = Promise.resolve()

  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const done = queue.then(async () => {
      if (pc.signalingState !== 'closed') await step()
    })
    queue = done.catch(() => {})
    return done
  }

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

  /** Says what was decided, once it holds our addresses. */
  async function tell(): Promise<void> {
    await gathered(pc)
    const description = pc.localDescription
    if (!description || pc.signalingState === 'closed') return
    described = true
    // only offers and answers are ever set
    send({ type: description.type as Description['type'], sdp: description.sdp })
  }

  async function takeRemote(description: Description): Promise<void> {
    await pc.setRemoteDescription(description)
    partner = connectionOf(description.sdp)
    for (const candidate of early.splice(0)) await pc.addIceCandidate(candidate).catch(() => {})
  }

  return {
    pc,
    stream,
    partner: () => partner,
    offer: ({ iceRestart } = { iceRestart: false }) =>
      inTurn(async () => {
        // who has no camera yet may turn one on later: a line for each kind is there from the start
        if (pc.getTransceivers().length === 0)
          for (const kind of kinds) pc.addTransceiver(kind, { direction: 'sendrecv', streams: [mine] })
        await sendTracks()
        described = false
        await pc.setLocalDescription(await pc.createOffer({ iceRestart }))
        await tell()
      }),
    takeOffer: (offer) =>
      inTurn(async () => {
        const collides = pc.signalingState !== 'stable'
        if (collides && !polite) return
        // a polite side's own offer is rolled back by this
        await takeRemote(offer)
        for (const transceiver of pc.getTransceivers()) {
          if (transceiver.direction === 'recvonly') transceiver.direction = 'sendrecv'
          // older browsers lack it, and name no stream then
          transceiver.sender.setStreams?.(mine)
        }
        await sendTracks()
        described = false
        await pc.setLocalDescription(await pc.createAnswer())
        await tell()
      }),
    takeAnswer: (answer) =>
      inTurn(async () => {
        if (pc.signalingState === 'have-local-offer') await takeRemote(answer)
      }),
    takeCandidate: (candidate) =>
      inTurn(async () => {
        if (!pc.remoteDescription) early.push(candidate)
        // one that belongs to a description that was rolled back
        else await pc.addIceCandidate(candidate).catch(() => {})
      }),
    sendTracks: () => inTurn(sendTracks),
    close() {
      pc.close()
      for (const track of stream.getTracks()) stream.removeTrack(track)
    },
  }
}
