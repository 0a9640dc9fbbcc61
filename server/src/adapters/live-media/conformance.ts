import { readdirSync } from 'node:fs'
import { connectionOf } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MediaRoom, MediaServers, ReceivedStream, RoomMedia, StreamKind } from '#ports/live-media.ts'
import { isWhole } from '#test/support/in-all.ts'
import { type MediaPeers, openMediaPeers, type Received } from '#test/support/live/media-peers.ts'

export type Subject = {
  /** Opens it again, as another process does. */
  open(): MediaServers
  /** Kills its server, and starts it again. */
  restart(): Promise<void>
  /** where it writes recordings */
  recordings?: string
  close(): Promise<void>
}

const speaker: StreamKind[] = ['audio', 'camera']
const host: StreamKind[] = ['audio', 'camera', 'screen', 'screenAudio']

/**
 * Conformance tests of the port `LiveMedia` for adapters that forward, with peers in a real browser. Without `layers` a stream has one
 * quality; without `recordings` none are made.
 */
export function mediaServersConformance(
  name: string,
  openSubject: () => Promise<Subject>,
  { layers = true, recordings = true } = {},
): void {
  describe(`${name} media servers`, () => {
    let subject: Subject
    let media: MediaServers
    let peers: MediaPeers
    let room: MediaRoom
    let lost = 0
    const parts: RoomMedia[] = []
    /** which part of the room each peer belongs to, and what it was offered last */
    const partOf = new Map<string, RoomMedia>()
    const offered = new Map<string, ReceivedStream[]>()
    const receiving = new Map<string, string>()
    let work: Promise<unknown> = Promise.resolve()

    beforeAll(async () => {
      subject = await openSubject()
      media = subject.open()
      peers = await openMediaPeers(
        (peer, candidate) =>
          void partOf
            .get(peer)
            ?.candidate(peer, candidate)
            .catch(() => {}),
      )
    })
    afterEach(async () => {
      await work
      for (const part of parts.splice(0)) await part.close()
      for (const map of [partOf, offered, receiving]) map.clear()
      await peers.endAll()
      if (room) await media.closeRoom(room).catch(() => {})
    })
    afterAll(async () => {
      await peers?.close()
      await media?.close()
      await subject?.close()
    })

    async function enter(of: MediaServers = media): Promise<RoomMedia> {
      const part: RoomMedia = await of.enter(room, {
        offered(peer, offer, streams) {
          offered.set(peer, streams)
          // as browsers do: an offer of another connection opens another one
          const origin = connectionOf(offer.sdp)
          const fresh = receiving.get(peer) !== origin
          receiving.set(peer, origin)
          work = work.then(async () => part.answer(peer, await peers.takeOffer(peer, offer, fresh))).catch(() => {})
        },
        lost: () => lost++,
      })
      parts.push(part)
      return part
    }
    async function speak(part: RoomMedia, peer: string, kinds = speaker): Promise<void> {
      partOf.set(peer, part)
      await peers.takeAnswer(peer, await part.publish(peer, await peers.send(peer, kinds), kinds))
    }
    async function listen(part: RoomMedia, peer: string): Promise<void> {
      partOf.set(peer, part)
      receiving.delete(peer)
      await part.receive(peer)
    }
    /** A room in which an educator speaks and Asha listens. */
    async function openWithTwo(): Promise<RoomMedia> {
      room = await media.openRoom(new Map())
      const part = await enter()
      await speak(part, 'educator')
      await listen(part, 'asha')
      return part
    }
    const midOf = (peer: string, from: string, what: StreamKind): string | undefined =>
      offered.get(peer)?.find((stream) => stream.peer === from && stream.what === what)?.mid
    const receivedBy = async (peer: string, from: string, what: StreamKind): Promise<Received> => {
      const mid = midOf(peer, from, what)
      const all = await peers.received(peer)
      return (mid !== undefined && all[mid]) || { packets: 0, frames: 0, width: 0 }
    }
    const arrives = (peer: string, from: string, what: StreamKind, timeout = 15_000) =>
      expect
        .poll(
          async () =>
            (await receivedBy(peer, from, what))[what === 'audio' || what === 'screenAudio' ? 'packets' : 'frames'],
          { timeout },
        )
        .toBeGreaterThan(5)
    const goesOn = async (peer: string, from: string, what: 'audio' | 'camera'): Promise<boolean> => {
      const count = async () => (await receivedBy(peer, from, what)).packets
      const before = await count()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return (await count()) - before > 3
    }

    test('everyone receives everyone else, also through another process, and who goes stops at once', async () => {
      room = await media.openRoom(new Map())
      const here = await enter()
      const other = subject.open()
      const there = await enter(other)
      await speak(here, 'educator', host)
      for (const [part, peer] of [
        [here, 'educator'],
        [here, 'asha'],
        [there, 'ravi'],
      ] as const)
        await listen(part, peer)
      await speak(there, 'ravi')
      for (const what of host) {
        await arrives('asha', 'educator', what)
        await arrives('ravi', 'educator', what)
      }
      await arrives('asha', 'ravi', 'camera')
      await arrives('educator', 'ravi', 'audio')
      expect(offered.get('ravi')?.map(({ peer }) => peer)).not.toContain('ravi')

      await there.unpublish('ravi')
      await expect.poll(() => midOf('asha', 'ravi', 'camera')).toBeUndefined()
      expect(await goesOn('asha', 'educator', 'camera')).toBe(true)
      await speak(there, 'ravi')
      await arrives('asha', 'ravi', 'audio')
      await there.leave('ravi')
      await expect.poll(() => midOf('asha', 'ravi', 'audio')).toBeUndefined()
      await other.close()
    }, 60_000)

    test.skipIf(!isWhole)(
      'a receiver gets the layer that it chooses, or nothing, and back',
      async () => {
        const part = await openWithTwo()
        const choose = (layer: 'off' | 'low' | 'middle' | 'high') =>
          part.chooseLayers('asha', [{ peer: 'educator', what: 'camera', layer }])
        const width = async () => (await receivedBy('asha', 'educator', 'camera')).width
        // a browser that is busy sends no larger one
        const widths = [
          ['low', 240],
          ['middle', 480],
        ] as const
        for (const [layer, pixels] of layers ? widths : []) {
          await choose(layer)
          await expect.poll(width, { timeout: 20_000 }).toBe(pixels)
        }
        await choose('off')
        await expect.poll(() => goesOn('asha', 'educator', 'camera'), { timeout: 10_000 }).toBe(false)
        expect(await goesOn('asha', 'educator', 'audio')).toBe(true)
        await choose('low')
        await expect.poll(() => goesOn('asha', 'educator', 'camera'), { timeout: 10_000 }).toBe(true)
      },
      90_000,
    )

    test.skipIf(!isWhole)(
      'what is silenced reaches no one until it may again; renewed connections go on',
      async () => {
        const part = await openWithTwo()
        await arrives('asha', 'educator', 'audio')
        await part.silence('educator', 'audio', true)
        await expect.poll(() => goesOn('asha', 'educator', 'audio'), { timeout: 10_000 }).toBe(false)
        expect(await goesOn('asha', 'educator', 'camera')).toBe(true)
        // another connection is no way around it
        await speak(part, 'educator')
        await arrives('asha', 'educator', 'camera')
        expect(await goesOn('asha', 'educator', 'audio')).toBe(false)
        await part.silence('educator', 'audio', false)
        await expect.poll(() => goesOn('asha', 'educator', 'audio'), { timeout: 10_000 }).toBe(true)

        await peers.takeAnswer('educator', await part.publish('educator', await peers.restart('educator'), speaker))
        await expect.poll(() => goesOn('asha', 'educator', 'camera'), { timeout: 10_000 }).toBe(true)
        await speak(part, 'educator')
        await arrives('asha', 'educator', 'camera')
        await part.resume('asha')
        await expect.poll(() => goesOn('asha', 'educator', 'camera'), { timeout: 10_000 }).toBe(true)
        await listen(part, 'asha')
        await arrives('asha', 'educator', 'camera')
      },
      90_000,
    )

    test.runIf(recordings)(
      'records what is sent from now on, a file for each stream of a peer, until it stops',
      async () => {
        room = await media.openRoom(new Map())
        const part = await enter()
        await speak(part, 'educator')
        await part.record(true)
        await speak(part, 'asha')
        await listen(part, 'ravi')
        await arrives('ravi', 'asha', 'camera')
        await part.record(false)
        const files = () =>
          readdirSync(subject.recordings ?? '').filter((name) => name.startsWith(`videoroom-${room.room}-`))
        await expect.poll(() => files().length, { timeout: 5000 }).toBe(4)
        const named = /^videoroom-\d+-user-(asha|educator)-\d{16}-(audio-0|video-1)\.mjr$/
        for (const name of files()) expect(name).toMatch(named)
        await speak(part, 'educator')
        await arrives('ravi', 'educator', 'audio')
        expect(files()).toHaveLength(4)
      },
      60_000,
    )

    test('offers with more, other or broken m-lines are refused, and harm no one', async () => {
      room = await media.openRoom(new Map())
      const part = await enter()
      const offer = await peers.send('asha', host)
      const publish = (sdp: string, kinds: StreamKind[]) => part.publish('asha', { type: 'offer', sdp }, kinds)
      const lines = offer.sdp.split(/^(?=m=)/m)
      for (const [sdp, kinds] of [
        [offer.sdp, speaker],
        [lines.slice(0, 2).concat(Array(200).fill(lines[1])).join(''), host],
        [[lines[0], lines[2], lines[1]].join(''), host],
        [[lines[0], lines[1], lines[3], lines[2]].join(''), host],
        [`${lines[0]}${lines[1]}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:9\r\n`, host],
        ['v=0', host],
        ['', host],
        [`${lines[0]}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n`, speaker],
      ] as [string, StreamKind[]][])
        await expect(publish(sdp, kinds)).rejects.toMatchObject({ name: 'MediaFailure', kind: 'refused' })
      await speak(part, 'asha')
      await listen(part, 'ravi')
      await arrives('ravi', 'asha', 'audio')
      // of peers and streams that are not there
      await part.answer('no one', { type: 'answer', sdp: 'v=0' })
      await part.chooseLayers('ravi', [{ peer: 'no one', what: 'screen', layer: 'high' }])
      await part.candidate('ravi', { candidate: 'candidate:1 1 udp 1 10.0.0.1 9 typ host ufrag none' })
      await part.silence('no one', 'audio', true)
      await part.leave('no one')
      expect(await goesOn('ravi', 'asha', 'audio')).toBe(true)
      // what comes late, when the part was given up
      await part.close()
      await expect(speak(part, 'asha')).rejects.toMatchObject({ name: 'MediaFailure' })
    }, 60_000)

    test.skipIf(!isWhole)(
      'a server that was killed is noticed, and the room is there again after its start',
      async () => {
        const part = await openWithTwo()
        await arrives('asha', 'educator', 'audio')
        const before = lost
        await subject.restart()
        await expect.poll(() => lost, { timeout: 5000 }).toBe(before + 1)
        await expect(part.publish('educator', await peers.send('educator', speaker), speaker)).rejects.toMatchObject({
          name: 'MediaFailure',
        })
        await media.check(room.server)
        const again = await enter()
        await speak(again, 'educator')
        await listen(again, 'asha')
        await arrives('asha', 'educator', 'camera')
      },
      60_000,
    )
  })
}
