import { type Question, questionKinds } from '@virtual-courses/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '#core/new-id.ts'
import { anyAnswered, anyKey, anyQuestion, anyShowing, sameAnswer, withKey } from '#test/support/any-question.ts'
import { fitsAnswers, rightIdOf, withIds } from './bank/rules.ts'
import { foldTyped, isAnswered, type KeptAnswer, markAttempt, marksOf, readNumber, shareRight } from './scoring.ts'
import { keepAnswer, rightAnswer, showAnswer, shownIds } from './shown-order.ts'

/** The same question, its parts in another order in the bank. Items to be put in order stay: theirs is the key. */
function inBankOrder(one: Question, seed: number): Question {
  const another = <Part extends { id: string }>(parts: readonly Part[]) =>
    parts.toSorted((a, b) => (a.id < b.id ? seed : -seed))
  switch (one.kind) {
    case 'one':
    case 'several':
      return { ...one, options: another(one.options) }
    case 'match':
      return { ...one, pairs: another(one.pairs) }
    case 'gaps':
      return { ...one, gaps: another(one.gaps) }
    default:
      return one
  }
}

describe('marks', () => {
  test('are tried with every kind', () => {
    const tried = new Set(fc.sample(anyQuestion, 500).map(({ kind }) => kind))
    expect([...tried].toSorted()).toEqual([...questionKinds].toSorted())
  })

  test('the right answer has all points, in whatever order it is shown and kept', () => {
    fc.assert(
      fc.property(anyQuestion, anyShowing, (one, at) => {
        const right = rightAnswer(one)
        expect(marksOf(one, right, 50)).toBe(one.points * 100)
        const shown = showAnswer(one, at, right)
        const again = shown && keepAnswer(one, at, shown)
        expect(marksOf(one, again ?? null, 50)).toBe(one.points * 100)
      }),
    )
  })

  test('only right answers have all points', () => {
    fc.assert(
      fc.property(anyAnswered, ({ question: one, kept }) => {
        if (marksOf(one, kept, 0) < one.points * 100) return
        const right = rightAnswer(one)
        if (kept?.kind === 'text' && one.kind === 'text')
          expect(one.accepted.map(foldTyped)).toContain(foldTyped(kept.text))
        else if (kept?.kind === 'gaps' && one.kind === 'gaps')
          for (const { id, accepted } of one.gaps)
            expect(accepted.map(foldTyped)).toContain(foldTyped(kept.texts[id] ?? ''))
        else if (kept?.kind === 'number' && one.kind === 'number')
          expect(Math.abs((readNumber(kept.text)?.value ?? Number.NaN) - one.value)).toBeLessThanOrEqual(
            one.tolerance + 1e-6,
          )
        else if (kept?.kind === 'match' && one.kind === 'match')
          for (const { id, right: text } of one.pairs)
            expect(one.pairs.find((pair) => rightIdOf(pair) === kept.matches[id])?.right).toBe(text)
        else expect(kept).toEqual(right)
      }),
      { numRuns: 500 },
    )
  })

  test('the order of choices, in the bank and on the page, never changes them', () => {
    fc.assert(
      fc.property(anyAnswered, anyShowing, fc.integer(), ({ question: one, kept }, other, seed) => {
        const before = marksOf(one, kept, 25)
        const shown = showAnswer(one, other, kept)
        const again = shown && keepAnswer(one, other, shown)
        if (kept && isAnswered(kept)) expect(marksOf(one, again ?? null, 25)).toBe(before)
        const moved = inBankOrder(one, seed)
        expect(marksOf(moved, kept, 25)).toBe(before)
        expect(marksOf(moved, rightAnswer(one), 25)).toBe(one.points * 100)
      }),
    )
  })

  test('of an attempt that is marked again are those of a new one with the same answers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ one: anyAnswered, key: anyKey, set: fc.option(fc.integer({ min: -100, max: 100 })) }), {
          maxLength: 8,
        }),
        anyShowing,
        fc.nat({ max: 100 }),
        (all, other, negative) => {
          const settings = { negativePercent: negative, passPercent: 50, maxMarks: 1000 }
          const rows = all.map(({ one, key, set }, at) => {
            const corrected = withIds(withKey(one.question, key), one.question, newId)
            expect(fitsAnswers(one.question, corrected)).toBe(true)
            const showing = { ...other, position: at }
            const fresh = sameAnswer(one.kept, one, { question: corrected, showing })
            return { old: one.kept, fresh, question: corrected, setMarks: set }
          })
          const marked = (which: 'old' | 'fresh') =>
            markAttempt(
              rows.map(({ question: corrected, setMarks, ...answers }) => ({
                question: corrected,
                answer: answers[which],
                setMarks,
              })),
              settings,
            )
          expect(marked('old')).toEqual(marked('fresh'))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('are never more than the points, never less than what a wrong answer costs, and 0 without an answer', () => {
    fc.assert(
      fc.property(anyAnswered, fc.nat({ max: 100 }), ({ question: one, kept }, negative) => {
        const marks = marksOf(one, kept, negative)
        expect(marks).toBeLessThanOrEqual(one.points * 100)
        expect(marks).toBeGreaterThanOrEqual(0 - one.points * negative)
        expect(Number.isInteger(marks)).toBe(true)
        expect(marksOf(one, null, negative)).toBe(0)
      }),
    )
  })

  test('of an attempt are those of its answers, in any order, never below 0; marking again gives the same', () => {
    const rows = fc.array(fc.record({ one: anyAnswered, set: fc.option(fc.integer({ min: -100, max: 100 })) }), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(rows, fc.nat({ max: 100 }), (all, negative) => {
        const answers = all.map(({ one, set }) => ({ question: one.question, answer: one.kept, setMarks: set }))
        const settings = { negativePercent: negative, passPercent: 50, maxMarks: 1000 }
        const first = markAttempt(answers, settings)
        expect(markAttempt(structuredClone(answers), settings)).toEqual(first)
        expect(markAttempt(answers.toReversed(), settings).marks).toBe(first.marks)
        expect(first.marks).toBe(
          Math.max(
            0,
            answers.reduce((sum, { setMarks }, at) => sum + (setMarks ?? first.each[at] ?? 0), 0),
          ),
        )
      }),
    )
  })
})

test('an answer that does not fit the question is none', () => {
  const one = withIds(
    {
      kind: 'one',
      prompt: 'x',
      explanation: '',
      points: 1,
      options: [
        { text: 'a', right: true },
        { text: 'b', right: false },
      ],
    },
    null,
    () => String(Math.random()),
  )
  const at = { seed: 1, position: 0, shuffleOptions: true }
  expect(keepAnswer(one, at, { kind: 'one', pick: 2 })).toBeNull()
  expect(keepAnswer(one, at, { kind: 'several', picks: [0] })).toBeNull()
  expect(keepAnswer(one, at, { kind: 'truth', value: true })).toBeNull()
  expect(new Set(shownIds(one, at)).size).toBe(2)
})

const base = { prompt: 'x', explanation: '', points: 1 }
describe('several choices', () => {
  const several: Question = {
    kind: 'several',
    ...base,
    options: ['a', 'b', 'c', 'd'].map((id, at) => ({ id, text: id, right: at < 2 })),
  }
  test.each([
    [['a', 'b'], 1],
    [['a'], 0.5],
    [['a', 'c'], 0],
    [['a', 'b', 'c'], 0.5],
    [['a', 'b', 'c', 'd'], 0],
    [['c'], 0],
    [[], 0],
  ])('%j has %d', (picks, share) => expect(shareRight(several, { kind: 'several', picks })).toBe(share))
})

describe('typed texts', () => {
  const text = (accepted: string[]): Question => ({ kind: 'text', ...base, accepted })
  test.each([
    ['Zürich', ' ZURICH ', 1],
    ['हिंदी', 'हिन्दी', 1],
    ['चाँद', 'चांद', 1],
    ['हज़ार', 'हजार', 1],
    ['new delhi', 'New   Delhi', 1],
    ['cat', 'cats', 0],
    ['cat', '', 0],
  ])('%s accepts "%s": %d', (accepted, typed, share) =>
    expect(shareRight(text([accepted]), { kind: 'text', text: typed } satisfies KeptAnswer)).toBe(share),
  )
})

describe('numbers', () => {
  const number = (value: number, tolerance: number, units: string[] = []): Question => ({
    kind: 'number',
    ...base,
    value,
    tolerance,
    units,
  })
  test.each([
    ['3', 3],
    ['3.50', 3.5],
    ['3,5', 3.5],
    ['1,00,000', 100000],
    ['100,000.5', 100000.5],
    ['-2', -2],
    ['−2', -2],
    ['१२.५', 12.5],
    ['6.02e23', 6.02e23],
    [' 1 000 ', 1000],
    ['.5', 0.5],
    ['x', null],
    ['', null],
    ['1e999', null],
  ])('"%s" is %s', (typed, value) => expect(readNumber(typed)?.value ?? null).toBe(value))

  test.each([
    [number(0.3, 0), '0.3', 1],
    [number(0.2, 0.1), '0.3', 1],
    [number(10, 0.5), '10.5', 1],
    [number(10, 0.5), '10.51', 0],
    [number(9.8, 0.1, ['m/s²', 'm/s^2']), '9.81 m/s²', 1],
    [number(9.8, 0.1, ['m/s²', 'm/s^2']), '9.81 m/s2', 1],
    [number(9.8, 0.1, ['m/s²', 'm/s^2']), '9.81 m/s^2', 1],
    [number(9.8, 0.1, ['m/s²']), '9.81', 0],
    [number(9.8, 0.1, ['mW']), '9.81 MW', 0],
    [number(9.8, 0.1), '9.81 m', 0],
    [number(5, 0), '5e', 0],
    [number(5, 0), 'NaN', 0],
    [number(5, 0), 'Infinity', 0],
  ])('%j accepts "%s": %d', (one, typed, share) => expect(shareRight(one, { kind: 'number', text: typed })).toBe(share))
})

test('a wrong answer costs its part, a missing one nothing', () => {
  const truth: Question = { kind: 'truth', ...base, points: 3, right: true }
  expect(marksOf(truth, { kind: 'truth', value: false }, 25)).toBe(-75)
  expect(marksOf(truth, { kind: 'truth', value: false }, 0)).toBe(0)
  expect(marksOf(truth, null, 25)).toBe(0)
})
