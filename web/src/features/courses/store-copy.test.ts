import type { Lecture } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { storeCopy as copyOf, decideClaims } from './store-copy.ts'

const storeCopy = (mode: 'checked' | 'fixed' | 'live', facts: Parameters<typeof copyOf>[1]) =>
  copyOf(mode, facts, english)

const lecture: Lecture = {
  _id: 'l1',
  lectureTitle: 'First',
  isPreviewFree: false,
  isLive: false,
  liveState: 'none',
  liveStartTime: null,
  videoUrl: '/v',
  videoBytes: 1,
  durationSeconds: 4800,
}
const course = {
  category: 'Data Science' as const,
  price: 499 as number | null,
  reviewCount: 1,
  totalSeconds: 4800,
  lectures: [lecture],
  outcomes: [] as string[],
  requirements: [] as string[],
  audience: [] as string[],
  certificate: false,
}

it('shows the fixed texts as specified, and beside them what the course has', () => {
  const copy = storeCopy('fixed', course)
  expect(copy.reviews).toBe('(1,200 reviews)')
  expect(copy.struckPrice).toBe('₹599')
  expect(copy.bullets.slice(0, 2)).toEqual(['10+ hours of video content', 'Lifetime access to course materials'])
  expect(copy.learn).toEqual(['Learn Data Science from Beginning'])
  expect(storeCopy('fixed', { ...course, outcomes: ['Plot'] }).learn).toEqual([
    'Learn Data Science from Beginning',
    'Plot',
  ])
  expect(copy.requirements.length).toBeGreaterThan(0)
  expect(copy.audience.length).toBeGreaterThan(0)
})

const hour = 3600
it.each([
  // what the specified texts claim is shown until the figures contradict it
  {
    price: 499,
    reviewCount: 3,
    totalSeconds: 12 * hour,
    shown: ['(1,200 reviews)', '₹599', '10+ hours of video content'],
  },
  {
    price: 0,
    reviewCount: 1200,
    totalSeconds: 10 * hour,
    shown: ['(1,200 reviews)', '₹599', '10+ hours of video content'],
  },
  {
    price: 598.99,
    reviewCount: 1,
    totalSeconds: 36_000,
    shown: ['(1,200 reviews)', '₹599', '10+ hours of video content'],
  },
  { price: 599, reviewCount: 0, totalSeconds: 120, shown: ['(0 reviews)', null, '2 min of video content'] },
  {
    price: 100_000,
    reviewCount: 1201,
    totalSeconds: 35_999,
    shown: ['(1,201 reviews)', null, '10 h of video content'],
  },
  { price: null, reviewCount: 0, totalSeconds: 0, shown: ['(0 reviews)', null, 'Lifetime access to course materials'] },
])('never contradicts $price rupees, $reviewCount reviews and $totalSeconds seconds', ({ shown, ...facts }) => {
  const { reviews, struckPrice, bullets } = storeCopy('checked', { ...course, ...facts })
  expect([reviews, struckPrice, bullets[0]]).toEqual(shown)
  expect(decideClaims('fixed', facts)).toEqual({ reviews: true, struckPrice: true, length: true })
  expect(decideClaims('live', facts)).toEqual({ reviews: false, struckPrice: false, length: false })
})

it('shows the former price of a sale in each mode', () => {
  const sale = { ...({} as NonNullable<Parameters<typeof copyOf>[1]['sale']>), struckPrice: 899 }
  for (const mode of ['checked', 'fixed', 'live'] as const)
    expect(storeCopy(mode, { ...course, price: 700, sale }).struckPrice).toBe('₹899')
})

it('shows no invented texts in live mode', () => {
  const copy = storeCopy('live', course)
  expect(copy.reviews).toBe('(1 review)')
  expect(storeCopy('live', { ...course, reviewCount: 12345 }).reviews).toBe('(12,345 reviews)')
  expect(copy.struckPrice).toBeNull()
  expect(copy.bullets.slice(0, 2)).toEqual(['1 h 20 min of video content', 'Lifetime access to course materials'])
  expect(storeCopy('live', { ...course, totalSeconds: 0 }).bullets[0]).toBe('Lifetime access to course materials')
})

it('names no subject where the category is none, unless the operator wants the text whatever it says', () => {
  const others = { ...course, category: 'Others' as const }
  expect(storeCopy('checked', others).learn).toEqual(['Learn the subject from Beginning'])
  expect(storeCopy('fixed', others).learn).toEqual(['Learn Others from Beginning'])
})

it('replaces general sentences by those of the educator', () => {
  const copy = storeCopy('live', { ...course, outcomes: ['Plot'], requirements: ['Python'], audience: ['Analysts'] })
  expect(copy).toMatchObject({ learn: ['Plot'], requirements: ['Python'], audience: ['Analysts'] })
})

it('lists captions, each language once, and live sessions', () => {
  const captions = [
    ['hi', 'हिन्दी'],
    ['en', 'English'],
    ['mni', 'Manipuri'],
  ].map(([language = '', label = '']) => ({ language, label, url: '/c', source: 'file' as const }))
  const lectures = [
    { ...lecture, captions },
    { ...lecture, _id: 'l2', isLive: true, captions: captions.slice(1) },
  ]
  expect(storeCopy('live', { ...course, lectures }).bullets.slice(2)).toEqual([
    'Captions in English, Hindi, and Manipuri',
    'Live sessions with the educator',
    'Your progress on phone and computer',
  ])
})
