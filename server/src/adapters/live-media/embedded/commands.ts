import type { FeedKind } from './kinds.ts'

/** What the server and the forwarder's process say to each other. */

export type ForwarderSettings = {
  bindAddress: string
  port: number
  announcedAddress?: string | undefined
  maxPublishers: number
  maxSubscribers: number
}

export type Command =
  | { op: 'publish'; peer: string; sdp: string; kinds: readonly FeedKind[] }
  | { op: 'subscribe'; peer: string; feeds: readonly string[] }
  | { op: 'answer'; peer: string; sdp: string }
  | { op: 'choose'; peer: string; off: readonly string[] }
  | { op: 'sinceReport'; peer: string }
  | { op: 'silence'; feed: string; silent: boolean }
  | { op: 'limit'; feed: string; bits: number }
  | { op: 'leave'; peer: string; side?: 'publisher' | 'subscriber' }
  | { op: 'stats' }

/** `feeds` is by the `mid` of the offer. */
export type SubscriberOffer = { sdp: string; feeds: Record<string, string> }

/** `renewed` when the connection is a new one, and what was sent before has ended. */
export type PublisherAnswer = { sdp: string; renewed: boolean }
