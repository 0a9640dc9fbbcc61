import { isolate, type RefundReason } from '@virtual-courses/contract'
import { formatRupees } from '#core/rupees.ts'

const price = (paise: number): string => (paise === 0 ? 'free' : formatRupees(paise))

/** A title may have line breaks; a sentence has none. One in a script from right to left turns nothing around it. */
const inSentence = (title: string): string => isolate(title.trim().replace(/\s+/g, ' '))

/** Formats a time in a zone, with the zone's name: 1 Dec 2026, 6:30 pm IST. */
export function readableTime(time: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en-IN', {
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

/** Formats the hour of a time in a zone: 6:30 pm IST. */
const readableHour = (time: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone: zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(time)
    .replaceAll(/[\u202f\u00a0]/g, ' ')

/** The sentences of notifications. The first five are literal (decisions, section 4). */
export const enrolled = (course: string): string => `You are enrolled in ${inSentence(course)}`

export const studentEnrolled = (student: string, course: string): string =>
  `${inSentence(student)} enrolled in ${inSentence(course)}`

export const lectureAdded = (course: string, lecture: string): string =>
  `New lecture in ${inSentence(course)}: ${inSentence(lecture)}`

/** `zone` is the platform's time zone. */
export const sessionScheduled = (course: string, lecture: string, time: Date, zone: string): string =>
  `Live session scheduled in ${inSentence(course)}: ${inSentence(lecture)}, ${readableTime(time, zone)}`

/** `zone` is the platform's time zone. The day is today. */
export const sessionSoon = (lecture: string, time: Date, zone: string): string =>
  `${inSentence(lecture)} begins at ${readableHour(time, zone)}`

export const sessionStarted = (lecture: string): string => `${inSentence(lecture)} is live now`

/** Several events within a short time, in one notification. */
export const lecturesAdded = (course: string, count: number): string => `${count} new lectures in ${inSentence(course)}`
export const sessionsScheduled = (course: string, count: number): string =>
  `${count} live sessions scheduled in ${inSentence(course)}`
export const sessionsStarted = (course: string, count: number): string =>
  `${count} live sessions have begun in ${inSentence(course)}`

export const courseReviewed = (student: string, course: string, stars: number): string =>
  `${inSentence(student)} reviewed ${inSentence(course)}: ${stars} ${stars === 1 ? 'star' : 'stars'}`

export const reviewReplied = (course: string): string => `The educator of ${inSentence(course)} replied to your review`

/** Amount in paise. */
export const paymentRefunded = (course: string, amount: number, reason: RefundReason): string => {
  const payment = `payment of ${formatRupees(amount)} for ${inSentence(course)} was refunded`
  if (reason === 'extra') return `Your extra ${payment}`
  if (reason === 'withdrawn') return `Your ${payment}: the course was withdrawn`
  return reason === 'expired' ? `Your ${payment}: the order had expired` : `Your ${payment}`
}

/** Amount in paise. */
export const refundDelayed = (course: string, amount: number): string =>
  `Your refund of ${formatRupees(amount)} for ${inSentence(course)} is delayed: the bank did not take it. It will be sent again`

/** Prices in paise. */
export const priceDropped = (course: string, from: number, to: number): string =>
  `Price drop: ${inSentence(course)} is now ${price(to)}, down from ${formatRupees(from)}`

export const courseUnlisted = (course: string, reason: string): string =>
  `An administrator took ${inSentence(course)} off the list: ${inSentence(reason)}`

export const courseRelisted = (course: string): string => `An administrator put ${inSentence(course)} back`

export const reviewRemoved = (course: string, reason: string): string =>
  `An administrator removed your review of ${inSentence(course)}: ${inSentence(reason)}`

/** Amount in paise. */
export const payoutPaid = (amount: number): string => `${formatRupees(amount)} were paid to your bank account`

/** Amount in paise. */
export const payoutReturned = (amount: number, reason: string): string =>
  `The bank returned your payout of ${formatRupees(amount)}: ${inSentence(reason)}. Please check your bank details`

const removals = { suspended: 'was suspended', role: 'got another role', deleted: 'was deleted' }

/** `runs` is the number of payout runs that were open. */
export const adminRemoved = (what: keyof typeof removals, runs: number): string =>
  `An admin ${removals[what]} while ${runs === 1 ? 'a payout run is' : `${runs} payout runs are`} open. The audit log says by whom`
