import { createSocket } from 'node:dgram'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { ForwarderChannel, forwarderInstalled } from './forwarder-channel.ts'
import { isRtcp, nack, readFeedback } from './rtp.ts'

const installed = forwarderInstalled()
const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

// its threads would keep the process of the tests for a while
afterAll(async () => {
  if (installed) (await import('node-datachannel')).cleanup()
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
  await vi.waitFor(() => expect(channel.ready).toBe(true), 10_000)
  return { channel, events }
}

async function connect(name: string) {
  const { PeerConnection } = await import('node-datachannel')
  const connection = new PeerConnection(name, {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
  })
  closings.push(() => connection.close())
  const described = async () => {
    await vi.waitFor(() => expect(connection.gatheringState()).toBe('complete'), { interval: 5 })
    return connection.localDescription()?.sdp ?? ''
  }
  return { connection, described }
}

const media = (sequence: number, ssrc: number): Buffer => {
  const packet = Buffer.alloc(112, 1)
  packet.writeUInt16BE(0x8060, 0)
  packet.writeUInt16BE(sequence, 2)
  packet.writeUInt32BE(sequence * 3000, 4)
  packet.writeUInt32BE(ssrc, 8)
  return packet
}

/**
 * Sends a picture. `skip` leaves numbers out until they are asked for; then only the first packets are sent until `goOn` is called, because
 * a viewer may need longer than the numbers last.
 */
async function publish(channel: ForwarderChannel, peer: string, skip: readonly number[] = []) {
  const { Video } = await import('node-datachannel')
  const { connection, described } = await connect(peer)
  const video = new Video('0', 'SendOnly')
  video.addVP8Codec(96)
  video.addSSRC(900, 'c', 'm', 't')
  const track = connection.addTrack(video)
  const asked = { keyframes: 0, repeated: [] as number[] }
  let last = skip.length > 0 ? 65_505 : undefined
  track.onMessage((packet) => {
    const { missing, keyframe } = readFeedback(packet, 900)
    if (keyframe) asked.keyframes++
    for (const sequence of missing) {
      asked.repeated.push(sequence)
      track.sendMessageBinary(media(sequence, 900))
    }
  })
  connection.setLocalDescription('offer')
  connection.setRemoteDescription((await channel.publish(peer, await described(), ['camera'])).sdp, 'answer')
  await vi.waitFor(() => expect(track.isOpen()).toBe(true), 5000)
  let sequence = 65_500
  const timer = setInterval(() => {
    if (sequence === last) return
    sequence = (sequence + 1) & 0xffff
    if (!skip.includes(sequence)) track.sendMessageBinary(media(sequence, 900))
  }, 10)
  closings.push(() => clearInterval(timer))
  const goOn = () => {
    last = undefined
  }
  return { asked, goOn }
}

async function view(channel: ForwarderChannel, peer: string) {
  const { connection, described } = await connect(peer)
  const tracks: object[] = []
  const came = new Map<string, number[]>()
  const take: { ask?: (sequence: number) => void } = {}
  connection.onTrack((track) => {
    tracks.push(track)
    track.onMessage((packet) => {
      if (isRtcp(packet)) return
      const ssrc = packet.readUInt32BE(8)
      take.ask = (sequence) => void track.sendMessageBinary(nack(ssrc, [sequence]))
      came.set(track.mid(), [...(came.get(track.mid()) ?? []), packet.readUInt16BE(2)])
    })
  })
  const see = async (feeds: readonly string[]) => {
    const first = await channel.subscribe(peer, feeds)
    for (let offer = first; offer; ) {
      connection.setRemoteDescription(offer.sdp, 'offer')
      connection.setLocalDescription('answer')
      offer = await channel.answer(peer, await described())
    }
    return first
  }
  return { connection, came, see, take }
}

test.runIf(installed)(
  'a picture is forwarded; what was lost on either side comes again; a joiner gets a key frame',
  async () => {
    const { channel, events } = await open()
    const { asked, goOn } = await publish(channel, 'teacher', [65_520, 10, 11])
    await vi.waitFor(() => expect(events.live).toHaveBeenCalledWith('teacher/camera'))
    const { connection, came, see, take } = await view(channel, 'student')
    const offer = await see(['teacher/camera', 'missing/camera'])
    expect(offer?.feeds).toEqual({ 0: 'teacher/camera' })
    const numbers = () => came.get('0') ?? []
    await vi.waitFor(() => expect(connection.state()).toBe('connected'), 5000)
    goOn()
    await vi.waitFor(() => expect(numbers()).toContain(20), 5000)
    expect(asked.repeated).toEqual(expect.arrayContaining([65_520, 10, 11]))
    expect(numbers()).toEqual(expect.arrayContaining([10, 11]))
    expect(asked.keyframes).toBeGreaterThan(0)
    take.ask?.(15)
    await vi.waitFor(async () =>
      expect(await channel.stats()).toMatchObject({ publishers: 1, subscribers: 1, repaired: 3, repeated: 1 }),
    )
  },
)

test.runIf(installed)('feeds come and go on the same connection, in the same places', async () => {
  const { channel, events } = await open()
  await publish(channel, 'one')
  await publish(channel, 'two')
  await vi.waitFor(() => expect(events.live).toHaveBeenCalledTimes(2))
  const { came, see } = await view(channel, 'student')
  await see(['one/camera'])
  await vi.waitFor(() => expect(came.get('0')?.length).toBeGreaterThan(5), 5000)
  expect((await see(['one/camera', 'two/camera']))?.feeds).toEqual({ 0: 'one/camera', 1: 'two/camera' })
  await vi.waitFor(() => expect(came.get('1')?.length).toBeGreaterThan(5), 5000)
  await see(['two/camera'])
  const before = came.get('0')?.length ?? 0
  await pause(200)
  expect(came.get('0')?.length).toBeLessThan(before + 5)
  expect((await see(['two/camera', 'one/camera']))?.feeds).toEqual({ 0: 'one/camera', 1: 'two/camera' })
  await vi.waitFor(() => expect(came.get('0')?.length).toBeGreaterThan(before + 5), 5000)
  expect(await see(['two/camera', 'one/camera'])).toBeNull()
  await channel.leave('one')
  expect(await channel.stats()).toMatchObject({ publishers: 1, feeds: 1 })
})

test.runIf(installed)('what is wrong is refused, and a full forwarder takes no one more', async () => {
  const { channel, events } = await open({ maxSubscribers: 1 })
  await expect(channel.publish('x', 'no description', ['camera'])).rejects.toThrow('bad_description')
  await expect(channel.answer('x', 'none')).rejects.toThrow('closed')
  await publish(channel, 'teacher')
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
