import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPositionReporter, type Position } from './position-reporter.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Answer = { resolve: () => void; reject: (error: unknown) => void }

function setUp({ answersAtOnce = true } = {}) {
  const sent: number[] = []
  const kept: (number | null)[] = []
  const answers: Answer[] = []
  const network = { down: false }
  const reporter = createPositionReporter({
    send({ seconds }) {
      sent.push(seconds)
      if (network.down) return Promise.reject(new Error('network'))
      if (answersAtOnce) return Promise.resolve()
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    keep: (position) => kept.push(position?.seconds ?? null),
    judge: (error) => (error instanceof Error ? 'retry' : error === 'signed out' ? 'stop' : 'drop'),
  })
  return { sent, kept, answers, network, reporter }
}
const at = (seconds: number): Position => ({ seconds, duration: 600 })

/** Plays for `seconds`, with four position events a second, as in browsers. */
async function play(reporter: { moved(position: Position): void }, from: number, seconds: number) {
  for (let step = 1; step <= seconds * 4; step++) {
    await vi.advanceTimersByTimeAsync(250)
    reporter.moved(at(from + step / 4))
  }
}

it('reports a playing video every ten seconds', async () => {
  const { sent, reporter } = setUp()
  await play(reporter, 0, 35)
  expect(sent).toHaveLength(3)
  for (const [index, seconds] of sent.entries()) expect(seconds).toBeCloseTo(10 * (index + 1), -1)
})

it('reports a pause at once, and only once', async () => {
  const { sent, reporter } = setUp()
  reporter.settled(at(42))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([42])
  reporter.settled(at(42.2))
  reporter.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([42])
})

it('reports seeks about once a second, the last one last', async () => {
  const { sent, reporter } = setUp()
  for (let jump = 1; jump <= 30; jump++) {
    reporter.settled(at(jump * 10))
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.length).toBeLessThanOrEqual(5)
  expect(sent.at(-1)).toBe(300)
})

it('sends one report at a time', async () => {
  const { sent, answers, reporter } = setUp({ answersAtOnce: false })
  reporter.settled(at(10))
  await vi.advanceTimersByTimeAsync(0)
  reporter.settled(at(20))
  reporter.settled(at(30))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toEqual([10])
  answers[0]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([10, 30])
})

it('sends the rest when the page is closed, even while a report is pending', async () => {
  const { sent, reporter } = setUp({ answersAtOnce: false })
  reporter.settled(at(10))
  await vi.advanceTimersByTimeAsync(0)
  reporter.moved(at(14))
  reporter.leave()
  expect(sent).toEqual([10, 14])
})

it('keeps the newest position in this browser until the server has it', async () => {
  const { sent, kept, network, reporter } = setUp()
  network.down = true
  reporter.settled(at(5))
  await vi.advanceTimersByTimeAsync(0)
  reporter.moved(at(9))
  expect(kept.at(-1)).toBe(9)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([5, 9])
  expect(kept.at(-1)).toBe(9)
  network.down = false
  reporter.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([5, 9, 9])
  expect(kept.at(-1)).toBeNull()
})

it.each([
  ['refused', null],
  ['signed out', 5],
])('stops reporting when the server replies: %s', async (reason, copy) => {
  const { sent, kept, answers, reporter } = setUp({ answersAtOnce: false })
  reporter.settled(at(5))
  await vi.advanceTimersByTimeAsync(0)
  answers[0]?.reject(reason)
  await vi.advanceTimersByTimeAsync(0)
  reporter.settled(at(50))
  reporter.retry()
  reporter.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([5])
  expect(kept.at(-1)).toBe(copy)
})

it('sends the last position when it is closed, and nothing afterwards', async () => {
  const { sent, reporter } = setUp()
  await play(reporter, 100, 4)
  reporter.close()
  await vi.advanceTimersByTimeAsync(0)
  reporter.settled(at(300))
  reporter.retry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([104])
})

it('does not send an older position over that of another device', async () => {
  const { sent, kept, network, reporter } = setUp()
  network.down = true
  reporter.settled(at(5))
  await vi.advanceTimersByTimeAsync(0)
  network.down = false
  reporter.drop()
  reporter.retry()
  reporter.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([5])
  expect(kept.at(-1)).toBeNull()
  reporter.settled(at(80))
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent).toEqual([5, 80])
})
