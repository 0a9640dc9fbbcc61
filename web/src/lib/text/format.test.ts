import { setupI18n } from '@lingui/core'
import { localeOf } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import { englishFormats } from './fixtures.tsx'
import { formatClock, formatCount, formatDate, formatRupees, formatsOf, wholeSeconds } from './format.ts'

const hindi = formatsOf(setupI18n({ locale: 'hi', messages: { hi: {} } }))

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

  it('a price may be free, or not set yet', () => {
    expect([0, 1, null].map(englishFormats.formatPrice)).toEqual(['Free', '₹1', ''])
  })
})

describe('dates', () => {
  const iso = '2026-11-21T19:05:00.000Z'

  it('uses Indian time on every machine', () => {
    expect(englishFormats.formatDate(iso)).toBe('22 Nov 2026')
    expect(englishFormats.formatDate(iso, 'dateTime')).toBe('22 Nov 2026, 12:35 am')
    expect(englishFormats.formatDate(iso, 'time')).toBe('12:35 am')
  })

  it('speaks Hindi, with Western digits', () => {
    expect(hindi.formatDate(iso)).toBe('22 नव॰ 2026')
    expect(hindi.formatDate(iso, 'dateTime')).toBe('22 नव॰ 2026, 12:35 am')
    expect([hindi.formatDay('2026-03-01'), hindi.formatMonth('2026-03-01', 'short')]).toEqual(['1 मार्च', 'मार्च 2026'])
    expect(hindi.formatMonth('2026-11')).toBe('नवंबर 2026')
    expect([hindi.formatDate('2026-10-05'), hindi.formatMonth('2026-10')]).toEqual(['5 अक्टू॰ 2026', 'अक्टूबर 2026'])
    expect(englishFormats.formatMonth('2026-11')).toBe('November 2026')
  })

  it('uses another locale and time zone on request', () =>
    expect(formatDate(iso, 'en-US', 'America/New_York')).toBe('Nov 21, 2026'))

  it('has plain spaces only, because engines differ in them', () => {
    expect(formatDate(iso, 'en-US', 'UTC', 'dateTime')).not.toMatch(/[\u202f\u00a0]/)
  })

  it('returns an empty text for an invalid date', () => expect(englishFormats.formatDate('soon')).toBe(''))
})

it('writes a language as in India, and an unknown one as English, whatever the machine speaks', () =>
  expect(['en', 'hi', 'ta', 'pt-BR', 'qqq'].map(localeOf)).toEqual([
    'en-IN',
    'hi-IN-u-nu-latn',
    'ta-IN-u-nu-latn',
    'pt-BR-u-nu-latn',
    'en-IN',
  ]))

it('joins a list as the language does', () => {
  expect(englishFormats.formatList(['A', 'B', 'C'])).toBe('A, B, and C')
  expect(hindi.formatList(['A', 'B'])).toBe('A और B')
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
  ])('%d s in words', (seconds, text) => expect(englishFormats.formatLength(seconds)).toBe(text))

  it('says the same length of a video on the clock as in words', () => {
    for (const seconds of [0.2, 27.4, 27.6, 28])
      expect(englishFormats.formatLength(wholeSeconds(seconds))).toBe(
        `${formatClock(wholeSeconds(seconds)).slice(2).replace(/^0/, '')} s`,
      )
    expect(formatClock(wholeSeconds(27.6))).toBe('0:28')
  })

  it('groups digits the Indian way', () => expect(formatCount(123456)).toBe('1,23,456'))
})
