import { expect, test } from 'vitest'
import { readLengths } from './read-lengths.ts'

test.each([
  ['javascript under 2 hours', null, 120, 'javascript'],
  ['photoshop in less than an hour', null, 60, 'photoshop in'],
  ['excel up to 45 minutes', null, 45, 'excel'],
  ['guitar more than 5 hours', 300, null, 'guitar'],
  ['react between 1 and 3 hours', 60, 180, 'react'],
  ['react 30-90 min', 30, 90, 'react'],
  ['accounting 2 ghante se kam', null, 120, 'accounting'],
  ['1 ghante ka jquery', null, 75, 'jquery'],
  ['python 3 ghante se zyada', 180, null, 'python'],
  ['2 घंटे से कम पाइथन', null, 120, 'पाइथन'],
  ['३० मिनट तक योग', null, 30, 'योग'],
  ['short course on colour', null, 60, 'course on colour'],
  ['a long html course', 180, null, 'a html course'],
  ['python under two hrs under 500', null, 120, 'python under 500'],
])('"%s"', (input, minMinutes, maxMinutes, rest) => {
  const { rest: left, ...lengths } = readLengths(input)
  expect(lengths).toEqual({ minMinutes, maxMinutes })
  expect(left.replace(/\s+/g, ' ').trim()).toBe(rest)
})

test.each([
  'accounting in 60 minutes',
  '1 hour jquery',
  'under 500',
  'short stories',
  'long division',
  'learn python in 10 hours',
  'c++ in depth',
  'how long does it take',
  'minimum viable product',
])('"%s" limits nothing, and stays as it is', (input) =>
  expect(readLengths(input)).toEqual({ rest: input, minMinutes: null, maxMinutes: null }),
)
