import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { MediaCandidate, MediaDescription, StreamKind } from '#ports/live-media.ts'

/** What a peer receives on an m-line: packets of sound, or frames of pictures and their width. */
export type Received = { packets: number; frames: number; width: number }

/** Peers in a real browser that send a drawn picture and a tone. */
export type MediaPeers = {
  /** Offers a new connection on which a peer sends. */
  send(peer: string, kinds: readonly StreamKind[]): Promise<MediaDescription>
  /** Offers the same connection with new ICE credentials. */
  restart(peer: string): Promise<MediaDescription>
  takeAnswer(peer: string, answer: MediaDescription): Promise<void>
  /** Answers an offer of the connection on which a peer receives; a new connection with `fresh`. */
  takeOffer(peer: string, offer: MediaDescription, fresh: boolean): Promise<MediaDescription>
  /** What arrived on each m-line so far. */
  received(peer: string): Promise<Record<string, Received>>
  /** Ends what all peers send and receive: encoders that go on would slow every later test. */
  endAll(): Promise<void>
  close(): Promise<void>
}

/** Opens the browser. `candidate` gets the ICE candidates of its peers. */
export async function openMediaPeers(
  candidate: (peer: string, candidate: MediaCandidate) => void,
): Promise<MediaPeers> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--autoplay-policy=no-user-gesture-required', '--no-sandbox'],
  })
  const page: Page = await browser.newPage()
  await page.exposeFunction('candidateFound', candidate)
  await page.addScriptTag({ path: join(import.meta.dirname, 'media-peers.page.js') })
  const call = <T>(name: string, ...args: unknown[]): Promise<T> =>
    page.evaluate(`peers.${name}(...${JSON.stringify(args)})`) as Promise<T> // what the functions of the page return
  return {
    send: (peer, kinds) => call('send', peer, kinds),
    restart: (peer) => call('restart', peer),
    takeAnswer: (peer, answer) => call('takeAnswer', peer, answer),
    takeOffer: (peer, offer, fresh) => call('takeOffer', peer, offer, fresh),
    received: (peer) => call('received', peer),
    endAll: () => call('endAll'),
    close: () => browser.close(),
  }
}
