import type { VideoRoomHandle } from 'janode/plugins/videoroom'
import type { MediaCandidate, MediaDescription, StreamKind } from '#ports/live-media.ts'
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
      if (current?.offer.origin === offer.origin) {
        const { jsep: answer } = await ask(current.handle.configure({ jsep, descriptions }))
        current.offer = offer
        return requireJsep(answer)
      }
      await end()
      const handle = await link.attach()
      current = { handle, offer }
      try {
        const { room, pin } = access
        reach.watch(handle, peer)
        const { jsep: answer } = await ask(
          handle.joinConfigurePublisher({
            room,
            pin,
            display: peer,
            bitrate: mostBits,
            descriptions,
            ...(isRecorded && recording()),
            jsep,
          }),
        )
        return requireJsep(answer)
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
