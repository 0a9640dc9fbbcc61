import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { localeOf, platformLocale } from '@virtual-courses/contract'
import { formatRupees } from '@virtual-courses/contract/values/amounts'

export { formatRupees }

/** The platform's time zone: the server and the first render in the browser must agree. */
const platformZone = 'Asia/Kolkata'

const whole = new Intl.NumberFormat(platformLocale, { maximumFractionDigits: 0 })

/** A count with Indian grouping in every language: 1,23,456. */
export const formatCount = (count: number): string => whole.format(count)

export type DateStyle = 'date' | 'dateTime' | 'time'

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are kept: to make one takes longer than to write a list of dates, and each rendering on the server has its own translator. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dateFormats.set(key, known)
  return known
}

/**
 * Engines differ in the narrow space before am and pm, older ones have Hindi words for these two and spell October in another way; a
 * difference breaks hydration.
 */
const alike = (text: string): string =>
  text
    .replaceAll(/[\u202f\u00a0]/g, ' ')
    .replace('पूर्वाह्न', 'am')
    .replace('अपराह्न', 'pm')
    .replace('अक्तू', 'अक्टू')

/**
 * Formats an ISO instant. Without a time zone it uses the platform's (Indian time), the same on the server and in the browser;
 * `ReaderTime` changes to the user's own after hydration. Returns "" for an invalid date.
 */
export function formatDate(
  iso: string,
  locale: string,
  timeZone: string = platformZone,
  style: DateStyle = 'date',
): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return alike(dateFormat(locale, { ...styles[style], timeZone }).format(date))
}

/** Formats a length in seconds as a clock: 4:05, 1:02:09. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`
}

/** Returns a video's length in whole seconds as the server measures it, so that lists and the player agree. */
export const wholeSeconds = (seconds: number): number => Math.max(1, Math.round(seconds))

function lengthInWords(seconds: number) {
  if (seconds < 60) return msg`${{ seconds: Math.max(0, Math.round(seconds)) }} s`
  const all = Math.round(seconds / 60)
  if (all < 60) return msg`${{ minutes: all }} min`
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return minutes === 0 ? msg`${hours} h` : msg`${hours} h ${minutes} min`
}

/** What is written in another way in each language. Functions that are no components take this, or one of its functions. */
export type Formats = {
  /** as `Intl` names the reader's language and region */
  locale: string
  /** a course's price: "₹1,299", "Free", or "" while none is set (a draft) */
  formatPrice(price: number | null): string
  /** an ISO instant, in Indian time unless another time zone is given: 22 Nov 2026; "" for an invalid date */
  formatDate(iso: string, style?: DateStyle, timeZone?: string): string
  /** a day or a month of the calendar, such as 2026-11-21 or 2026-11: "21 Nov", "Nov 2026", "November 2026" */
  formatDay(day: string): string
  formatMonth(month: string, length?: 'short' | 'long'): string
  /** a length in seconds with units: 45 s, 12 min, 3 h 20 min */
  formatLength(seconds: number): string
  /** English and Hindi; A, B, and C */
  formatList(items: readonly string[], type?: 'conjunction' | 'disjunction'): string
}

function createFormats(i18n: I18n): Formats {
  const locale = localeOf(i18n.locale)
  const calendar = (day: string, options: Intl.DateTimeFormatOptions) =>
    alike(dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)))
  return {
    locale,
    formatPrice: (price) =>
      price === 0 ? i18n._(msg({ message: 'Free', context: 'price' })) : price === null ? '' : formatRupees(price),
    formatDate: (iso, style = 'date', timeZone = platformZone) => formatDate(iso, locale, timeZone, style),
    formatDay: (text) => calendar(text.slice(0, 10), { day: 'numeric', month: 'short' }),
    formatMonth: (text, length = 'long') => calendar(`${text.slice(0, 7)}-01`, { month: length, year: 'numeric' }),
    formatLength: (seconds) => i18n._(lengthInWords(seconds)),
    formatList: (items, type = 'conjunction') =>
      new Intl.ListFormat(i18n.locale === 'en' ? 'en' : locale, { type }).format(items),
  }
}

/** Formats of each translator. The browser's translator changes its language. */
const known = new WeakMap<I18n, { language: string; formats: Formats }>()

/** Returns the formats of a translator's language. */
export function formatsOf(i18n: I18n): Formats {
  const made = known.get(i18n)
  if (made?.language === i18n.locale) return made.formats
  const formats = createFormats(i18n)
  known.set(i18n, { language: i18n.locale, formats })
  return formats
}

/** Formats in the reader's language. */
export const useFormats = (): Formats => formatsOf(useLingui().i18n)
