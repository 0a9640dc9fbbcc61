import { english } from './language.ts'

/** By locale and zone, of which a site has few: making one takes about 0.1 ms. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  formats.set(key, format)
  return format
}

/** Formats a time in a zone, with the zone's name: 1 Dec 2026, 6:30 pm IST. `locale` is that of the reader. */
export function readableTime(time: Date, zone: string, locale = english.locale): string {
  // Versions of the language data differ in the space before am and pm.
  return formatOf(locale, zone)
    .format(time)
    .replaceAll(/[\u202f\u00a0]/g, ' ')
}
