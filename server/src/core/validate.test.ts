import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from './validate.ts'

const Coupon = z.object({
  value: z.number().int().min(1).max(100),
  kind: z.enum(['percent', 'amount']),
  code: z.string().min(3).max(8),
  courses: z.array(z.string()).max(2).default([]),
  title: z.string().min(1, 'Please enter a title').default('x'),
})
const good = { value: 5, kind: 'percent', code: 'ABC' }

test.each<[string, object, string]>([
  ['what is missing', { kind: 'percent', code: 'ABC' }, '"value" is missing'],
  ['another type', { ...good, value: 'five' }, '"value" must be a number'],
  ['a broken number', { ...good, value: 1.5 }, '"value" must be a whole number'],
  ['too much', { ...good, value: 101 }, '"value" must be at most 100'],
  ['another choice', { ...good, kind: 'free' }, '"kind" must be one of percent, amount'],
  ['too short', { ...good, code: 'A' }, '"code" must have at least 3 characters'],
  ['too many', { ...good, courses: ['a', 'b', 'c'] }, '"courses" must have at most 2 entries'],
  ['what the contract has a sentence for', { ...good, title: '' }, 'Please enter a title'],
])('%s is refused with a sentence for people', (_what, input, message) => {
  expect(() => validate(Coupon, input)).toThrow(expect.objectContaining({ code: 'invalid_input', message }))
})
