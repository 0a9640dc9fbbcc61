import { beforeAll, describe, expect, test } from 'vitest'
import { courses } from '#db/demo/courses.ts'
import { defaultLexicon } from '../lexicon/default-lexicon.ts'
import { compileLexicon } from './compile-lexicon.ts'
import { createDeleteIndex } from './delete-index.ts'
import { createEnglish } from './english.ts'
import { createSpelling } from './spelling.ts'
import { wordsOf } from './words-of.ts'

const isEnglish = createEnglish()
const lexicon = compileLexicon(defaultLexicon)
const taught = courses.flatMap(({ title, subTitle, description }) => wordsOf(`${title} ${subTitle} ${description}`))
const counts = new Map<string, number>()
for (const word of taught) counts.set(word, (counts.get(word) ?? 0) + 1)
const known = [...lexicon.words, ...lexicon.stopWords]

/** Repeatable: a failure names the word that it is about. */
let seed = 7
const below = (most: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed % most
}
const letter = (): string => String.fromCharCode(97 + below(26))
function slip(word: string): string {
  const at = below(word.length)
  switch (below(4)) {
    case 0:
      return word.slice(0, at) + letter() + word.slice(at)
    case 1:
      return word.slice(0, at) + word.slice(at + 1)
    case 2:
      return word.slice(0, at) + letter() + word.slice(at + 1)
    default:
      return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
  }
}

/** Optimal string alignment, written plainly. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(i - 2, j - 2) + 1 : 99
      rows[i]?.push(
        Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swap),
      )
    }
  }
  return cell(a.length, b.length)
}

/** The choice among all words of the vocabulary, one by one: what the index has to come to as well. */
function nearestOfAll(word: string, vocabulary: ReadonlyMap<string, number>): string | undefined {
  const most = word.length < 7 ? 1 : 2
  let best: { word: string; cost: number } | undefined
  const byLength = [...vocabulary.keys()]
    .filter((one) => one.length >= 3 && !/\d/.test(one) && Math.abs(one.length - word.length) <= most)
    .sort((a, b) => a.length - b.length)
  for (const candidate of byLength) {
    const slips = slipsBetween(word, candidate)
    if (slips > most) continue
    const worth = Math.min(4, Math.log2(1 + (vocabulary.get(candidate) ?? 0)))
    const cost = slips + (candidate[0] === word[0] ? 0 : 0.7) - 0.08 * worth
    if (!best || cost < best.cost) best = { word: candidate, cost }
  }
  return best && best.cost <= most + 0.3 ? best.word : undefined
}

const vocabulary = new Map<string, number>(counts)
for (const word of known) if (!vocabulary.has(word)) vocabulary.set(word, 0.5)
const spelling = createSpelling(isEnglish, known)
beforeAll(() => {
  for (const [word, count] of counts) spelling.count(word, count)
})

describe('corrections by the index', () => {
  test('are those of a comparison with every word, for words with one and two slips', () => {
    const words = [...vocabulary.keys()].filter((word) => /^[a-z]{4,}$/.test(word))
    let compared = 0
    for (let round = 0; round < 600; round++) {
      const once = slip(words[below(words.length)] ?? '')
      const written = round % 2 === 0 ? once : slip(once)
      if (written.length < 4 || spelling.knows(written)) continue
      const expected = nearestOfAll(written, vocabulary)
      if (expected === undefined) continue
      expect(`${written} -> ${spelling.correct(written)}`).toBe(`${written} -> ${expected}`)
      compared++
    }
    expect(compared).toBeGreaterThan(200)
  })

  test('the words that are one slip away are those of a comparison with every word', () => {
    const words = [...vocabulary.keys()].filter((word) => /^[a-z]{5,}$/.test(word))
    for (let round = 0; round < 80; round++) {
      const written = slip(words[below(words.length)] ?? '')
      if (written.length < 5) continue
      const expected = [...vocabulary.keys()]
        .filter(
          (one) => one.length >= 3 && !/\d/.test(one) && one !== written && Math.abs(one.length - written.length) <= 1,
        )
        .filter((one) => slipsBetween(written, one) === 1)
        .sort((a, b) => a.length - b.length)
      expect([written, ...spelling.near(written)]).toEqual([written, ...expected])
    }
  })

  test('follow the catalogue: a word that no course has any more is no correction, one that comes is', () => {
    const own = createSpelling(() => false, ['lexical'])
    own.count('flutter', 2)
    expect(own.correct('fluttre')).toBe('flutter')
    expect(own.soundsLike('फ्लटर')).toBe('flutter')
    own.count('flutter', 0)
    expect(own.correct('fluttre')).toBe('fluttre')
    expect(own.soundsLike('फ्लटर')).toBeUndefined()
    own.count('lexical', 3)
    own.count('lexical', 0)
    expect(own.correct('lexicla')).toBe('lexical')
  })
})

test('the index looks at few of many words, and forgets what is removed', () => {
  const index = createDeleteIndex()
  const words = [...new Set(Array.from({ length: 5000 }, () => Array.from({ length: 5 + below(8) }, letter).join('')))]
  for (const word of words) index.add(word)
  let candidates = 0
  for (const word of words.slice(0, 200)) {
    const near = [...index.near(slip(word), 2)]
    expect(near).toContain(word)
    candidates += near.length
  }
  expect(candidates / 200).toBeLessThan(words.length / 50)
  for (const word of words) index.remove(word)
  expect(words.slice(0, 200).flatMap((word) => [...index.near(word, 2)])).toEqual([])
})
