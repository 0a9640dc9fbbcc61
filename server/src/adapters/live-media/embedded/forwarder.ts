import { randomInt } from 'node:crypto'
import { initLogger, PeerConnection, type Track, Video } from 'node-datachannel'
import type { Command, ForwarderSettings, PublisherAnswer, SubscriberOffer } from './commands.ts'
import { counts, Feed, type Outlet } from './feed.ts'
import { type FeedKind, isSound } from './kinds.ts'
import { isRtcp } from './rtp.ts'
import {
  forLibrary,
  type Local,
  type OfferedMedia,
  readLocal,
  readOffer,
  readTransport,
  writeAnswer,
  writeOffer,
} from './session-description.ts'

/**
 * The process that forwards: it takes publishers' streams in and copies them to subscribers, one connection each, all on one UDP port.
 * Its parent decides who may do what. A fault of the library ends this process alone.
 */

type Link = { connection: PeerConnection; track: Track; local: Local }
type Publisher = Link & { ufrag: string; feeds: Map<string, Feed>; media: OfferedMedia[]; bySsrc: Map<number, Feed> }
type SubscriberSlot = Outlet & { mid: string; sound: boolean }
type Subscriber = Link & {
  slots: SubscriberSlot[]
  offeredAt: number
  /** names the connection in its offers, which are counted */
  origin: number
  version: number
  reportedAt: number
  shown: string
  answered: boolean
  waiting: readonly string[] | null
  off: ReadonlySet<string>
}

const maxSlots = 64
/** Stream numbers that a publisher's connection may have had: the encodings of a camera come under new ones. */
const maxNumbers = 16
const gatheringMs = 3000
const answerMs = 30_000
const maxPublisherBits = 12_000_000

const settings = JSON.parse(process.argv[2] ?? '{}') as ForwarderSettings // written by the channel
const publishers = new Map<string, Publisher>()
const subscribers = new Map<string, Subscriber>()
const feeds = new Map<string, Feed>()

initLogger('Fatal', () => {})
const report = (message: object): void => void process.send?.(message)

function connect(name: string, direction: 'RecvOnly' | 'SendOnly'): Omit<Link, 'local'> {
  const connection = new PeerConnection(name, {
    iceServers: [],
    bindAddress: settings.bindAddress,
    enableIceUdpMux: true,
    portRangeBegin: settings.port,
    portRangeEnd: settings.port,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  })
  const video = new Video('0', direction)
  video.addVP8Codec(96)
  return { connection, track: connection.addTrack(video) }
}

function whenLost(connection: PeerConnection, lost: () => void): void {
  connection.onStateChange((state) => {
    if (state === 'failed' || state === 'closed' || state === 'disconnected') lost()
  })
}

/** The local description with its candidates. */
async function described(connection: PeerConnection): Promise<Local> {
  const end = Date.now() + gatheringMs
  while (connection.gatheringState() !== 'complete') {
    if (Date.now() > end) throw new Error('timeout')
    await new Promise((done) => setTimeout(done, 2))
  }
  const description = connection.localDescription()
  if (!description) throw new Error('closed')
  return readLocal(description.sdp, settings.announcedAddress)
}

function closeQuietly(link: Omit<Link, 'local'>): void {
  for (const one of [link.track, link.connection])
    try {
      one.close()
    } catch {
      // closed before
    }
}

function leavePublisher(peer: string, only?: Publisher): boolean {
  const publisher = publishers.get(peer)
  if (!publisher || (only && publisher !== only)) return false
  publishers.delete(peer)
  for (const feed of publisher.feeds.values()) {
    feed.close()
    if (feeds.get(feed.id) === feed) feeds.delete(feed.id)
  }
  closeQuietly(publisher)
  return true
}

function leaveSubscriber(peer: string, only?: Subscriber): boolean {
  const subscriber = subscribers.get(peer)
  if (!subscriber || (only && subscriber !== only)) return false
  subscribers.delete(peer)
  for (const slot of subscriber.slots) slot.feed?.outlets.delete(slot)
  closeQuietly(subscriber)
  return true
}

/** The feed of a packet: by its number, or the only one that came without a number. */
function feedOf(publisher: Publisher, packet: Buffer): Feed | undefined {
  const ssrc = packet.readUInt32BE(8)
  const known = publisher.bySsrc.get(ssrc)
  if (known) return known
  const type = packet.readUInt8(1) & 127
  const unnumbered = publisher.media.find((one) => one.ssrc === undefined && one.payloadType === type)
  const feed = unnumbered && publisher.feeds.get(unnumbered.mid)
  if (feed && publisher.bySsrc.size < maxNumbers) publisher.bySsrc.set(ssrc, feed)
  return feed
}

function receive(publisher: Publisher, packet: Buffer): void {
  const now = Date.now()
  if (isRtcp(packet)) {
    for (const feed of publisher.feeds.values()) feed.receive(packet, now)
    return
  }
  const feed = packet.length > 12 ? feedOf(publisher, packet) : undefined
  if (!feed) return
  const before = feed.live
  feed.receive(packet, now)
  if (!before && feed.live) report({ event: 'live', feed: feed.id })
}

/** Whether an offer fits the earlier ones of its connection: each kind keeps its m-line, and numbers stay few. */
function fits({ feeds, bySsrc }: Publisher, media: readonly OfferedMedia[]): boolean {
  const isOther = ({ kind, mid }: OfferedMedia) =>
    [...feeds].some(([id, feed]) => (id === mid) !== (feed.kind === kind))
  const added = media.filter(({ ssrc }) => ssrc !== undefined && !bySsrc.has(ssrc))
  return !media.some(isOther) && bySsrc.size + added.length <= maxNumbers
}

function takeFeeds(peer: string, publisher: Publisher, media: OfferedMedia[]): void {
  if (!fits(publisher, media)) throw new Error('bad_description')
  publisher.media = media
  for (const { kind, mid, ssrc } of media) {
    const known = publisher.feeds.get(mid)
    const feed = known ?? new Feed(`${peer}/${kind}`, kind, { track: publisher.track, ssrc })
    publisher.feeds.set(mid, feed)
    feeds.set(feed.id, feed)
    if (ssrc !== undefined) publisher.bySsrc.set(ssrc, feed)
  }
}

async function publish(peer: string, sdp: string, kinds: readonly FeedKind[]): Promise<PublisherAnswer> {
  const offer = readOffer(sdp, kinds)
  const known = publishers.get(peer)
  if (known?.ufrag === offer.ufrag) {
    takeFeeds(peer, known, offer.media)
    return { sdp: writeAnswer(offer.media, known.local), renewed: false }
  }
  leavePublisher(peer)
  if (publishers.size >= settings.maxPublishers) throw new Error('full')
  const publisher: Publisher = {
    ...connect(`publisher ${peer}`, 'RecvOnly'),
    local: { transport: [], candidates: [] },
    ufrag: offer.ufrag,
    feeds: new Map(),
    media: [],
    bySsrc: new Map(),
  }
  publishers.set(peer, publisher)
  whenLost(publisher.connection, () => {
    if (leavePublisher(peer, publisher)) report({ event: 'lost', peer, side: 'publisher' })
  })
  publisher.track.onMessage((packet) => receive(publisher, packet))
  try {
    publisher.connection.setRemoteDescription(forLibrary(offer.transport, 'sendonly'), 'offer')
    publisher.connection.setLocalDescription('answer')
    publisher.local = await described(publisher.connection)
    // it may have left meanwhile
    if (publishers.get(peer) !== publisher) throw new Error('closed')
    takeFeeds(peer, publisher, offer.media)
    return { sdp: writeAnswer(offer.media, publisher.local), renewed: true }
  } catch (error) {
    leavePublisher(peer, publisher)
    throw error
  }
}

function place(subscriber: Subscriber, feed: Feed): void {
  const sound = isSound(feed.kind)
  const free = subscriber.slots.find((slot) => !slot.feed && slot.sound === sound)
  if (!free && subscriber.slots.length >= maxSlots) throw new Error('full')
  const slot: SubscriberSlot = free ?? {
    mid: String(subscriber.slots.length),
    sound,
    track: subscriber.track,
    feed,
    open: false,
    paused: false,
    repeats: 0,
    lossPercent: 0,
  }
  if (!free) subscriber.slots.push(slot)
  slot.feed = feed
  slot.open = false
  slot.paused = subscriber.off.has(feed.id)
  feed.outlets.add(slot)
}

/** What the places carry; a feed that ended has left its place. */
const shownBy = (subscriber: Subscriber): string => subscriber.slots.map(({ feed }) => feed?.ssrc ?? '').join()

/** Puts these feeds into the subscriber's places; true when they carry something else than was offered. */
function arrange(subscriber: Subscriber, wanted: readonly Feed[]): boolean {
  for (const slot of subscriber.slots) {
    if (!slot.feed || wanted.includes(slot.feed)) continue
    slot.feed.outlets.delete(slot)
    slot.feed = null
  }
  for (const feed of wanted) if (!subscriber.slots.some((slot) => slot.feed === feed)) place(subscriber, feed)
  return shownBy(subscriber) !== subscriber.shown
}

/**
 * The first offer has no candidates: the library checks certificates against a description that it stores when ICE may already run,
 * so that over quick lines some handshakes fail. The second one, after the answer, starts ICE.
 */
function offerOf(subscriber: Subscriber): SubscriberOffer {
  subscriber.offeredAt = Date.now()
  subscriber.shown = shownBy(subscriber)
  const slots = subscriber.slots.map(({ mid, sound, feed }) => {
    const stream = feed ? { ssrc: feed.ssrc, peer: feed.id.slice(0, feed.id.lastIndexOf('/')), id: feed.id } : undefined
    return { mid, sound, stream }
  })
  const local = { ...subscriber.local, ...(!subscriber.answered && { candidates: [] }) }
  const named = subscriber.slots.flatMap(({ mid, feed }) => (feed ? [[mid, feed.id]] : []))
  return {
    sdp: writeOffer(slots, local, `${subscriber.origin} ${++subscriber.version}`),
    feeds: Object.fromEntries(named),
  }
}

async function openSubscriber(peer: string): Promise<Subscriber> {
  if (subscribers.size >= settings.maxSubscribers) throw new Error('full')
  const link = connect(`subscriber ${peer}`, 'SendOnly')
  const subscriber: Subscriber = {
    ...link,
    local: { transport: [], candidates: [] },
    slots: [],
    offeredAt: Date.now(),
    origin: randomInt(1, 2 ** 47),
    version: 0,
    reportedAt: 0,
    shown: '',
    answered: false,
    waiting: null,
    off: new Set(),
  }
  subscribers.set(peer, subscriber)
  whenLost(link.connection, () => {
    if (leaveSubscriber(peer, subscriber)) report({ event: 'lost', peer, side: 'subscriber' })
  })
  link.track.onMessage((packet) => {
    const now = Date.now()
    subscriber.reportedAt = now
    for (const slot of subscriber.slots) slot.feed?.feedback(slot, packet, now)
  })
  link.connection.setLocalDescription('offer')
  subscriber.local = await described(link.connection)
  if (subscribers.get(peer) !== subscriber) throw new Error('closed')
  return subscriber
}

/** Offers these feeds; null when nothing changes, or an answer is still to come, after which the rest is offered. */
async function subscribe(peer: string, wanted: readonly string[]): Promise<SubscriberOffer | null> {
  const known = subscribers.get(peer)
  if (known?.offeredAt && Date.now() - known.offeredAt < answerMs) {
    known.waiting = wanted
    return null
  }
  if (known?.offeredAt) leaveSubscriber(peer)
  const found = () => wanted.flatMap((id) => feeds.get(id) ?? []).slice(0, maxSlots)
  if (!subscribers.has(peer) && found().length === 0) return null
  try {
    const subscriber = subscribers.get(peer) ?? (await openSubscriber(peer))
    const changed = arrange(subscriber, found())
    return changed ? offerOf(subscriber) : null
  } catch (error) {
    leaveSubscriber(peer)
    throw error
  }
}

async function answer(peer: string, sdp: string): Promise<SubscriberOffer | null> {
  const subscriber = subscribers.get(peer)
  if (!subscriber?.offeredAt || subscriber.slots.length === 0) throw new Error('closed')
  const { answered, waiting } = subscriber
  try {
    const transport = readTransport(sdp)
    if (!answered) subscriber.connection.setRemoteDescription(forLibrary(transport, 'recvonly'), 'answer')
  } catch (error) {
    leaveSubscriber(peer, subscriber)
    throw error
  }
  Object.assign(subscriber, { offeredAt: 0, answered: true, waiting: null })
  const next = waiting ? await subscribe(peer, waiting) : null
  return next ?? (answered ? null : offerOf(subscriber))
}

/** Stops what a subscriber does not want to see now; it goes on with a key frame. */
function choose(peer: string, off: readonly string[]): null {
  const subscriber = subscribers.get(peer)
  if (!subscriber) return null
  subscriber.off = new Set(off.slice(0, maxSlots))
  for (const slot of subscriber.slots) {
    const paused = slot.feed !== null && subscriber.off.has(slot.feed.id)
    if (slot.paused && !paused) slot.feed?.wantKeyframe(Date.now())
    slot.paused = paused
  }
  return null
}

function stats(): object {
  const { rss, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const cpuMs = Math.round((user + system) / 1000)
  return {
    publishers: publishers.size,
    subscribers: subscribers.size,
    feeds: feeds.size,
    ...counts,
    rss,
    external,
    cpuMs,
  }
}

function run(command: Command): unknown {
  switch (command.op) {
    case 'publish':
      return publish(command.peer, command.sdp, command.kinds)
    case 'subscribe':
      return subscribe(command.peer, command.feeds)
    case 'answer':
      return answer(command.peer, command.sdp)
    case 'choose':
      return choose(command.peer, command.off)
    case 'sinceReport':
      return Date.now() - (subscribers.get(command.peer)?.reportedAt ?? 0)
    case 'silence':
      feeds.get(command.feed)?.silence(command.silent)
      return null
    case 'limit':
      feeds.get(command.feed)?.limit(command.bits)
      return null
    case 'leave':
      if (command.side !== 'subscriber') leavePublisher(command.peer)
      if (command.side !== 'publisher') leaveSubscriber(command.peer)
      return null
    case 'stats':
      return stats()
  }
}

process.on('message', async ({ id, ...command }: Command & { id: number }) => {
  try {
    report({ id, result: await run(command) })
  } catch (error) {
    report({ id, error: error instanceof Error ? error.message : 'failed' })
  }
})
process.on('disconnect', () => process.exit(0))

setInterval(() => {
  const now = Date.now()
  for (const feed of feeds.values()) feed.tick(now)
}, 25)

setInterval(() => {
  const now = Date.now()
  for (const [peer, publisher] of publishers) {
    const mine = [...publisher.feeds.values()]
    const bits = mine.reduce((sum, feed) => sum + (feed.live ? feed.bits : 0), 0)
    const bytes = mine.reduce((sum, feed) => sum + feed.second(now, bits), 0)
    if (bytes * 8 > maxPublisherBits && leavePublisher(peer)) report({ event: 'lost', peer, side: 'publisher' })
  }
}, 1000)
report({ event: 'ready' })
