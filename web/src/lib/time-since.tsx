import { formatDate } from './format.ts'
import { useReaderClock } from './use-reader-clock.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Age from which the date is shown, in seconds. */
const maxAge = 7 * day

/**
 * How long ago an instant was, in a reader's language: "now", "5 minutes ago", "yesterday". undefined when it is more than a
 * week ago, or unreadable. Clocks differ: the near future is "now".
 * @param now milliseconds
 */
export function formatSince(iso: string, now: number, locale: string): string | undefined {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  if (!(seconds < maxAge)) return undefined
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (seconds < minute) return format.format(0, 'second')
  if (seconds < hour) return format.format(-Math.floor(seconds / minute), 'minute')
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
