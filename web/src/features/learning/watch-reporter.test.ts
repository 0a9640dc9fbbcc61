import type { WatchedReport } from '@virtual-courses/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWatchReporter } from './watch-reporter.ts'
import { createWatchedCollector } from './watched-intervals.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Moved = { moved(seconds: number): void }

/** Plays for `seconds` of the video at a rate, with four position events a second, as in browsers. */
async function play(target: Moved, from: number, seconds: number, rate = 1): Promise<void> {
  target.moved(from)
  for (let at = from; at < from + seconds; ) {
    await vi.advanceTimersByTimeAsync(250)
    at += 0.25 * rate
    target.moved(at)
  }
}

describe('the collector', () => {
  it.each([0.5, 1, 2, 4])('takes what the video showed, at %s times its speed', async (rate) => {
    const collector = createWatchedCollector()
    await play(collector, 10, 20, rate)
    collector.settled(30)
    expect(collector.take()).toEqual([[10, 30]])
  })

  it('leaves out what a jump skips, forwards and backwards, playing or paused', async () => {
    const collector = createWatchedCollector()
    await play(collector, 0, 10)
    // browsers report the new position before the end of the seek
    collector.moved(60)
    collector.settled(60)
    await play(collector, 60, 5)
    collector.settled(62)
    await vi.advanceTimersByTimeAsync(60_000)
    collector.settled(40)
    await play(collector, 40, 5)
    expect(collector.take()).toEqual([
      [0, 10],
      [60, 65],
      [40, 45],
    ])
  })

  it('takes what was played before it was there', async () => {
    const collector = createWatchedCollector()
    await play(collector, 15, 5)
    collector.played(10, 15.04)
    collector.settled(20)
    expect(collector.take()).toEqual([
      [10, 15],
      [15, 20],
    ])
  })

  it('counts no second twice, however often it is asked', async () => {
    const collector = createWatchedCollector()
    const taken = []
    for (let at = 0; at < 30; at += 3.25) {
      await play(collector, at, 3.25)
      taken.push(...collector.take())
    }
    expect(taken[0]?.[0]).toBe(0)
    for (const [index, [from]] of taken.entries()) if (index > 0) expect(from).toBe(taken[index - 1]?.[1])
  })

  it('takes a pause for a pause: time that passes without positions is not watched', async () => {
    const collector = createWatchedCollector()
    await play(collector, 0, 4)
    await vi.advanceTimersByTimeAsync(600_000)
    collector.moved(300)
    expect(collector.take()).toEqual([[0, 4]])
  })
})

function setUp() {
  const sent: WatchedReport[] = []
  const kept = new Map<string, WatchedReport>()
  const network = { down: false, problem: new Error('network') as unknown }
  let ids = 0
  const reporter = createWatchReporter({
    videoId: 'v',
    async send(report) {
      sent.push(structuredClone(report))
      if (network.down) throw network.problem
    },
    keep: (id, report) => (report ? kept.set(id, report) : kept.delete(id)),
    judge: (error) => (error instanceof Error ? 'retry' : error === 'signed out' ? 'stop' : 'drop'),
    newId: () => (++ids).toString(16).padStart(16, '0'),
  })
  const parts = () => sent.map(({ intervals }) => intervals.map(([from, to]) => `${from}-${to}`).join(' '))
  return { sent, kept, network, reporter, parts }
}

describe('the reporter', () => {
  it('sends what is watched every half minute, and soon after a pause', async () => {
    const { reporter, parts, kept } = setUp()
    await play(reporter, 0, 65)
    reporter.settled(65)
    await vi.advanceTimersByTimeAsync(3000)
    expect(parts()).toEqual(['0-30', '30-60', '60-65'])
    expect(kept.size).toBe(0)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(parts()).toHaveLength(3)
  })

  it('sends the rest when the page is left, and again what comes after it', async () => {
    const { reporter, parts } = setUp()
    await play(reporter, 0, 10)
    reporter.leave()
    expect(parts()).toEqual(['0-10'])
    await play(reporter, 10, 5)
    reporter.close()
    expect(parts()).toEqual(['0-10', '10-15'])
    reporter.moved(16)
    reporter.leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(parts()).toHaveLength(2)
  })

  it('keeps what it cannot send, with its id, and sends it in order when the network is back', async () => {
    const { reporter, sent, kept, network, parts } = setUp()
    network.down = true
    await play(reporter, 0, 70)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(kept.size).toBe(2)
    network.down = false
    sent.length = 0
    reporter.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(parts()).toEqual(['0-30', '30-60', '60-70'])
    expect(kept.size).toBe(0)
  })

  it.each([
    ['refused', 0],
    ['signed out', 1],
  ])('stops or goes on when the server replies: %s', async (problem, copies) => {
    const { reporter, sent, kept, network } = setUp()
    Object.assign(network, { down: true, problem })
    await play(reporter, 0, 31)
    expect([sent.length, kept.size]).toEqual([1, copies])
    await play(reporter, 31, 31)
    expect(sent).toHaveLength(copies === 0 ? 2 : 1)
  })

  it('takes over what waits of earlier visits, and sends it once', async () => {
    const sent: string[] = []
    const reporter = createWatchReporter({
      videoId: 'v',
      send: async ({ id }) => void sent.push(id),
      keep: () => {},
      judge: () => 'retry',
      kept: [{ id: 'a1', videoId: 'v', intervals: [[0, 5]] }],
    })
    await vi.advanceTimersByTimeAsync(10)
    reporter.retry()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual(['a1'])
  })

  it('is bounded by many jumps and a long time without a connection', async () => {
    const { reporter, sent, kept, network } = setUp()
    for (let jump = 0; jump < 100; jump++) {
      await play(reporter, jump * 50, 1)
      reporter.settled(jump * 50 + 1)
    }
    await vi.advanceTimersByTimeAsync(3000)
    for (const { intervals } of sent) expect(intervals.length).toBeLessThanOrEqual(60)
    expect(sent.flatMap(({ intervals }) => intervals)).toHaveLength(100)
    network.down = true
    for (let hour = 0; hour < 3; hour++) await play(reporter, hour * 3600, 3600)
    expect(kept.size).toBe(180)
  })
})
