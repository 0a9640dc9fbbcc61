import { courses } from '@virtual-courses/demo/courses'
import { beforeAll, describe, expect, test } from 'vitest'
import { isWhole } from '#test/support/in-all.ts'
import { chosen } from '../parameters.ts'
import { compileLexicon, loadLexicon } from './lexicon.ts'
import { createDeleteIndex, createSpelling } from './spelling.ts'
import { createEnglish, wordsOf } from './words.ts'

const isEnglish = createEnglish()
const lexicon = compileLexicon(loadLexicon())
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
function typoIn(word: string): string {
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
function typosBetween(a: string, b: string): number {
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
  const most = word.length < chosen.twoTypos ? 1 : 2
  const costs = [...vocabulary.keys()]
    .filter((one) => one.length >= 3 && !/\d/.test(one) && Math.abs(one.length - word.length) <= most)
    .filter((one) => typosBetween(word, one) <= most)
    .map((one) => {
      const sameFront = one[0] === word[0] || (one[0] === word[1] && one[1] === word[0])
      const courses = vocabulary.get(one) ?? 0
      const common = chosen.common * (1 - 1 / (1 + courses))
      return { one, cost: typosBetween(word, one) + (sameFront ? 0 : chosen.frontTypo) - common }
    })
    .filter(({ cost }) => cost <= most + 1 - chosen.frontTypo)
  costs.sort((a, b) => a.cost - b.cost || a.one.length - b.one.length || (a.one < b.one ? -1 : 1))
  return costs[0]?.one
}

const vocabulary = new Map<string, number>(counts)
for (const word of known) if (!vocabulary.has(word)) vocabulary.set(word, 0)
const spelling = createSpelling(isEnglish, lexicon.words, lexicon.stopWords)
beforeAll(() => {
  for (const [word, count] of counts) spelling.count(word, count)
})

describe('corrections by the index', () => {
  test('are those of a comparison with every word, for words with one and two typos', () => {
    const words = [...vocabulary.keys()].filter((word) => /^[a-z]{4,}$/.test(word))
    let compared = 0
    for (let round = 0; round < (isWhole ? 600 : 150); round++) {
      const once = typoIn(words[below(words.length)] ?? '')
      const written = round % 2 === 0 ? once : typoIn(once)
      if (written.length < 4 || spelling.knows(written)) continue
      const expected = nearestOfAll(written, vocabulary)
      if (expected === undefined) continue
      expect(`${written} -> ${spelling.correct(written)}`).toBe(`${written} -> ${expected}`)
      compared++
    }
    expect(compared).toBeGreaterThan(isWhole ? 200 : 50)
  })

  test('the words that are one typo away are those of a comparison with every word', () => {
    const words = [...vocabulary.keys()].filter((word) => /^[a-z]{5,}$/.test(word))
    for (let round = 0; round < 80; round++) {
      const written = typoIn(words[below(words.length)] ?? '')
      if (written.length < 5) continue
      const expected = [...vocabulary.keys()]
        .filter(
          (one) => one.length >= 3 && !/\d/.test(one) && one !== written && Math.abs(one.length - written.length) <= 1,
        )
        .filter((one) => typosBetween(written, one) === 1)
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      expect([written, ...spelling.near(written)]).toEqual([written, ...expected])
    }
  })

  test('follow the catalogue: removed words are no corrections any more, new ones are', () => {
    const own = createSpelling(() => false, ['lexical'])
    own.count('flutter', 2)
    expect(own.correct('fluttre')).toBe('flutter')
    expect(own.soundsLike('फ्लटर', false)).toBe('flutter')
    own.count('flutter', 0)
    expect(own.correct('fluttre')).toBe('fluttre')
    expect(own.soundsLike('फ्लटर', false)).toBeUndefined()
    own.count('lexical', 3)
    own.count('lexical', 0)
    expect(own.correct('lexicla')).toBe('lexical')
  })
})

describe('a correction', () => {
  const own = createSpelling(isEnglish, ['kubernetes', 'flutter', 'phonics', 'guitar'], new Set(['recommend']))
  test.each([
    ['kubernets', 'kubernetes'],
    ['ukbernetes', 'kubernetes'],
    ['fluttre', 'flutter'],
    ['fonics', 'phonics'],
    ['recomend', 'recommend'],
    ['guitarflutter', 'guitar flutter'],
    ['garden', 'garden'],
    ['abc', 'abc'],
    ['blorptastic', 'blorptastic'],
    ['गिटार', 'गिटार'],
  ])('of "%s" is "%s"', (written, meant) => expect(own.correct(written)).toBe(meant))

  test('prefers the word of more courses among two equally close', () => {
    const both = createSpelling(() => false)
    both.count('batting', 1)
    both.count('betting', 9)
    expect(both.correct('botting')).toBe('betting')
    both.count('batting', 20)
    expect(both.correct('botting')).toBe('batting')
  })

  test('never goes to a word with a digit, nor from one', () => {
    const digits = createSpelling(() => false, ['win32api', 'winrapi'])
    expect(digits.correct('win32ap')).toBe('win32ap')
    expect(digits.correct('winxapi')).toBe('winrapi')
  })
})

describe('the word that sounds like one of another script', () => {
  const own = createSpelling(() => false, ['guitar', 'python', 'docker', 'git', 'jet', 'baking', 'packing'])
  test.each([
    ['गिटार', false, 'guitar'],
    ['पाइथन', false, 'python'],
    ['गिट', false, 'git'],
    ['जेट', false, 'jet'],
    ['கிட்டார்', true, 'guitar'],
    ['பைதான்', true, 'python'],
  ])('%s (loosely: %s) is "%s"', (word, loose, expected) => expect(own.soundsLike(word, loose)).toBe(expected))
  test('is none where nothing sounds so, nor for a single consonant', () => {
    expect(own.soundsLike('ज़ब्रख', false)).toBeUndefined()
    expect(own.soundsLike('गा', false)).toBeUndefined()
  })

  test('is, for a course, only the known word that sounds just so', () => {
    const strict = createSpelling(() => false, ['cnn', 'excel', 'crypto', 'android'])
    expect(['एक्सेल', 'अंड्रॉइड', 'कोन', 'कारपेट'].map(strict.soundsJustLike)).toEqual([
      'excel',
      'android',
      undefined,
      undefined,
    ])
    strict.count('वायरिंग', 1)
    expect(strict.soundsJustLike('वायरिंग')).toBeUndefined()
  })

  test('and words of courses in scripts of India sound like those in Latin letters', () => {
    const courses = createSpelling(() => false, ['guitar'])
    for (const word of ['वैदिक', 'कोन', 'কবিতা', 'गतिर']) courses.count(word, 1)
    const found = ['vedic', 'cnn', 'kabita'].map(courses.otherScripts)
    expect(found).toEqual([['वैदिक'], [], ['কবিতা']])
    expect(courses.correct('vedic')).toBe('vedic')
    expect(courses.correct('guittar')).toBe('guitar')
    courses.count('वैदिक', 0)
    expect(courses.otherScripts('vedic')).toEqual([])
  })
})

test('the index looks at few of many words, and forgets what is removed', () => {
  const index = createDeleteIndex()
  const words = [...new Set(Array.from({ length: 5000 }, () => Array.from({ length: 5 + below(8) }, letter).join('')))]
  for (const word of words) index.add(word)
  let candidates = 0
  for (const word of words.slice(0, 200)) {
    const near = [...index.near(typoIn(word), 2)]
    expect(near).toContain(word)
    candidates += near.length
  }
  expect(candidates / 200).toBeLessThan(words.length / 50)
  for (const word of words) index.remove(word)
  expect(words.slice(0, 200).flatMap((word) => [...index.near(word, 2)])).toEqual([])
})

test('a word that is not finished is the one that it begins, if that is sure', () => {
  const own = createSpelling(() => false, ['photography', 'photographer', 'machine', 'machinery', 'मशीनरी'])
  const asked = ['photogr', 'machin', 'pho', 'xyzzyx', 'मशीन']
  expect(asked.map(own.finished)).toEqual(['photography', undefined, undefined, undefined, undefined])
})

test('of words that begin so, one that clearly more courses have is meant', () => {
  const own = createSpelling(() => false)
  for (const [word, courses] of Object.entries({ guitar: 4, guitarist: 1, motion: 3, motivation: 2 }))
    own.count(word, courses)
  expect(['guit', 'moti', 'motiv'].map(own.finished)).toEqual(['guitar', undefined, 'motivation'])
})

test('words of one family begin alike, the nearest first', () => {
  const own = createSpelling(() => true, ['electrical', 'electric', 'elect', 'novel', 'contract', 'astronomy'])
  expect(['electrician', 'novelist', 'astronomer', 'contrast', 'elec'].map(own.family)).toEqual([
    ['electric', 'electrical'],
    ['novel'],
    ['astronomy'],
    ['contract'],
    [],
  ])
})
