import { createSocket } from 'node:dgram'
import { parseArgs } from 'node:util'
import { ForwarderChannel } from '../../server/src/adapters/live-media/embedded/forwarder-channel.ts'
import type { FeedKind } from '../../server/src/adapters/live-media/embedded/kinds.ts'
import { exitWithUsage, openResults, requireLinux } from '../lib/command.ts'
import { treeMemory } from '../lib/machine.ts'
import { openBrowserPage } from './browser.ts'
import { startRelay } from './lossy-relay.ts'
import { joinOnce, type Recorded, recordVideo, startPublisher, type Viewer } from './peers.ts'

const usage = `npm run bench -- live-forwarder
  --joins N        joins of viewers that do not decode and of a real browser, N each, 8 at a time, each with 2 more tries
  --loss P         P % of packets lost in both directions before and after the forwarder, for --minutes (default 3)
  --delay MS       one way, with --loss (default 20)
  --viewers N      N viewers for --minutes: memory and packets every 30 s`

const { values } = parseArgs({
  options: {
    joins: { type: 'string' },
    loss: { type: 'string' },
    delay: { type: 'string', default: '20' },
    viewers: { type: 'string' },
    minutes: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || !(values.joins || values.loss || values.viewers)) exitWithUsage(usage)
requireLinux()

const record = openResults('live-forwarder-')
const minutes = Number(values.minutes)
const soon = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  const { port } = socket.address()
  await new Promise<void>((done) => socket.close(done))
  return port
}

const events = { down: 0, peersLost: 0, reasons: [] as string[] }

async function openForwarder(): Promise<{ channel: ForwarderChannel; port: number }> {
  const port = await freePort()
  let isReady = () => {}
  const ready = new Promise<void>((done) => {
    isReady = done
  })
  const channel = new ForwarderChannel(
    { bindAddress: '127.0.0.1', port, maxPublishers: 12, maxSubscribers: 300 },
    {
      live: () => {},
      lost: () => events.peersLost++,
      down: (reason) => {
        events.down++
        events.reasons.push(`${reason} ${new Date().toISOString()}`)
      },
      ready: () => isReady(),
    },
  )
  const keepsRunning = setInterval(() => {}, 1000)
  await ready
  clearInterval(keepsRunning)
  return { channel, port }
}

const feeds = ['p/audio', 'p/camera']
const kinds: FeedKind[] = ['audio', 'camera']
const tries = 3
const limitMs = 5000

type Joins = { joined: number; failed: number; retried: number; firstMs: number[]; why: Record<string, number> }

/** Joins and leaves `count` times, eight at once. */
async function joinMany(count: number, join: (peer: string) => Promise<number>): Promise<Joins> {
  const result: Joins = { joined: 0, failed: 0, retried: 0, firstMs: [], why: {} }
  let next = 0
  const one = async () => {
    while (next < count) {
      const peer = `v${next++}`
      for (let attempt = 1; ; attempt++) {
        try {
          result.firstMs.push(await join(peer))
          result.joined++
          break
        } catch (error) {
          const reason = error instanceof Error ? error.message.slice(-60) : 'unknown'
          result.why[reason] = (result.why[reason] ?? 0) + 1
          if (attempt === tries) {
            result.failed++
            break
          }
          result.retried++
        }
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return result
}

const percentile = (values: readonly number[], part: number): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN)

async function measureJoins(count: number, recording: Recorded[]): Promise<void> {
  const { channel } = await openForwarder()
  const publisher = await startPublisher(recording, (sdp) => channel.publish('p', sdp, kinds))
  await publisher.connected
  await soon(500)
  const summary = ({ firstMs, ...rest }: Joins) => ({
    ...rest,
    p50Ms: percentile(firstMs, 0.5),
    p99Ms: percentile(firstMs, 0.99),
  })
  const plain = await joinMany(count, async (peer) => {
    const viewer = await joinOnce(peer, { signalling: channel, feeds, limitMs, through: (sdp) => sdp })
    await viewer.close()
    return viewer.firstMs() ?? 0
  })
  record({ case: 'joins', peers: 'no decoder', ...summary(plain), ...events })
  const publishers = await joinMany(Math.ceil(count / 5), async (peer) => {
    const began = performance.now()
    const one = await startPublisher(recording, (sdp) => channel.publish(peer, sdp, kinds))
    const timer = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('not connected')), limitMs))
    try {
      await Promise.race([one.connected, timer])
      return performance.now() - began
    } finally {
      one.close()
      await channel.leave(peer)
    }
  })
  record({ case: 'joins', peers: 'publishers', ...summary(publishers), ...events })
  const { page, close } = await openBrowserPage({
    publish: (peer, sdp) => channel.publish(peer, sdp, kinds),
    signalling: channel,
    through: (sdp) => sdp,
  })
  const real = await joinMany(count, async (peer) => {
    const ms = await page.evaluate(`join(${JSON.stringify(peer)}, ${JSON.stringify(feeds)}, ${limitMs})`)
    await page.evaluate(`end(${JSON.stringify(peer)})`)
    return Number(ms)
  })
  record({ case: 'joins', peers: 'Chromium', ...summary(real), ...events, forwarder: await channel.stats() })
  await close()
  publisher.close()
  await channel.close()
}

type Row = Record<string, number | string>
const keep = (row: Row, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))

async function measureLoss(lossPercent: number, recording: Recorded[]): Promise<void> {
  const { channel, port } = await openForwarder()
  const relay = await startRelay(port, { lossPercent, delayMs: Number(values.delay) })
  const { page, close } = await openBrowserPage({
    publish: (peer, sdp) => channel.publish(peer, sdp, kinds),
    signalling: channel,
    through: relay.through,
  })
  await page.evaluate(`sendMedia('p')`)
  await soon(6000)
  // a real picture over the lossy way twice: from the browser, and to it
  await page.evaluate(`join('real', ${JSON.stringify(feeds)}, 15000)`)
  const plain = await startPublisher(recording, async (sdp) => ({
    sdp: relay.through((await channel.publish('n', sdp, kinds)).sdp),
  }))
  await plain.connected
  await soon(1000)
  const counting: Viewer[] = []
  for (const name of ['a', 'b', 'c', 'd'])
    counting.push(
      await joinOnce(name, {
        signalling: channel,
        feeds: ['n/audio', 'n/camera'],
        limitMs: 15_000,
        through: relay.through,
      }),
    )
  const sum = () =>
    counting
      .flatMap(({ streams }) => [...streams.values()])
      .reduce(
        (all, { received, repaired, lost, asked }) => ({
          received: all.received + received,
          repaired: all.repaired + repaired,
          lost: all.lost + lost,
          asked: all.asked + asked,
        }),
        { received: 0, repaired: 0, lost: 0, asked: 0 },
      )
  for (let minute = 1; minute <= minutes; minute++) {
    await soon(60_000)
    const rows = (await page.evaluate(`numbers('real')`)) as Row[]
    const sent = (await page.evaluate(`numbers('p')`)) as Row[]
    const names = [
      'framesDecoded',
      'freezeCount',
      'totalFreezesDuration',
      'frameWidth',
      'framesPerSecond',
      'packetsReceived',
      'packetsLost',
      'nackCount',
      'pliCount',
      'keyFramesDecoded',
      'concealedSamples',
      'totalSamplesReceived',
      'bytesReceived',
    ]
    record({
      case: 'loss',
      lossPercent,
      minute,
      picture: keep(rows.find(({ kind }) => kind === 'video') ?? {}, names),
      sound: keep(rows.find(({ kind }) => kind === 'audio') ?? {}, names),
      sender: keep(sent.find(({ kind }) => kind === 'video') ?? {}, [
        'frameWidth',
        'framesPerSecond',
        'framesSent',
        'nackCount',
        'pliCount',
        'retransmittedPacketsSent',
        'targetBitrate',
        'bytesSent',
      ]),
      counting: sum(),
      dropped: relay.dropped(),
      forwarder: await channel.stats(),
      ...events,
    })
  }
  for (const viewer of counting) await viewer.close()
  await close()
  plain.close()
  relay.close()
  await channel.close()
}

async function measureLong(count: number, recording: Recorded[]): Promise<void> {
  const { channel } = await openForwarder()
  const publisher = await startPublisher(recording, (sdp) => channel.publish('p', sdp, kinds))
  await publisher.connected
  await soon(500)
  const viewers: Viewer[] = []
  for (let index = 0; index < count; index++)
    viewers.push(await joinOnce(`v${index}`, { signalling: channel, feeds, limitMs: 15_000, through: (sdp) => sdp }))
  const end = Date.now() + minutes * 60_000
  const began = Date.now()
  for (;;) {
    const streams = viewers.flatMap((viewer) => [...viewer.streams.values()])
    record({
      case: 'long',
      viewers: count,
      minute: Math.round((Date.now() - began) / 6000) / 10,
      rssMb: Math.round(treeMemory(channel.pid ?? 0).rssBytes / 1e5) / 10,
      sent: publisher.sent(),
      received: streams.reduce((all, { received }) => all + received, 0),
      repaired: streams.reduce((all, { repaired }) => all + repaired, 0),
      lost: streams.reduce((all, { lost }) => all + lost, 0),
      quietViewers: viewers.filter(({ streams: one }) => [...one.values()].some(({ received }) => received === 0))
        .length,
      forwarder: await channel.stats().catch(() => null),
      ...events,
    })
    if (Date.now() > end) break
    await soon(30_000)
  }
  for (const viewer of viewers) await viewer.close()
  await soon(2000)
  record({
    case: 'long',
    viewers: 0,
    rssMb: Math.round(treeMemory(channel.pid ?? 0).rssBytes / 1e5) / 10,
    forwarder: await channel.stats(),
  })
  publisher.close()
  await channel.close()
}

const recording = await recordVideo(20, 1000)
if (values.joins) await measureJoins(Number(values.joins), recording)
if (values.loss) await measureLoss(Number(values.loss), recording)
if (values.viewers) await measureLong(Number(values.viewers), recording)
process.exit(0)
