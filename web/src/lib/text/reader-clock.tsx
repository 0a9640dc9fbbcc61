import { useLingui } from '@lingui/react'
import { localeOf } from '@virtual-courses/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { formatDate, useFormats } from './format.ts'
import { readerLocale, zoneOf } from './reader-time.tsx'

/** The user's locale and time zone, and the browser's time in milliseconds, rounded down to the minute. */
export type ReaderClock = { locale: string; zone: string; now: number }

const minute = 60_000

let clock: (ReaderClock & { language: string }) | undefined

/** Called in the browser only. */
function read(language: string): ReaderClock {
  const now = Math.floor(Date.now() / minute) * minute
  if (clock?.now !== now || clock.language !== language) {
    clock = { language, locale: readerLocale(language), zone: zoneOf(), now }
  }
  return clock
}

function subscribe(tick: () => void) {
  const timer = setInterval(tick, minute / 4)
  return () => clearInterval(timer)
}

/** null on the server and during hydration, so that both render the same. */
export function useReaderClock(): ReaderClock | null {
  const { i18n } = useLingui()
  const { locale: language } = i18n
  return useSyncExternalStore(
    subscribe,
    useCallback(() => read(language), [language]),
    () => null,
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
  const { i18n } = useLingui()
  const formats = useFormats()
  const exact = clock ? formatDate(iso, clock.locale, clock.zone, 'dateTime') : formats.formatDate(iso, 'dateTime')
  // the server says it by its own clock, so that lines are as long as they will stay: a minute more or less is no mismatch
  const now = clock?.now ?? Math.floor(Date.now() / minute) * minute
  return (
    <time dateTime={iso} title={exact} className={className} suppressHydrationWarning>
      {formatSince(iso, now, clock?.locale ?? localeOf(i18n.locale)) ?? exact}
    </time>
  )
}
