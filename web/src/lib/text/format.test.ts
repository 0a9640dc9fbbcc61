import { describe, expect, it } from 'vitest'
import { formatClock, formatCount, formatDate, formatLength, formatRupees, wholeSeconds } from './format.ts'

describe('formatRupees', () => {
  it.each([
    [0, '₹0'],
    [499, '₹499'],
    [1299, '₹1,299'],
    [123456, '₹1,23,456'],
    [1000000, '₹10,00,000'],
    [1299.5, '₹1,299.50'],
    [0.07, '₹0.07'],
    [4.999, '₹5'],
    [-1299, '-₹1,299'],
  ])('%d', (rupees, text) => expect(formatRupees(rupees)).toBe(text))

  it('returns Free only on request', () => {
    expect(formatRupees(0, { free: true })).toBe('Free')
    expect(formatRupees(1, { free: true })).toBe('₹1')
  })
})

describe('formatDate', () => {
  const iso = '2026-11-21T19:05:00.000Z'

  it('uses Indian time on every machine', () => {
    expect(formatDate(iso)).toBe('22 Nov 2026')
    expect(formatDate(iso, undefined, undefined, 'dateTime')).toBe('22 Nov 2026, 12:35 am')
    expect(formatDate(iso, undefined, undefined, 'time')).toBe('12:35 am')
  })

  it('uses another locale and time zone on request', () =>
    expect(formatDate(iso, 'en-US', 'America/New_York')).toBe('Nov 21, 2026'))

  it('has plain spaces only, because engines differ in them', () => {
    expect(formatDate(iso, 'en-US', 'UTC', 'dateTime')).not.toMatch(/[\u202f\u00a0]/)
  })

  it('returns an empty text for an invalid date', () => expect(formatDate('soon')).toBe(''))
})

describe('lengths', () => {
  it.each([
    [0, '0:00'],
    [65.9, '1:05'],
    [3729, '1:02:09'],
    [-1, '0:00'],
  ])('%d s on the clock', (seconds, text) => expect(formatClock(seconds)).toBe(text))

  it.each([
    [45, '45 s'],
    [720, '12 min'],
    [3600, '1 h'],
    [12000, '3 h 20 min'],
  ])('%d s in words', (seconds, text) => expect(formatLength(seconds)).toBe(text))

  it('says the same length of a video on the clock as in words', () => {
    for (const seconds of [0.2, 27.4, 27.6, 28])
      expect(formatLength(wholeSeconds(seconds))).toBe(
        `${formatClock(wholeSeconds(seconds)).slice(2).replace(/^0/, '')} s`,
      )
    expect(formatClock(wholeSeconds(27.6))).toBe('0:28')
  })

  it('groups digits the Indian way', () => expect(formatCount(123456)).toBe('1,23,456'))
})
