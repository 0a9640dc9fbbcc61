import { useLingui } from '@lingui/react'
import { localeOf } from '@virtual-courses/contract'
import { useMemo } from 'react'
import { useHydrated } from '../use-hydrated.ts'
import { type DateStyle, formatDate, useFormats } from './format.ts'

const base = (locale: string): string => locale.split('-')[0] ?? ''

/** Returns the locale of the browser's languages that is of the page's language, so that American dates stay American. */
export function readerLocale(language: string): string {
  const own = navigator.languages.find((one) => base(one) === base(language))
  // a browser's language may come with no region: then the region is that of the platform
  return own?.includes('-') ? new Intl.Locale(own, { numberingSystem: 'latn' }).toString() : localeOf(language)
}

/** The time zone of the browser. */
export const zoneOf = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * An instant in the user's own language and time zone. The server does not know the zone: the first paint shows the platform's, and
 * the browser replaces it right after hydration.
 */
export function ReaderTime({ iso, look = 'date', className }: { iso: string; look?: DateStyle; className?: string }) {
  const { i18n } = useLingui()
  const formats = useFormats()
  const hydrated = useHydrated()
  const text = useMemo(
    () => (hydrated ? formatDate(iso, readerLocale(i18n.locale), zoneOf(), look) : formats.formatDate(iso, look)),
    [hydrated, iso, look, i18n.locale, formats],
  )
  return (
    // engines may write a date of the languages that a site has added in another way than the server's
    <time dateTime={iso} className={className} suppressHydrationWarning>
      {text}
    </time>
  )
}
