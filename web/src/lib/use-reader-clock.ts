import { useSyncExternalStore } from 'react'

/** The user's language and time zone, and the browser's time in milliseconds, rounded down to the minute. */
export type ReaderClock = { locale: string; zone: string; now: number }

const minute = 60_000

let clock: ReaderClock | undefined

function read(): ReaderClock {
  const now = Math.floor(Date.now() / minute) * minute
  if (clock?.now !== now) {
    clock = { locale: navigator.language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, now }
  }
  return clock
}

function subscribe(tick: () => void) {
  const timer = setInterval(tick, minute / 4)
  return () => clearInterval(timer)
}

/** null on the server and during hydration, so that both render the same. */
export const useReaderClock = (): ReaderClock | null => useSyncExternalStore(subscribe, read, () => null)
