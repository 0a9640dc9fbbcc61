import { once } from 'node:events'
import Janode from 'janode'
import type { VideoRoomHandle } from 'janode/plugins/videoroom'
import { type MediaCandidate, type MediaDescription, MediaFailure, type StreamKind } from '#ports/live-media.ts'
import { ask, type JanusRoom, requireJsep } from './janus-room-access.ts'
import { readSentOffer, type SentOffer } from './sent-offer.ts'

/** Bits per second that one peer may send in all: three layers of a camera, a screen and sound. */
const mostBits = 4_000_000

/** The connection on which a peer sends: a publisher of the room, on a handle of its own. */
export type Sender = {
  publish(offer: MediaDescription, kinds: readonly StreamKind[]): Promise<MediaDescription>
  /** Begins or stops to record, also what is published later. */
  record(isOn: boolean): Promise<void>
  /** Takes a candidate that belongs to this connection; false for one of another. */
  candidate(candidate: MediaCandidate, fragment: string | undefined): Promise<boolean>
  end(): Promise<void>
}

/** Janus leaves a request without an answer whose browser closes the connection meanwhile. */
async function unlessClosed<T>(handle: VideoRoomHandle, request: Promise<T>): Promise<T> {
  const settled = new AbortController()
  const closed = once(handle, Janode.EVENT.HANDLE_HANGUP, { signal: settled.signal }).then((): never => {
    throw new MediaFailure('refused', 'the browser has closed the connection')
  })
  try {
    return await Promise.race([ask(request), closed])
  } finally {
    settled.abort()
  }
}

export function createSender({ link, access, reach }: JanusRoom, peer: string): Sender {
  let current: { handle: VideoRoomHandle; offer: SentOffer } | undefined
  let isRecorded = false
  /** Janus names files so of itself, with a number of its own for the peer. */
  const recording = () => ({ record: true, filename: `videoroom-${access.room}-user-${peer}-${Date.now() * 1000}` })

  const end = async (): Promise<void> => {
    const ended = current
    current = undefined
    await ended?.handle.detach().catch(() => {})
  }
  return {
    async publish({ sdp }, kinds) {
      const offer = readSentOffer(sdp, kinds)
      const jsep = { type: 'offer' as const, sdp, rid_order: 'lmh' as const }
      const descriptions = offer.streams
      const renewed = current?.offer.origin === offer.origin ? current : undefined
      if (!renewed) await end()
      const handle = renewed?.handle ?? (await link.attach())
      current = { handle, offer }
      try {
        const { room, pin } = access
        if (!renewed) reach.watch(handle, peer)
        const join = { room, pin, display: peer, bitrate: mostBits, descriptions, ...(isRecorded && recording()), jsep }
        const asked = renewed ? handle.configure({ jsep, descriptions }) : handle.joinConfigurePublisher(join)
        return requireJsep((await unlessClosed(handle, asked)).jsep)
      } catch (error) {
        await end()
        throw error
      }
    },
    async record(isOn) {
      if (isOn === isRecorded) return
      isRecorded = isOn
      if (current) await ask(current.handle.configure(isOn ? { ...recording(), keyframe: true } : { record: false }))
    },
    async candidate({ candidate, sdpMid, sdpMLineIndex }, fragment) {
      if (!current || fragment === undefined || !current.offer.fragments.includes(fragment)) return false
      const line = { ...(sdpMid != null && { sdpMid }), ...(sdpMLineIndex != null && { sdpMLineIndex }) }
      await ask(current.handle.trickle({ candidate, ...line }))
      return true
    },
    end,
  }
}
