import { createSocket } from 'node:dgram'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type DataChannelPeers, startDataChannelPeers } from '#test/support/live/datachannel-peers.ts'
import { ForwarderChannel, forwarderInstalled } from './forwarder-channel.ts'

const installed = forwarderInstalled()
const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  const { port } = socket.address()
  await new Promise<void>((done) => socket.close(done))
  return port
}

async function open({ maxSubscribers = 10 } = {}) {
  const events = { live: vi.fn(), lost: vi.fn(), down: vi.fn(), ready: vi.fn() }
  const channel = new ForwarderChannel(
    { bindAddress: '127.0.0.1', port: await freePort(), maxPublishers: 3, maxSubscribers },
    events,
  )
  closings.push(() => channel.close())
  const peers = startDataChannelPeers()
  closings.push(peers.stop)
  await vi.waitFor(() => expect(channel.ready).toBe(true), 10_000)
  return { channel, events, peers }
}

type Opened = { channel: ForwarderChannel; peers: DataChannelPeers }

async function publish({ channel, peers }: Opened, peer: string, skip: readonly number[] = []): Promise<void> {
  const offer = await peers.publish(peer, skip)
  await peers.take(peer, (await channel.publish(peer, offer, ['camera'])).sdp, 'answer')
  await vi.waitFor(async () => expect((await peers.state(peer)).trackOpen).toBe(true), 5000)
}

async function view({ channel, peers }: Opened, peer: string) {
  await peers.view(peer)
  const see = async (feeds: readonly string[]) => {
    const first = await channel.subscribe(peer, feeds)
    for (let offer = first; offer; ) offer = await channel.answer(peer, await peers.take(peer, offer.sdp, 'offer'))
    return first
  }
  /** numbers of the packets that came on an m-line */
  const numbers = async (mid: string): Promise<number[]> => (await peers.state(peer)).came[mid] ?? []
  return { see, numbers }
}

test.runIf(installed)(
  'a picture is forwarded; what was lost on either side comes again; a joiner gets a key frame',
  async () => {
    const opened = await open()
    const { channel, events, peers } = opened
    await publish(opened, 'teacher', [65_520, 10, 11])
    await vi.waitFor(() => expect(events.live).toHaveBeenCalledWith('teacher/camera'))
    const { see, numbers } = await view(opened, 'student')
    const offer = await see(['teacher/camera', 'missing/camera'])
    expect(offer?.feeds).toEqual({ 0: 'teacher/camera' })
    await vi.waitFor(async () => expect((await peers.state('student')).connected).toBe(true), 5000)
    await peers.goOn('teacher')
    await vi.waitFor(async () => expect(await numbers('0')).toContain(20), 5000)
    const { repeated, keyframes } = await peers.state('teacher')
    expect(repeated).toEqual(expect.arrayContaining([65_520, 10, 11]))
    expect(await numbers('0')).toEqual(expect.arrayContaining([10, 11]))
    expect(keyframes).toBeGreaterThan(0)
    await peers.ask('student', 15)
    await vi.waitFor(async () =>
      expect(await channel.stats()).toMatchObject({ publishers: 1, subscribers: 1, repaired: 3, repeated: 1 }),
    )
  },
)

test.runIf(installed)('feeds come and go on the same connection, in the same places', async () => {
  const opened = await open()
  const { channel, events } = opened
  await publish(opened, 'one')
  await publish(opened, 'two')
  await vi.waitFor(() => expect(events.live).toHaveBeenCalledTimes(2))
  const { see, numbers } = await view(opened, 'student')
  const count = async (mid: string): Promise<number> => (await numbers(mid)).length
  await see(['one/camera'])
  await vi.waitFor(async () => expect(await count('0')).toBeGreaterThan(5), 5000)
  expect((await see(['one/camera', 'two/camera']))?.feeds).toEqual({ 0: 'one/camera', 1: 'two/camera' })
  await vi.waitFor(async () => expect(await count('1')).toBeGreaterThan(5), 5000)
  await see(['two/camera'])
  const before = await count('0')
  await pause(200)
  expect(await count('0')).toBeLessThan(before + 5)
  expect((await see(['two/camera', 'one/camera']))?.feeds).toEqual({ 0: 'one/camera', 1: 'two/camera' })
  await vi.waitFor(async () => expect(await count('0')).toBeGreaterThan(before + 5), 5000)
  expect(await see(['two/camera', 'one/camera'])).toBeNull()
  await channel.leave('one')
  expect(await channel.stats()).toMatchObject({ publishers: 1, feeds: 1 })
})

test.runIf(installed)('what is wrong is refused, and a full forwarder takes no one more', async () => {
  const opened = await open({ maxSubscribers: 1 })
  const { channel, events } = opened
  await expect(channel.publish('x', 'no description', ['camera'])).rejects.toThrow('bad_description')
  await expect(channel.answer('x', 'none')).rejects.toThrow('closed')
  await publish(opened, 'teacher')
  await vi.waitFor(() => expect(events.live).toHaveBeenCalled())
  expect(await channel.subscribe('first', ['teacher/camera'])).not.toBeNull()
  await expect(channel.answer('first', 'no description')).rejects.toThrow('bad_description')
  expect(await channel.subscribe('second', ['teacher/camera'])).not.toBeNull()
  await expect(channel.subscribe('third', ['teacher/camera'])).rejects.toThrow('full')
  await channel.leave('second')
  expect(await channel.subscribe('third', ['teacher/camera'])).not.toBeNull()
})

test.runIf(installed)('a forwarder that dies starts again, and says so', async () => {
  const { channel, events } = await open()
  const dead = channel.pid ?? expect.fail('it did not start')
  process.kill(dead, 'SIGKILL')
  await vi.waitFor(() => expect(events.down).toHaveBeenCalledOnce(), 5000)
  await expect(channel.stats()).rejects.toThrow('down')
  await vi.waitFor(() => expect(channel.ready).toBe(true), 10_000)
  expect(channel.pid).not.toBe(dead)
  expect(await channel.stats()).toMatchObject({ publishers: 0, subscribers: 0 })
})

test.runIf(installed)(
  'a renewed offer may not move a kind to another m-line, which would leave a stream behind',
  async () => {
    const { channel, peers } = await open()
    const sdp = await peers.publish('teacher')
    expect(await channel.publish('teacher', sdp, ['camera'])).toMatchObject({ renewed: true })
    expect(await channel.publish('teacher', sdp, ['camera'])).toMatchObject({ renewed: false })
    const moved = sdp.replace('a=mid:0', 'a=mid:1')
    await expect(channel.publish('teacher', moved, ['camera'])).rejects.toThrow('bad_description')
    const numbered = (ssrc: number) => sdp.replace('a=mid:0', `a=mid:0\r\na=ssrc:${ssrc} cname:c`)
    for (let ssrc = 1; ssrc <= 15; ssrc++) await channel.publish('teacher', numbered(ssrc), ['camera'])
    await expect(channel.publish('teacher', numbered(16), ['camera'])).rejects.toThrow('bad_description')
    expect(await channel.stats()).toMatchObject({ publishers: 1, feeds: 1 })
  },
)

test('a forwarder that cannot be started is tried again, and can be closed', async () => {
  const program = process.execPath
  try {
    process.execPath = '/missing/node'
    const events = { live: vi.fn(), lost: vi.fn(), down: vi.fn(), ready: vi.fn() }
    const settings = { bindAddress: '127.0.0.1', port: await freePort(), maxPublishers: 1, maxSubscribers: 1 }
    const channel = new ForwarderChannel(settings, events)
    await vi.waitFor(() => expect(events.down).toHaveBeenCalledTimes(2), 5000)
    expect(events.down).toHaveBeenCalledWith(expect.stringContaining('ENOENT'))
    await channel.close()
    expect(events.ready).not.toHaveBeenCalled()
  } finally {
    process.execPath = program
  }
})
