import { describe, expect, it, test } from 'vitest'
import { loadedParts } from './engine/media-state.ts'
import { lengthInWords } from './scrubber.tsx'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [65.9, '1 minute 5 seconds'],
  [120, '2 minutes'],
  [3661, '1 hour 1 minute 1 second'],
  [-5, '0 seconds'],
])('%d s is read as %s', (seconds, words) => expect(lengthInWords(seconds, 'en')).toBe(words))

it('reads a length in the language of the page', () => expect(lengthInWords(65, 'hi')).toBe('1 मिनट 5 सेकंड'))

describe('loaded parts', () => {
  const ranges = (...parts: [number, number][]) => ({
    length: parts.length,
    start: (index: number) => parts[index]?.[0] ?? 0,
    end: (index: number) => parts[index]?.[1] ?? 0,
  })

  it('are shares of the whole, never more than it', () => {
    expect(loadedParts(ranges([0, 5], [10, 20.1]), 20)).toEqual([
      { from: 0, to: 0.25 },
      { from: 0.5, to: 1 },
    ])
    expect(loadedParts(ranges(), 20)).toEqual([])
  })
})
