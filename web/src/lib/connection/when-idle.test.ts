import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

class Pointer extends Event {
  readonly movementX: number
  readonly movementY = 0
  constructor(type: string, movementX = 0) {
    super(type)
    this.movementX = movementX
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('PointerEvent', Pointer)
  vi.stubGlobal('requestIdleCallback', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = (event: Event) => window.dispatchEvent(event)

test('what can wait begins when a page is scrolled, pressed or a mouse moves over it', () => {
  for (const event of [
    new Event('scroll'),
    new Event('keydown'),
    new Pointer('pointerdown'),
    new Pointer('pointermove', 3),
  ]) {
    const load = vi.fn()
    whenIdle(load)
    expect(load).not.toHaveBeenCalled()
    send(event)
    send(event)
    expect(load).toHaveBeenCalledTimes(1)
  }
})

test('a page that appears below a still pointer is not used', () => {
  const load = vi.fn()
  whenIdle(load)
  send(new Pointer('pointermove'))
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
})

test('it begins without any interaction where a time is given, and not at all when it is cancelled', () => {
  const load = vi.fn()
  whenIdle(load, 2000)
  vi.advanceTimersByTime(2000)
  expect(load).toHaveBeenCalledTimes(1)

  const cancelled = vi.fn()
  whenIdle(cancelled, 2000)()
  send(new Event('scroll'))
  vi.advanceTimersByTime(60_000)
  expect(cancelled).not.toHaveBeenCalled()
})
