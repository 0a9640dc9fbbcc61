import { connectionOf, type Feed, withOfferName } from '@virtual-courses/contract'
import { createSerialQueue } from '#lib/connection/serial-queue.ts'
import { createRetry } from './retry.ts'
import { type ConnectionState, candidatesOf, stateOf } from './sending.ts'
import type { Description } from './signal.ts'

type Options = {
  configuration: (tries: number) => Promise<RTCConfiguration>
  send: (signal: Description | RTCIceCandidateInit) => void
  /** someone else sends, so that an offer comes */
  isExpected: () => boolean
  /** asks the server for a new offer: this side cannot make one */
  renew: () => void
  onChange: () => void
}

/** What one other participant sends. */
export type Received = { stream: MediaStream; screen: MediaStream | null; audio: RTCRtpReceiver | null }

type Streams = { camera: MediaStream; screen: MediaStream }

/** Makes a stream have these tracks. Returns another stream when tracks were replaced: elements show the first of each kind. */
function withTracks(stream: MediaStream, tracks: MediaStreamTrack[]): MediaStream {
  const had = stream.getTracks()
  if (had.length === tracks.length && had.every((track) => tracks.includes(track))) return stream
  return new MediaStream(tracks)
}

/** The connection by which everyone receives from the media server: the server offers, this side answers. */
export function createReceiving({ configuration, send, isExpected, renew, onChange }: Options) {
  let pc: RTCPeerConnection | null = null
  let candidates: ReturnType<typeof candidatesOf> | null = null
  let partner = ''
  let feeds: readonly Feed[] = []
  let closed = false
  const streams = new Map<string, Streams>()
  let received: ReadonlyMap<string, Received> = new Map()
  const early: RTCIceCandidateInit[] = []
  const queue = createSerialQueue()
  const retry = createRetry(() => {
    if (!pc && !isExpected()) retry.reset()
    else renew()
    retry.begin()
    onChange()
  })
  const inTurn = (step: () => Promise<void>): void => {
    queue(async () => {
      if (!closed) await step()
    }).catch(console.warn)
  }

  function drop(): void {
    pc?.close()
    pc = null
    partner = ''
    early.length = 0
    streams.clear()
    received = new Map()
  }

  /** Sorts what arrives by who sent it. */
  function sort(): void {
    const receivers = new Map<string, RTCRtpReceiver>()
    for (const { mid, currentDirection, receiver } of pc?.getTransceivers() ?? [])
      if (mid !== null && (currentDirection === 'recvonly' || currentDirection === 'sendrecv'))
        receivers.set(mid, receiver)
    const of = new Map<string, Partial<Record<Feed['what'], RTCRtpReceiver>>>()
    for (const { mid, peerId, what } of feeds) {
      const receiver = receivers.get(mid)
      if (receiver) of.set(peerId, { ...of.get(peerId), [what]: receiver })
    }
    const tracksOf = (...all: (RTCRtpReceiver | undefined)[]) => all.flatMap((one) => (one ? [one.track] : []))
    const next = new Map<string, Received>()
    for (const [peerId, { audio, camera, screen, screenAudio }] of of) {
      const before = streams.get(peerId) ?? { camera: new MediaStream(), screen: new MediaStream() }
      const now = {
        camera: withTracks(before.camera, tracksOf(audio, camera)),
        screen: withTracks(before.screen, tracksOf(screen, screenAudio)),
      }
      streams.set(peerId, now)
      next.set(peerId, { stream: now.camera, screen: screen ? now.screen : null, audio: audio ?? null })
    }
    for (const peerId of streams.keys()) if (!of.has(peerId)) streams.delete(peerId)
    received = next
    onChange()
  }

  async function open(): Promise<RTCPeerConnection | null> {
    const settings = await configuration(retry.tries())
    drop()
    if (closed) return null
    const made = new RTCPeerConnection({ ...settings, bundlePolicy: 'max-bundle' })
    candidates = candidatesOf(made, (candidate) => pc === made && send(candidate))
    made.addEventListener('connectionstatechange', () => {
      if (pc !== made) return
      retry.follow(made.connectionState)
      onChange()
    })
    pc = made
    return made
  }

  async function takeOffer(offer: Description): Promise<void> {
    const id = connectionOf(offer.sdp)
    const used = pc && partner === id ? pc : await open()
    if (!used) return
    await used.setRemoteDescription(offer)
    partner = id
    for (const candidate of early.splice(0)) await used.addIceCandidate(candidate).catch(() => {})
    candidates?.hold()
    await used.setLocalDescription(await used.createAnswer())
    if (pc !== used || !used.localDescription) return
    if (used.connectionState !== 'connected') retry.begin()
    send({ type: 'answer', sdp: withOfferName(used.localDescription.sdp, offer.sdp) })
    candidates?.release()
    sort()
  }

  return {
    state: (): ConnectionState => stateOf(pc, retry.tries()),
    pc: () => pc,
    received: () => received,
    takeOffer: (offer: Description): void =>
      inTurn(async () => {
        try {
          await takeOffer(offer)
        } catch (error) {
          // does not fit to what was agreed before: begins again
          console.warn(error)
          drop()
          await takeOffer(offer)
        }
      }),
    takeFeeds: (now: readonly Feed[]): void =>
      inTurn(async () => {
        feeds = now
        sort()
      }),
    takeCandidate: (candidate: RTCIceCandidateInit): void =>
      inTurn(async () => {
        if (!pc?.remoteDescription) early.push(candidate)
        // may belong to a description that was replaced
        else await pc.addIceCandidate(candidate).catch(() => {})
      }),
    /** Waits for the offer of a media server that is there: it has ended what it offered before, and offers again once someone sends. */
    expect(): void {
      if (!isExpected()) {
        retry.reset()
        inTurn(async () => {
          drop()
          onChange()
        })
      }
      retry.begin()
    },
    /** Drops the connection: the media server is gone. */
    reset: (): void => {
      retry.reset()
      inTurn(async () => {
        drop()
        feeds = []
        onChange()
      })
    },
    retry: (): void => {
      if (pc?.connectionState !== 'connected') retry.now()
    },
    renew: (): void => retry.now(),
    /** Connected, but nothing arrives: another connection is asked for, unless something does soon. */
    setSilent: (silent: boolean): void => retry.follow(silent ? 'disconnected' : 'connected'),
    close(): void {
      closed = true
      retry.reset()
      drop()
    },
  }
}
