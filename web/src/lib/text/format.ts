import type { Role } from '@virtual-courses/contract'

/** The platform's time zone and locale: the server and the first render in the browser must agree. */
const platformZone = 'Asia/Kolkata'
const platformLocale = 'en-IN'

const whole = new Intl.NumberFormat(platformLocale, { maximumFractionDigits: 0 })
const withPaise = new Intl.NumberFormat(platformLocale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Rupees (not paise) as `₹1,299` or `₹10,00,000.50`, grouped the Indian way; 0 is `Free` with the option `free`. */
export function formatRupees(rupees: number, { free = false }: { free?: boolean } = {}): string {
  if (free && rupees === 0) return 'Free'
  const sign = rupees < 0 ? '-' : ''
  const amount = Math.abs(rupees)
  // Rounded first: 4.999 must not become "₹5.00".
  const paise = Math.round(amount * 100)
  return `${sign}₹${paise % 100 === 0 ? whole.format(paise / 100) : withPaise.format(paise / 100)}`
}

/** A course's price: "₹1,299", "Free", or "" while none is set (a draft). */
export const formatPrice = (price: number | null): string => (price === null ? '' : formatRupees(price, { free: true }))

/** A count with Indian grouping: 1,23,456. */
export const formatCount = (count: number): string => whole.format(count)

export type DateStyle = 'date' | 'dateTime' | 'time'

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
}

/**
 * Formats an ISO instant. Without a locale it uses the platform's (en-IN, Indian time), the same on the server and in the
 * browser; `ReaderTime` changes to the user's own after hydration. Returns "" for an invalid date.
 */
export function formatDate(
  iso: string,
  locale: string = platformLocale,
  timeZone: string = platformZone,
  style: DateStyle = 'date',
): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const text = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone }).format(date)
  // Engines differ in the narrow space before am and pm, and a difference breaks hydration.
  return text.replaceAll(/[\u202f\u00a0]/g, ' ')
}

const months = new Intl.DateTimeFormat(platformLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month such as 2026-11: November 2026. */
export const formatMonth = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))

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

/** Formats a length in seconds with units: 45 s, 12 min, 3 h 20 min. */
export function formatLength(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Names of the roles as users see them. */
export const roleName: Record<Role, string> = { student: 'Student', educator: 'Educator', admin: 'Admin' }
