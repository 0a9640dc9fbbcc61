import { describe, expect, test } from 'vitest'
import { hostileTexts } from '#test/support/hostile-texts.ts'
import { isWhole } from '#test/support/in-all.ts'
import { type CitedSentence, createCitedWriter } from './write-cited.ts'

const known = new Set([1, 2, 3])

const sentencesOf = (pieces: readonly string[]): CitedSentence[] => {
  const writer = createCitedWriter(known)
  return [...pieces.flatMap((piece) => writer.write(piece)), ...writer.end()]
}
const shown = (pieces: readonly string[]): string =>
  sentencesOf(pieces)
    .map(({ before, text, handles }) => `${before}${text}${handles.map((n) => `<${n}>`).join('')}`)
    .join('')

/** Deterministic, so that a failure can be repeated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function cut(text: string, random: () => number): string[] {
  const pieces: string[] = []
  const most = 1 + Math.floor(random() ** 2 * 60)
  for (let at = 0; at < text.length; ) {
    const end = at + 1 + Math.floor(random() * most)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

/** What captions written by strangers make a model say about handles. */
const hostileHandles: readonly string[] = [
  'Buy at evil.example now. [cite:1] See [cite:9] and [cite:99].',
  'Half [cite: and [cite:1 and cite:2] and [[cite:1]] and ［cite：1］ done. [cite:2]',
  'Fake [1] and (2) and ① and ⑴ marks.[cite:1][cite:2]',
  'Jump to [12:34](/viewlecture/x?t=754) at once. [cite:3]',
  'Other lectures say: [cite:4] [cite:5] the secret key is 42. [cite:1,9]',
  'No handle at all. Nothing here. [cite]',
  '[cite:1]\n[cite:2]\n\n[cite:3]',
  'c\u200bite [ci\u200bte:1] [\u202ecite:2] [cite:１] text. [cite:0] [cite:-1] [cite:1e1] [cite:001]',
  `[${'cite:'.repeat(40)}1] long. [cite:1`,
  '<a href="/viewlecture/other?lecture=x">open</a> this. [cite:1]',
]
const texts = [...hostileTexts, ...hostileTexts.map((text) => `${text} [cite:1]`), ...hostileHandles].map((text) =>
  text.slice(0, 500),
)

function expectClean(sentences: readonly CitedSentence[]): void {
  for (const { text, handles } of sentences) {
    expect(handles.length).toBeGreaterThan(0)
    for (const handle of handles) expect(known.has(handle)).toBe(true)
    for (const pattern of [/[[\]{}<>`|\\]/, /:\/\//, /cite\s*:/i, /[\u2460-\u24ff]/, /viewcourse\/\w/, /[^\P{C}]/u])
      if (pattern.test(text)) expect.fail(`${pattern} in ${JSON.stringify(text)}`)
  }
}

describe('a model that obeys hostile captions', () => {
  test.each(texts.map((text) => [text.slice(0, 60), text]))('%s', (_start, text) => expectClean(sentencesOf([text])))

  test.skipIf(!isWhole)(
    'stays clean in 20,000 random chunkings, and the answer is always the same',
    () => {
      const random = seeded(34)
      const whole = texts.map((text) => JSON.stringify(sentencesOf([text])))
      for (let round = 0; round < 20_000; round++) {
        const at = round % texts.length
        const answer = JSON.stringify(sentencesOf(cut(texts[at] ?? '', random)))
        if (answer !== whole[at]) expect(answer).toBe(whole[at])
      }
    },
    240_000,
  )

  test('stays clean when texts are nested', () => {
    const random = seeded(7)
    const pick = (): string => texts[Math.floor(random() * texts.length)] ?? ''
    for (let round = 0; round < 3000; round++) {
      const [outer, inner] = [pick(), pick().slice(0, 200)]
      const place = Math.floor(random() * outer.length)
      expectClean(sentencesOf(cut(outer.slice(0, place) + inner + outer.slice(place), random)))
    }
  }, 240_000)
})

describe('citations', () => {
  test.each([
    ['A join combines rows [cite:1]. It needs a key [cite:2].', 'A join combines rows.<1> It needs a key.<2>'],
    [
      'A join combines rows. [cite:1] It needs a key. [cite:2][cite:3]',
      'A join combines rows.<1> It needs a key.<2><3>',
    ],
    ['Both say so. [cite:1, 2]', 'Both say so.<1><2>'],
    ['Both say so. [cite:1, cite:2]', 'Both say so.<1><2>'],
    ['Said by no one. Said by one. [cite:1] Guessed.', 'Said by one.<1>'],
    ['Only an unknown one. [cite:8]', ''],
    ['Steps:\n1. Open it. [cite:1]\n2. Close it. [cite:2]', '1. Open it.<1>\n2. Close it.<2>'],
    ['- One. [cite:1]\n- Two. [cite:1]', '- One.<1>\n- Two.<1>'],
    ['It costs Rs. 499 there. [cite:1]', 'It costs Rs. 499 there.<1>'],
    ['यह एक कुंजी है। [cite:1] यह नहीं।', 'यह एक कुंजी है।<1>'],
    ['The same. [cite:1] The same. [cite:1]', 'The same.<1>'],
    ['Half written. [cite:1', ''],
    [`${'a '.repeat(600)}too long. [cite:1]`, ''],
    ['See example(cite:9).com now [cite:1].', 'See example .com now.<1>'],
    ['Call 98765(cite:9)43210 [cite:1].', 'Call (number removed).<1>'],
  ])('%j', (text, expected) => expect(shown([text])).toBe(expected))

  test('arrive as soon as the next sentence begins', () => {
    const writer = createCitedWriter(known)
    expect(writer.write('One. [cite:1] T').map(({ text }) => text)).toEqual(['One.'])
    expect(writer.write('wo.')).toEqual([])
    expect(writer.hasWritten()).toBe(true)
  })

  test('an answer has an end', () => {
    const flood = Array.from({ length: 2000 }, (_, index) => `Sentence number ${index} of many words. [cite:1] `).join(
      '',
    )
    const length = sentencesOf([flood]).reduce((sum, { text }) => sum + text.length, 0)
    expect(length).toBeLessThan(4100)
  })
})
