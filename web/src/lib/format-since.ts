const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Since when a date says more than a number of days, in seconds. */
const longest = 7 * day

/**
 * How long ago an instant was, in a reader's language: "now", "5 minutes ago", "yesterday". undefined when it is more than a
 * week ago, or unreadable. Clocks differ: the near future is "now".
 * @param now milliseconds
 */
export function formatSince(iso: string, now: number, locale: string): string | undefined {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  if (!(seconds < longest)) return undefined
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (seconds < minute) return format.format(0, 'second')
  if (seconds < hour) return format.format(-Math.floor(seconds / minute), 'minute')
  if (seconds < day) return format.format(-Math.floor(seconds / hour), 'hour')
  return format.format(-Math.floor(seconds / day), 'day')
}
