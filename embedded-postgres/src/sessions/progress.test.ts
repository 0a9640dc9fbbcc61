import { expect, test } from 'vitest'
import { type Sample, watchWork } from './progress.ts'

const limitMs = 15_000
const interval = 500

/** What the watch says in the end, and after how many seconds by the clock, of work whose samples change by `step` at each look. */
function watch(step: (sample: Sample, sampleIndex: number) => Partial<Sample>, samples = 2000): string | null {
  const judge = watchWork()
  let sample: Sample = { work: 1, limitMs, diskCalls: 0, cpuMs: 100, atMs: 0 }
  for (let sampleIndex = 0; sampleIndex < samples; sampleIndex++) {
    const reason = judge(sample)
    if (reason) return `${reason} at ${Math.round(sample.atMs / 1000)} s`
    sample = { ...sample, atMs: sample.atMs + interval, ...step(sample, sampleIndex) }
  }
  return null
}

test('work that uses the processor all the time has its limit by the clock', () => {
  expect(watch(({ cpuMs }) => ({ cpuMs: cpuMs + interval }))).toBe('a query ran longer than 15 s at 16 s')
})

test('on a machine that gives it a fifth it has five times as long, and at most eight times', () => {
  expect(watch(({ cpuMs }) => ({ cpuMs: cpuMs + interval / 5 }))).toBe('a query ran longer than 15 s at 76 s')
  expect(watch(({ cpuMs }) => ({ cpuMs: cpuMs + 1 }))).toBe(
    'a query ran longer than 120 s, of which the machine gave it 0.2 s at 121 s',
  )
})

test('work that waits for a disk that answers slowly is not stuck', () => {
  const slow = ({ diskCalls }: Sample, sampleIndex: number) => ({
    diskCalls: diskCalls + (sampleIndex % 20 === 0 ? 2 : 0),
  })
  expect(watch(slow, 200)).toBeNull()
})

test('work that neither uses the processor nor the disk is stuck, in a call of the disk later', () => {
  expect(watch(() => ({}))).toBe('a query made no progress for 15 s at 16 s')
  expect(watch((_sample, sampleIndex) => (sampleIndex === 0 ? { diskCalls: 1 } : {}))).toMatch(
    /^a query made no progress for 60 s at 6\d s$/,
  )
})

test('a machine that was asleep, or that did not run the watch either, has stuck no query', () => {
  expect(watch(({ atMs }, sampleIndex) => (sampleIndex % 3 === 0 ? { atMs: atMs + 90_000 } : {}), 12)).toBeNull()
})

test('short work after short work is not one long query', () => {
  expect(watch(({ cpuMs }, sampleIndex) => ({ work: sampleIndex + 2, cpuMs: cpuMs + interval }))).toBeNull()
  expect(watch(({ cpuMs, work }) => ({ work: work === 0 ? 1 : 0, cpuMs: cpuMs + interval }))).toBeNull()
})
