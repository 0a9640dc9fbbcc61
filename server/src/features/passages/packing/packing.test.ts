import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captionsOf } from '#test/support/passages.ts'
import { openWords, packWords } from './index-words.ts'
import { packCues } from './pack-cues.ts'
import { packText } from './pack-text.ts'
import { openVectors, packVectors } from './pack-vectors.ts'
import { longestPassage, mostOfSource } from './passage.ts'
import { type Cue, readCues } from './read-cues.ts'
import { conceptsOf, hashTerm, inModelLanguage, passageTerms } from './terms.ts'

describe('captions', () => {
  test('are packed into half a minute to a minute, at the ends of sentences and at pauses', () => {
    const cues = readCues(
      captionsOf(Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? `Part ${at} begins` : `and ends ${at}.`))),
    )
    const packed = packCues(cues, [])
    expect(packed.map(({ start, end }) => [start, end])).toEqual([
      [0, 39.9],
      [40, 79.9],
      [80, 119.9],
    ])
    expect(packed.every(({ text }) => text.endsWith('.'))).toBe(true)
    expect(packed[0]?.marks.map(([, second]) => second)).toEqual([0, 20])
  })

  test('go over no start of a chapter, even in the middle of a cue', () => {
    const packed = packCues([{ start: 0, end: 20, text: 'one two three four five six seven eight' }], [10])
    expect(packed.map(({ start, end }) => [start, end])).toEqual([
      [0, 10],
      [10, 20],
    ])
  })

  const cueArb = fc
    .array(
      fc.record({
        gap: fc.float({ min: 0, max: 30, noNaN: true }),
        length: fc.float({ min: 0, max: 400, noNaN: true }),
        text: fc.string({ unit: 'binary', maxLength: 3000 }),
      }),
      { maxLength: 40 },
    )
    .map((rows) => {
      let at = 0
      return rows.map(({ gap, length, text }): Cue => {
        at += gap
        return { start: at, end: at + length, text: text.trim() || 'x' }
      })
    })
  test('of any kind are packed in their order, none longer than a passage may be, none over a chapter, and nothing said is lost', () => {
    fc.assert(
      fc.property(cueArb, fc.array(fc.nat(600), { maxLength: 5 }), (cues, bounds) => {
        const packed = packCues(cues, bounds)
        expect(packed.length).toBeLessThanOrEqual(mostOfSource)
        for (const { start, end, text } of packed) {
          expect(text.length).toBeLessThanOrEqual(longestPassage + 100)
          expect(end).toBeGreaterThanOrEqual(start ?? 0)
        }
        const starts = packed.map(({ start }) => start ?? 0)
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        const letters = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '').length
        if (packed.length < mostOfSource)
          expect(letters(packed.map(({ text }) => text))).toBe(letters(cues.map(({ text }) => text)))
      }),
      { numRuns: 60 },
    )
  })

  test('that hide signs, styles and tags are packed as what is read', () => {
    const [cue] = readCues(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Asha>Sa\u200blt &amp; <i>pepper</i>\u202e \u{e0041}&lt;b&gt;\n',
    )
    expect(cue?.text).toBe('Salt & pepper <b>')
  })
})

describe('a text', () => {
  test('is packed below its headings, without the signs of Markdown', () => {
    const packed = packText(
      '# Salt\n\nIt is *white*. See [the sea](https://example.com).\n\n- one\n- two\n\n## Pepper\n\nIt is black.',
    )
    expect(packed.map(({ text }) => text)).toEqual(['Salt: It is white. See the sea. one two', 'Pepper: It is black.'])
  })

  test.each([
    ['one line without a space', 'x'.repeat(10_000_000)],
    ['one line of signs', '*_`[]()<>#'.repeat(40_000)],
    ['only headings', '# a\n'.repeat(100_000)],
    ['brackets that never close', '!['.repeat(200_000)],
  ])('of %s takes less than seconds, and stays bounded', (_, text) => {
    const started = performance.now()
    const packed = packText(text)
    expect(performance.now() - started).toBeLessThan(8000)
    expect(packed.length).toBeLessThanOrEqual(mostOfSource)
    expect(Math.max(0, ...packed.map((one) => one.text.length))).toBeLessThanOrEqual(longestPassage)
  })
})

test('words are found in the passages that have them', () => {
  const words = openWords(packWords(['salt and salt', 'pepper', ''].map(passageTerms)))
  expect([...words.lengths]).toEqual([3, 1, 0])
  const found = words.find(hashTerm('salt'))
  expect([[...(found?.passages ?? [])], [...(found?.counts ?? [])]]).toEqual([[0], [2]])
  expect(words.find(hashTerm('sugar'))).toBeNull()
})

test('vectors keep their cosines in a quarter of the bytes', () => {
  const unit = (seed: number): Float32Array => {
    const vector = Float32Array.from({ length: 512 }, (_, at) => Math.sin(seed * (at + 1)))
    const length = Math.hypot(...vector)
    return vector.map((one) => one / length)
  }
  const vectors = [unit(1), unit(2), new Float32Array(512)]
  const bytes = packVectors(vectors)
  expect(bytes.length).toBe(3 * 516)
  const opened = openVectors(bytes, 3)
  expect(opened?.cosine(0, unit(1))).toBeCloseTo(1, 2)
  const dot = unit(1).reduce((sum, one, at) => sum + one * (unit(2)[at] ?? 0), 0)
  expect(opened?.cosine(1, unit(1))).toBeCloseTo(dot, 2)
  expect(opened?.cosine(2, unit(1))).toBe(0)
  expect(openVectors(Buffer.alloc(7), 3)).toBeNull()
})

test('Hindi in either script shares terms with what it means in English', () => {
  const of = (text: string) => new Set(conceptsOf(text).flatMap(({ terms }) => terms.map(({ hash }) => hash)))
  for (const text of ['ब्याज क्या होता है', 'byaaj kya hota hai']) expect(of(text).has(hashTerm('interest'))).toBe(true)
  expect(inModelLanguage('compound interest')).toBe('compound interest')
  expect(inModelLanguage('वज़न क्या है')).toContain('weight')
})
