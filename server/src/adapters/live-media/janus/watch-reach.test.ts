import { EventEmitter } from 'node:events'
import Janode from 'janode'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchReach } from './watch-reach.ts'

const { HANDLE_WEBRTCUP, HANDLE_HANGUP, HANDLE_DETACHED } = Janode.EVENT
const warnings: string[] = []
const open = () => watchReach('one', { warn: (...said: unknown[]) => void warnings.push(String(said.at(-1))) })
const people = ['a', 'b', 'c', 'd', 'e']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  warnings.length = 0
})

/** Lets people try a connection each, which get no further than signals. */
function tryAll(reach: ReturnType<typeof open>, names = people): EventEmitter[] {
  return names.map((name) => {
    const handle = new EventEmitter()
    reach.watch(handle, name)
    return handle
  })
}

test('a media server that no one reaches is named once, with the setting that may be wrong', () => {
  const reach = open()
  tryAll(reach)
  expect(reach.isUnreached()).toBe(false)
  vi.advanceTimersByTime(10_001)
  expect(reach.isUnreached()).toBe(true)
  tryAll(reach)
  vi.advanceTimersByTime(10_001)
  expect(warnings).toEqual([expect.stringMatching(/Janus "one": nat_1_1_mapping \(JANUS_PUBLIC_IP\).*UDP ports/)])
  // no one tries any more
  vi.advanceTimersByTime(301_000)
  expect(reach.isUnreached()).toBe(false)
})

test('failures that Janus reports, and tries that browsers give up, count as well', () => {
  const reach = open()
  const [first, ...others] = tryAll(reach)
  first?.emit(HANDLE_HANGUP, { reason: 'ICE failed' })
  vi.advanceTimersByTime(6000)
  for (const handle of others) handle.emit(HANDLE_DETACHED, {})
  expect(reach.isUnreached()).toBe(true)
})

test('where someone gets through, the others have networks of their own', () => {
  const reach = open()
  const [talks] = tryAll(reach, ['talks'])
  talks?.emit(HANDLE_WEBRTCUP, {})
  vi.advanceTimersByTime(600_000)
  tryAll(reach)
  vi.advanceTimersByTime(10_001)
  expect([reach.isUnreached(), warnings]).toEqual([false, []])
  // the last one who did has gone
  talks?.emit(HANDLE_HANGUP, { reason: 'Close PC' })
  expect(reach.isUnreached()).toBe(true)
})

test('one person who tries again and again, people who leave at once, and a slow start are no sign of it', () => {
  const reach = open()
  for (let times = 0; times < 10; times++) {
    tryAll(reach, ['a'])
    vi.advanceTimersByTime(10_001)
  }
  for (const handle of tryAll(reach)) handle.emit(HANDLE_DETACHED, {})
  vi.advanceTimersByTime(10_001)
  expect(reach.isUnreached()).toBe(false)
  const handles = tryAll(reach)
  vi.advanceTimersByTime(11_000)
  expect(reach.isUnreached()).toBe(true)
  handles[0]?.emit(HANDLE_WEBRTCUP, {})
  expect(reach.isUnreached()).toBe(false)
})
