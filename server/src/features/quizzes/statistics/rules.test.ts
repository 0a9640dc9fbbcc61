import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addAttempt, discriminationOf, mostOf, noSums } from './rules.ts'

type Attempt = { marks: number; others: number }
const sumsOf = (attempts: readonly Attempt[]) =>
  attempts.reduce((sums, one) => addAttempt(sums, { ...one, points: 1, otherPoints: 10 }), noSums)
const attempt = fc.record({ marks: fc.constantFrom(0, 1), others: fc.integer({ min: 0, max: 10 }) })

describe('discrimination', () => {
  test('is 1 where those who have it right have all others right, and −1 where none of them has', () => {
    const good = [...Array(5).fill({ marks: 1, others: 10 }), ...Array(5).fill({ marks: 0, others: 0 })]
    expect(discriminationOf(sumsOf(good))).toBeCloseTo(1)
    expect(discriminationOf(sumsOf(good.map(({ marks, others }) => ({ marks: 1 - marks, others }))))).toBeCloseTo(-1)
  })

  test('is the point-biserial correlation for questions that are right or wrong', () => {
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 10, maxLength: 60 }), (attempts) => {
        const of = (right: number) => attempts.filter(({ marks }) => marks === right).map(({ others }) => others / 10)
        const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
        const [all, rights, wrongs] = [attempts.map(({ others }) => others / 10), of(1), of(0)]
        const deviation = Math.sqrt(mean(all.map((one) => (one - mean(all)) ** 2)))
        const got = discriminationOf(sumsOf(attempts))
        if (rights.length === 0 || wrongs.length === 0 || deviation < 1e-4) {
          expect(got).toBeNull()
          return
        }
        const share = rights.length / attempts.length
        expect(got).toBeCloseTo(((mean(rights) - mean(wrongs)) / deviation) * Math.sqrt(share * (1 - share)))
      }),
    )
  })

  test('is nothing where all attempts are alike, and for a question that is alone', () => {
    expect(discriminationOf(sumsOf(Array(20).fill({ marks: 1, others: 4 })))).toBeNull()
    const alone = [0, 1, 1].reduce(
      (sums, marks) => addAttempt(sums, { marks, points: 1, others: 0, otherPoints: 0 }),
      noSums,
    )
    expect(discriminationOf(alone)).toBeNull()
    expect(discriminationOf(noSums)).toBeNull()
  })
})

test('the answer that most have given is counted without case and spaces', () => {
  const fold = (text: string) => text.trim().toLowerCase()
  const answers = [
    { text: 'Paris', attempts: 2 },
    { text: 'Rome', attempts: 3 },
    { text: ' paris', attempts: 2 },
    { text: ' ', attempts: 9 },
  ]
  expect(mostOf(answers, fold)).toEqual({ text: 'Paris', attempts: 4 })
  expect(mostOf([], fold)).toBeNull()
})
