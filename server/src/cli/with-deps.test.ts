import { expect, onTestFinished, test, vi } from 'vitest'
import { stopSignal } from './with-deps.ts'

test('a stop that arrives twice, from the terminal and from npm, lets the command clear up; a later one ends it', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const before = process.listenerCount('SIGINT')
  const signal = stopSignal()
  process.emit('SIGINT')
  expect(signal.reason).toEqual(new Error('stopped, nothing was kept'))
  vi.advanceTimersByTime(1000)
  expect(process.listenerCount('SIGINT')).toBe(before + 1)
  vi.advanceTimersByTime(2000)
  expect(process.listenerCount('SIGINT')).toBe(before)
})
