import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silenceWatch } from './silence-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('calls once nothing was heard for as long as was allowed last', () => {
  const silent = vi.fn()
  const watch = silenceWatch(silent)
  watch.heard(1000)
  vi.advanceTimersByTime(900)
  watch.heard(5000)
  vi.advanceTimersByTime(4900)
  expect(silent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(silent).toHaveBeenCalledOnce()
})

it('keeps quiet after its end', () => {
  const silent = vi.fn()
  const watch = silenceWatch(silent)
  watch.heard(1000)
  watch.end()
  vi.advanceTimersByTime(5000)
  expect(silent).not.toHaveBeenCalled()
})
