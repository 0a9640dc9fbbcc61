import { QuestionInput, Tags } from '@virtual-courses/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOf, plainCell, safeCell } from '#core/csv.ts'
import { isWhole } from '#test/support/in-all.ts'
import { header } from './csv/columns.ts'
import { readCsv } from './csv/read-csv.ts'
import { writeRow } from './csv/write-row.ts'
import { readGift } from './gift/read-gift.ts'
import { writeGift } from './gift/write-gift.ts'
import { joinListed, splitListed } from './listed.ts'

/** Texts full of what both formats give a meaning. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'~=#{}:\\>|%;\'"[],.@+-\n\t ',
    '->',
    '::',
    '//',
    '####',
    '$CATEGORY:',
    '[html]',
    '\\n',
    '%50%',
    '"";"',
  ),
  fc.constantFrom('knot', 'गाँठ', '$x^2$', '<b>', '=1+1', '-5', "'=", '\u2028', '😀', 'T', '[[1]]', '..', '{T}'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const written = (most = 12) => fc.array(piece, { minLength: 1, maxLength: most }).map((pieces) => pieces.join(''))
const points = fc.integer({ min: 1, max: 100 })
const common = { prompt: written(20), explanation: fc.oneof(fc.constant(''), written(20)), points }
const accepted = fc.array(written(4), { minLength: 1, maxLength: 20 })
const decimal = fc
  .oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1e12, max: 1e12, noNaN: true }))
  .map((n) => n + 0)
const option = fc.record({ text: written(), right: fc.boolean() })
const gaps = fc.array(fc.record({ accepted }), { minLength: 1, maxLength: 5 }).chain((list) =>
  fc.tuple(...list.map(() => written(3)), written(3)).map((texts) => ({
    gaps: list,
    prompt: texts.map((text, at) => (at < list.length ? `${text}[[${at + 1}]]` : text)).join(''),
  })),
)

const question = fc
  .oneof(
    fc.record({
      kind: fc.constantFrom('one', 'several'),
      ...common,
      options: fc.array(option, { minLength: 2, maxLength: 12 }),
    }),
    fc.record({ kind: fc.constant('truth'), ...common, right: fc.boolean() }),
    fc.record({
      kind: fc.constant('number'),
      ...common,
      value: decimal,
      tolerance: decimal.map(Math.abs),
      units: fc.array(written(3), { maxLength: 5 }),
    }),
    fc.record({ kind: fc.constant('text'), ...common, accepted }),
    fc.record({
      kind: fc.constant('order'),
      ...common,
      items: fc.array(fc.record({ text: written() }), { minLength: 2, maxLength: 12 }),
    }),
    fc.record({
      kind: fc.constant('match'),
      ...common,
      pairs: fc.array(fc.record({ left: written(), right: written() }), { minLength: 2, maxLength: 12 }),
    }),
    fc
      .tuple(gaps, fc.record({ explanation: common.explanation, points }))
      .map(([one, rest]) => ({ kind: 'gaps', ...rest, ...one })),
  )
  .map((raw) => QuestionInput.safeParse(raw))
  .filter(({ success }) => success)
  .map(({ data }) => data as QuestionInput) // those that succeeded
  // the same accepted text twice says nothing more
  .map((one) => {
    if (one.kind === 'text') return { ...one, accepted: [...new Set(one.accepted)] }
    if (one.kind === 'gaps') return { ...one, gaps: one.gaps.map((gap) => ({ accepted: [...new Set(gap.accepted)] })) }
    return one
  })
const bank = fc.array(
  fc.record({
    question,
    tags: fc
      .array(written(4), { maxLength: 10 })
      .map((tags) => Tags.safeParse(tags))
      .filter(({ success }) => success)
      .map(({ data }) => data ?? []),
  }),
  { minLength: 1, maxLength: 5 },
)
type Bank = { question: QuestionInput; tags: string[] }[]

const readBack = (parts: ReturnType<typeof readGift>) =>
  parts.map((part) => (part.question ? { question: part.question, tags: part.tags, remarks: part.remarks } : part.why))
const expected = (all: Bank) => all.map((one) => ({ ...one, remarks: [] }))

describe('questions that go out and come in again', () => {
  test('as GIFT are the same', () => {
    fc.assert(
      fc.property(bank, (all) => {
        const file = all.map((one) => writeGift(one.question, one.tags)).join('')
        expect(readBack(readGift(file, 10))).toEqual(expected(all))
      }),
      { numRuns: isWhole ? 400 : 100 },
    )
  })

  test.each(['😀'.repeat(40), '𐀀 '.repeat(20).trim()])('as GIFT keep the tag %s, whose characters are pairs', (tag) => {
    const asked: QuestionInput = { kind: 'truth', prompt: 'Is it?', explanation: '', points: 1, right: true }
    expect(readBack(readGift(writeGift(asked, [tag]), 10))).toEqual(expected([{ question: asked, tags: [tag] }]))
  })

  test('as CSV are the same', () => {
    fc.assert(
      fc.property(bank, (all) => {
        const rows = all.map((one) => writeRow(one.question, one.tags))
        const file = csvOf([header], { bom: true }) + csvOf(rows, { keepLines: true })
        expect(readBack(readCsv(file, 10))).toEqual(expected(all))
      }),
      { numRuns: isWhole ? 400 : 100 },
    )
  })
})

test('lists joined by bars are taken apart again', () => {
  fc.assert(
    fc.property(
      fc.array(
        written()
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      ),
      (texts) => {
        expect(splitListed(joinListed(texts))).toEqual(texts)
      },
    ),
  )
})

describe('cells', () => {
  test('begin no formula, and give their text back', () => {
    fc.assert(
      fc.property(written(), (one) => {
        const cell = safeCell(one)
        expect(cell).not.toMatch(/(^|[;\n])\s*[=+\-@]/)
        expect(plainCell(cell)).toBe(one)
      }),
      { numRuns: isWhole ? 1000 : 200 },
    )
  })
})
