import { expect, test, vi } from 'vitest'
import { doubleTapMs, removeRow } from './double-tap.ts'

test('the second press of a double tap removes nothing, a later one does', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const rows = ['one', 'two', 'three']
    const press = () => removeRow(() => rows.shift())
    press()
    vi.advanceTimersByTime(200)
    press()
    expect(rows).toEqual(['two', 'three'])
    vi.advanceTimersByTime(doubleTapMs)
    press()
    expect(rows).toEqual(['three'])
  } finally {
    vi.useRealTimers()
  }
})
