import { useSyncExternalStore } from 'react'
import { type DateStyle, formatDate } from './format.ts'

const never = () => () => {}

/**
 * An instant in the reader's own language and time zone. The server does not know them, so the first paint shows the platform's
 * and the browser changes over right after hydration.
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
