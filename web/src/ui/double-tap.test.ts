import { expect, test, vi } from 'vitest'
import { doubleTapMs, isSecondPress, removeRow } from './double-tap.ts'

/** of presses, in milliseconds; those of two tests are far apart */
let timeStamp = 0

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

test.each([
  ['a double click of a mouse', 'mouse', [1, 2], 450],
  ['a double tap that the browser counts', 'touch', [1, 2], 200],
  ['a double tap on iOS, which counts none', 'touch', [1, 1], 200],
  ['the same before its clicks were pointer events', undefined, [1, 1], 200],
])('%s sends a form once', (_, pointerType, [first = 0, second = 0], pause) => {
  timeStamp += 5000
  expect(isSecondPress({ detail: first, timeStamp, pointerType })).toBe(false)
  timeStamp += pause
  expect(isSecondPress({ detail: second, timeStamp, pointerType })).toBe(true)
})

test.each([
  ['Enter and the space bar', '', [0, 0], 30],
  ['a key after a click', '', [1, 0], 30],
  ['two taps that are no double tap', 'touch', [1, 1], 600],
  ['two clicks of a mouse that the browser does not count as one', 'mouse', [1, 1], 100],
  ['a click whose first one met a disabled button', 'mouse', [2], 0],
])('%s send as often as they are pressed', (_, pointerType, details, pause) => {
  timeStamp += 5000
  for (const detail of details) {
    expect(isSecondPress({ detail, timeStamp, pointerType })).toBe(false)
    timeStamp += pause
  }
})
