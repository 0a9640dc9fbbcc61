import { describe, expect, test } from 'vitest'
import { hostileTexts, realId } from '#test/support/hostile-texts.ts'
import { isWhole } from '#test/support/in-all.ts'
import { numbersIn } from './without-prices.ts'
import { type CitableCourse, writeAnswer } from './write-answer.ts'

const title = 'Modern React'
const courses = new Map<string, CitableCourse>([[realId, { id: realId, title, price: 1299 }]])
const link = `[${title}](/viewcourse/${realId})`

const answerOf = (pieces: readonly string[], message = '', known = courses): string => {
  const answer = writeAnswer(known, numbersIn(message))
  return pieces.map((piece) => answer.write(piece)).join('') + answer.end()
}

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

/** Everything that a browser or a program could make more of than text. */
const activeMarkup: readonly [what: string, pattern: RegExp][] = [
  ['brackets', /[[\]{}]/],
  ['tags', /[<>]/],
  ['an address', /:\/\/|\/\/|(?<![\p{L}\p{N}])www\.\S/iu],
  ['a scheme', /\p{L}[\p{L}\p{N}+.-]*:\S/iu],
  ['a host', /[\p{L}\p{N}-][.。](?!(?:js|html)\b)\p{L}{2}/iu],
  ['a mail address', /\S@\S+\.\p{L}/u],
  ['markup', /[`|\\]|\*|~~|^#|^[-=]+$/m],
  ['an entity', /&(?:#|[a-z]+;)/i],
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the single signs are what must not be there
  ['hidden characters', /[^\P{C}\n]|[\u034f\u115f\u1160\u2800\u3164\ufe00-\ufe0f\u2028\u2029]/u],
  [
    'a price',
    /[$€£]|₹\s*\p{Nd}|\p{Nd}\s*(?:rupees?|rs|dollars?|रुपये)(?![\p{L}\p{M}])|(?<!\p{L})(?:rs|inr)\.?\s*\p{Nd}/iu,
  ],
  ['a discount', /\d *(?:%|percent) *(?:off|discount|cashback)/i],
  ['a telephone number', /(?:\d[\s-]?){9}/],
]

/** The answer without what the server itself may have written. */
const foreign = (answer: string): string => answer.replaceAll(`${link} (₹1,299)`, '').replaceAll(link, '')

function expectClean(answer: string): void {
  const rest = foreign(answer)
  for (const [what, pattern] of activeMarkup) if (pattern.test(rest)) expect.fail(`${what} in ${JSON.stringify(rest)}`)
  if (answer.split(link).length > 3) expect.fail(`linked more than twice: ${answer}`)
  if (answer.length > 7000) expect.fail(`an answer of ${answer.length} characters`)
}

describe('a model that obeys hostile texts', () => {
  test.each(hostileTexts.map((text) => [text.slice(0, 60), text]))('%s', (_start, text) =>
    expectClean(answerOf([text])),
  )

  test.skipIf(!isWhole)(
    'is no danger in 20,000 random chunkings, and the answer is always the same',
    () => {
      const random = seeded(42)
      // Of floods the start is enough: they are long to be read 20,000 times.
      const texts = hostileTexts.map((text) => text.slice(0, 500))
      const whole = texts.map((text) => answerOf([text]))
      for (let round = 0; round < 20_000; round++) {
        const at = round % texts.length
        const answer = answerOf(cut(texts[at] ?? '', random))
        if (answer !== whole[at]) expect(answer).toBe(whole[at])
      }
    },
    240_000,
  )

  test('is harmless when texts are nested', () => {
    const random = seeded(7)
    const pick = (): string => hostileTexts[Math.floor(random() * hostileTexts.length)] ?? ''
    for (let round = 0; round < 3000; round++) {
      const [outer, inner] = [pick().slice(0, 700), pick().slice(0, 300)]
      const place = Math.floor(random() * outer.length)
      expectClean(answerOf(cut(outer.slice(0, place) + inner + outer.slice(place), random)))
    }
  }, 240_000)
})

describe('an ordinary model', () => {
  test('cites, and the server writes link and price', () => {
    expect(answerOf(['I suggest [[', realId, ']], because it is short.'])).toBe(
      `I suggest ${link} (₹1,299), because it is short.`,
    )
  })
  test('may write lists and lines', () => {
    expect(answerOf([`Two steps:\n\n1. First HTML.\n2. Then [[${realId}]].\n- **Node.js** at 10:30 in C#\n`])).toBe(
      `Two steps:\n\n1. First HTML.\n2. Then ${link} (₹1,299).\n- Node.js at 10:30 in C#\n`,
    )
    expect(answerOf([`- [[${realId}]]: good\n* x`])).toBe(`- ${link} (₹1,299): good\n- x`)
  })
  test('may repeat the amount that the reader named, and no other', () => {
    expect(answerOf(['Under ₹500 there is one; it costs ₹200.'], 'courses under 500')).toBe(
      'Under ₹500 there is one; it costs (price as listed).',
    )
  })
  test('cites nothing that its tools did not return', () => {
    expect(answerOf([`Take [[${realId}]] now.`], '', new Map())).toBe('Take now.')
  })
  test('sends each sentence as soon as it ends', () => {
    const answer = writeAnswer(courses, new Set())
    expect([answer.write('One. Tw'), answer.write('o.\n'), answer.write('Three'), answer.end()]).toEqual([
      'One. ',
      'Two.\n',
      '',
      'Three',
    ])
  })
})

test('a hostile title is a title and nothing else', () => {
  const evil = '](https://evil.example) ![x](y) <b>Free</b> evil.com \u202e'
  const answer = answerOf([`[[${realId}]]`], '', new Map([[realId, { id: realId, title: evil, price: 0 }]]))
  expect(answer).toMatch(/^\[[^[\]]+\]\(\/viewcourse\/c0ffee00c0ffee00c0ffee00\) \(free\)$/)
  expect(answer).not.toMatch(/:\/\/|<|evil\.com|\u202e|!\[/)
})
