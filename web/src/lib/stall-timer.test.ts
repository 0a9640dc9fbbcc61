import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stallTimer } from './use-upload.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('calls once when there is no progress for the time of the last call', () => {
  const onStall = vi.fn()
  const timer = stallTimer(onStall)
  timer.progress(1000)
  vi.advanceTimersByTime(900)
  timer.progress(5000)
  vi.advanceTimersByTime(4900)
  expect(onStall).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(onStall).toHaveBeenCalledOnce()
})

it('does not call after its end', () => {
  const onStall = vi.fn()
  const timer = stallTimer(onStall)
  timer.progress(1000)
  timer.end()
  vi.advanceTimersByTime(5000)
  expect(onStall).not.toHaveBeenCalled()
})
