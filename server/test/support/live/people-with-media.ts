import { type Feed, type FeedKind, type JoinedRoom, mediaPeer } from '@virtual-courses/contract'
import { expect } from 'vitest'
import type { MediaDescription, StreamKind } from '#ports/live-media.ts'
import { until } from '../connect-socket.ts'
import type { TestUser } from '../create-test-app.ts'
import type { Tab } from './live-room.ts'
import { type MediaPeers, openMediaPeers } from './media-peers.ts'

/** A tab of someone in a room, whose media are those of a peer in a real browser. */
export type Inside = Tab & { joined: JoinedRoom; peerId: string }

export type PeopleWithMedia = {
  peers: MediaPeers
  /** Enters as a browser does that takes the offers of the media server; `at` is the address of another process. */
  enter(who: TestUser, roomId: string, more?: { at?: string; slotToken?: string }): Promise<Inside>
  /** Sends the media of a peer through this tab from now on. */
  goOnWith(peerId: string, tab: Tab): void
  speak(one: Inside, kinds?: StreamKind[]): Promise<object>
  /** Packets that have arrived. */
  arrived(at: Inside, from: Inside, what: FeedKind): Promise<number>
  /** Expects more packets than when nothing arrives. */
  receives(at: Inside, from: Inside, what?: FeedKind, timeout?: number): Promise<void>
  /** Resolves when nothing more arrives; returns after how many milliseconds. */
  silentAfter(at: Inside, from: Inside, what?: FeedKind): Promise<number>
  /** Ends all media and forgets who is where, after a test. */
  clear(): Promise<void>
}

const modern = { forwarded: true }
export const speaker: StreamKind[] = ['audio', 'camera']
export const feedsOf = (tab: Tab): Feed[] => (tab.got('feeds').at(-1) as { feeds: Feed[] } | undefined)?.feeds ?? [] // the contract of the event

/** Opens the browser of people whose tabs `open` opens. Close `peers` in the end. */
export async function openPeopleWithMedia(
  open: (who: TestUser, at?: string) => Promise<Tab>,
): Promise<PeopleWithMedia> {
  /** tabs of the peers that send or receive, by peer id */
  const media = new Map<string, { tab: Tab; roomId: string }>()
  const peers = await openMediaPeers((peer, candidate) => {
    const at = media.get(peer)
    at?.tab.socket.emit('ice-candidate', { candidate, to: mediaPeer, roomId: at.roomId })
  })
  const arrived = async (at: Inside, from: Inside, what: FeedKind): Promise<number> => {
    const feed = feedsOf(at).find((one) => one.peerId === from.peerId && one.what === what)
    return (feed && (await peers.received(at.peerId))[feed.mid]?.packets) ?? 0
  }
  return {
    peers,
    arrived,
    async enter(who, roomId, { at, slotToken } = {}) {
      const tab = await open(who, at)
      let isFresh = true
      let work: Promise<unknown> = Promise.resolve()
      let peerId = ''
      tab.socket.on('media-ready', () => {
        isFresh = true
      })
      tab.socket.on('offer', ({ offer, sender }: { offer: MediaDescription; sender: string }) => {
        if (sender !== mediaPeer) return
        const fresh = isFresh
        isFresh = false
        work = work
          .then(async () => {
            const answer = await peers.takeOffer(peerId, offer, fresh)
            await tab.send('answer', { answer, to: mediaPeer, roomId })
          })
          .catch(() => {})
      })
      const joined = await tab.enter(roomId, { ...modern, audio: true, video: true, ...(slotToken && { slotToken }) })
      peerId = joined.peerId
      media.set(peerId, { tab, roomId })
      return Object.assign(tab, { joined, peerId })
    },
    goOnWith(peerId, tab) {
      const before = media.get(peerId)
      if (before) media.set(peerId, { ...before, tab })
    },
    async speak({ peerId }, kinds = speaker) {
      const { tab, roomId } = media.get(peerId) as { tab: Tab; roomId: string } // entered
      const offer = await peers.send(peerId, kinds)
      const before = tab.got('answer').length
      const answer = await tab.send('offer', { offer, to: mediaPeer, roomId })
      if (!answer.ok) return answer
      await until(() => tab.got('answer').length > before)
      const { answer: description } = tab.got('answer').at(-1) as { answer: MediaDescription } // the contract of the event
      await peers.takeAnswer(peerId, description)
      return answer
    },
    receives: (at, from, what = 'audio', timeout = 10_000) =>
      expect.poll(() => arrived(at, from, what), { timeout }).toBeGreaterThan(5),
    async silentAfter(at, from, what = 'audio') {
      const begun = performance.now()
      for (let last = -1, since = performance.now(); ; ) {
        const now = await arrived(at, from, what)
        if (now !== last) [last, since] = [now, performance.now()]
        if (performance.now() - since > 1000) return since - begun
        if (performance.now() - begun > 15_000) return Number.POSITIVE_INFINITY
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    clear: () => {
      media.clear()
      return peers.endAll()
    },
  }
}
