import { expect, test } from 'vitest'
import { findPart, quoteOf } from './text-places.ts'

const parts = [
  'What a closure is',
  'A function remembers where it was made.',
  'Try it',
  'A function remembers its name.',
]

test.each([
  ['where it was', 1, parts[1], 1],
  ['where it has moved to', 0, parts[3], 3],
  ['the nearest of several', 2, 'A function', 1],
  ['by its number when its words are gone', 2, 'Removed words', 2],
  ['at the end of a text that is shorter now', 9, 'Removed words', 3],
  ['whatever spaces and case it has now', 0, 'TRY  it', 2],
])('a note is found %s', (_name, block, quote = '', index) => {
  expect(findPart(parts, { block, quote })).toBe(index)
})

test('there is no place in a text without parts', () => expect(findPart([], { block: 0, quote: 'x' })).toBe(-1))

test('a quote is one line with whole letters', () => {
  const quote = quoteOf(`क्लोज़र \n ${'क्षि'.repeat(100)}`)
  expect(quote.length).toBeLessThanOrEqual(160)
  expect(quote.endsWith('क्षि')).toBe(true)
})
