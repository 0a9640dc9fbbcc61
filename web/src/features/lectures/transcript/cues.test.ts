import { describe, expect, it } from 'vitest'
import { cueAt, markMatches, searchOf } from './cues.ts'

const cues = ['Welcome to SQL', 'नमस्ते दुनिया', 'We join two tables. JOIN!'].map((text, index) => ({
  start: 1 + 2 * index,
  end: 2 + 2 * index,
  text,
}))

describe('the cue of a second', () => {
  it.each([
    [0, -1],
    [1, 0],
    [2.9, 0],
    [3, 1],
    [100, 2],
  ])('at %d s it is number %d', (seconds, index) => expect(cueAt(cues, seconds)).toBe(index))

  it('is none without cues', () => expect(cueAt([], 5)).toBe(-1))
})

describe('a search', () => {
  const search = searchOf(cues)
  it.each([
    ['sql', [0]],
    ['  JOIN ', [2]],
    ['दुनिया', [1]],
    ['we', [0, 2]],
    ['.', [2]],
    ['', []],
    ['   ', []],
    ['nothing', []],
  ])('for "%s" finds %j', (query, found) => expect(search(query)).toEqual(found))

  it('marks what it found, and keeps the text as it is', () => {
    expect(markMatches('We join two tables. JOIN!', 'join').filter(({ match }) => match)).toEqual([
      { text: 'join', match: true },
      { text: 'JOIN', match: true },
    ])
    for (const [text, query] of [
      ['İstanbul is large', 'IS'],
      ['aaa', 'aa'],
      ['<b>', '<'],
      ['plain', ''],
    ] as const)
      expect(
        markMatches(text, query)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
  })
})
