/** Where the platform's clock stands; the server and the first paint in the browser must agree on one. */
const houseZone = 'Asia/Kolkata'
const houseLocale = 'en-IN'

const whole = new Intl.NumberFormat(houseLocale, { maximumFractionDigits: 0 })
const withPaise = new Intl.NumberFormat(houseLocale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Rupees (not paise) as `₹1,299` or `₹10,00,000.50`, grouped the Indian way; 0 is `Free` when asked for. */
export function formatRupees(rupees: number, { free = false }: { free?: boolean } = {}): string {
  if (free && rupees === 0) return 'Free'
  const sign = rupees < 0 ? '-' : ''
  const amount = Math.abs(rupees)
  // Rounded first: 4.999 must not become "₹5.00".
  const paise = Math.round(amount * 100)
  return `${sign}₹${paise % 100 === 0 ? whole.format(paise / 100) : withPaise.format(paise / 100)}`
}

/** A count with Indian grouping: 1,23,456. */
export const formatCount = (count: number): string => whole.format(count)

export type DateLook = 'date' | 'dateTime' | 'time'

const looks: Record<DateLook, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
}

/**
 * An ISO instant for people. Without a locale it is the platform's own (en-IN, Indian time), the same on the server and in the
 * browser; for the reader's own use `ReaderTime`, which changes over after hydration. An unreadable date gives "".
 */
export function formatDate(
  iso: string,
  locale: string = houseLocale,
  timeZone: string = houseZone,
  look: DateLook = 'date',
): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const text = new Intl.DateTimeFormat(locale, { ...looks[look], timeZone }).format(date)
  // Engines differ in the narrow space before am and pm, and a difference breaks hydration.
  return text.replaceAll(/[\u202f\u00a0]/g, ' ')
}

/** A length in seconds on a player's clock: 4:05, 1:02:09. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`
}

/** A length in seconds in words: 45 s, 12 min, 3 h 20 min. */
export function formatLength(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
