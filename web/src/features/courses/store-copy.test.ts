import { expect, it } from 'vitest'
import { storeCopy } from './store-copy.ts'

const course = { category: 'Data Science', reviewCount: 1 } as const

it('shows the fixed texts as specified', () => {
  const copy = storeCopy('fixed', course)
  expect(copy.reviews).toBe('(1,200 reviews)')
  expect(copy.struckPrice).toBe('₹599')
  expect(copy.bullets).toEqual(['10+ hours of video content', 'Lifetime access to course materials'])
  expect(copy.learn).toEqual(['Learn Data Science from Beginning'])
  expect(copy.requirements.length).toBeGreaterThan(0)
  expect(copy.audience.length).toBeGreaterThan(0)
})

it('shows no invented texts in live mode', () => {
  const copy = storeCopy('live', course)
  expect(copy.reviews).toBe('(1 review)')
  expect(storeCopy('live', { ...course, reviewCount: 12345 }).reviews).toBe('(12,345 reviews)')
  expect(copy.struckPrice).toBeNull()
  expect(copy.bullets).toEqual(['Lifetime access to course materials'])
})
