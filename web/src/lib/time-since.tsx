import { formatDate } from './format.ts'
import { formatSince } from './format-since.ts'
import { useReaderClock } from './use-reader-clock.ts'

/** When something happened, as people say it, with the exact time on hover; in the reader's language and time zone. */
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
