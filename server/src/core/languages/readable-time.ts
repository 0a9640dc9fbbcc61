import { english } from './language.ts'

/** Formats a time in a zone, with the zone's name: 1 Dec 2026, 6:30 pm IST. `locale` is that of the reader. */
export function readableTime(time: Date, zone: string, locale = english.locale): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  // Versions of the language data differ in the space before am and pm.
  return format.format(time).replaceAll(/[\u202f\u00a0]/g, ' ')
}
