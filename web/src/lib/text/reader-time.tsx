import { useSyncExternalStore } from 'react'
import { type DateStyle, formatDate } from './format.ts'

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

const never = () => () => {}

/**
 * An instant in the user's own language and time zone. The server does not know them: the first paint shows the platform's, and
 * the browser replaces them right after hydration.
 */
export function ReaderTime({ iso, look = 'date', className }: { iso: string; look?: DateStyle; className?: string }) {
  const text = useSyncExternalStore(
    never,
    () => formatDate(iso, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, look),
    () => formatDate(iso, undefined, undefined, look),
  )
  return (
    <time dateTime={iso} className={className}>
      {text}
    </time>
  )
}

const timeSinceMinute = 60
const hour = 60 * timeSinceMinute
const day = 24 * hour

/** Age from which the date is shown, in seconds. */
const maxAge = 7 * day

/**
 * Returns how long ago an instant was, in the given language: "now", "5 minutes ago", "yesterday". undefined when it is more than a
 * week ago, or unreadable. Clocks differ: the near future is "now".
 * @param now milliseconds
 */
export function formatSince(iso: string, now: number, locale: string): string | undefined {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  if (!(seconds < maxAge)) return undefined
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (seconds < timeSinceMinute) return format.format(0, 'second')
  if (seconds < hour) return format.format(-Math.floor(seconds / timeSinceMinute), 'minute')
  if (seconds < day) return format.format(-Math.floor(seconds / hour), 'hour')
  return format.format(-Math.floor(seconds / day), 'day')
}

/** A relative time, with the exact time on hover; in the user's language and time zone. */
export function TimeSince({ iso, className }: { iso: string; className?: string }) {
  const clock = useReaderClock()
  const exact = clock
    ? formatDate(iso, clock.locale, clock.zone, 'dateTime')
    : formatDate(iso, undefined, undefined, 'dateTime')
  return (
    <time dateTime={iso} title={exact} className={className}>
      {(clock && formatSince(iso, clock.now, clock.locale)) ?? exact}
    </time>
  )
}
