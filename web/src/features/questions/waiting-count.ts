import { api as calls } from '@virtual-courses/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { browserApi } from '#lib/api.ts'

let waiting = 0
let askedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()
/** Milliseconds for which a count is taken as it is. */
const freshMs = 60_000

async function count(): Promise<void> {
  askedAt = performance.now()
  try {
    waiting = (await browserApi(calls.questions.waiting)).waiting
  } catch {
    // the badge says what it said before
  }
  for (const listener of listeners) listener()
}

/** Counts again where a count is shown. */
export function countWaitingAgain(): void {
  if (listeners.size > 0) void count()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The number of questions that wait for the educator; read when it is shown, and again when `place` changes after a minute. */
export function useWaitingQuestions(shown: boolean, place: string): number {
  useEffect(() => {
    if (shown && place && performance.now() - askedAt > freshMs) void count()
  }, [shown, place])
  const known = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => 0,
  )
  return shown ? known : 0
}
