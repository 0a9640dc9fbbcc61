import { type AnswerState, answerStates, type ClosedReason, type Rubric } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import {
  type Act,
  attemptInHand,
  decideMarks,
  distinctNames,
  finalMarks,
  isInAttempt,
  lateDays,
  nextState,
  percentOff,
  whyClosed,
} from './rules.ts'

const acts = ['save', 'hand-in', 'withdraw', 'returned', 'accepted'] as const satisfies Act[]

describe('the state of an answer', () => {
  const table: Record<AnswerState, readonly (AnswerState | null)[]> = {
    //          save        hand in      withdraw  returned    accepted
    draft: ['draft', 'handed-in', null, null, null],
    'handed-in': [null, null, 'draft', 'returned', 'accepted'],
    returned: ['returned', 'handed-in', null, 'returned', 'accepted'],
    accepted: [null, null, null, null, 'accepted'],
  }
  test.each(answerStates.flatMap((state) => acts.map((act, at) => [state, act, table[state][at] ?? null] as const)))(
    '%s, %s: %s',
    (state, act, next) => expect(nextState(state, act, 1)).toBe(next),
  )
  test('is again what it was before, when it is withdrawn the second time', () =>
    expect(nextState('handed-in', 'withdraw', 2)).toBe('returned'))
  test('says which attempt is being written, or waits', () =>
    expect(answerStates.map((state) => attemptInHand({ state, attempt: 2 }))).toEqual([3, 2, 3, 2]))
})

describe('late', () => {
  const due = new Date('2026-11-27T18:30:00.000Z')
  const day = 24 * 3600 * 1000
  test.each([
    ['a day before', -day, 0],
    ['to the millisecond in time', 0, 0],
    ['1 ms after', 1, 1],
    ['a day after', day, 1],
    ['a day and 1 ms after', day + 1, 2],
    ['a year after', 365 * day, 365],
  ])('%s', (_name, ms, days) => expect(lateDays(due, new Date(due.getTime() + ms))).toBe(days))
  test('is nothing without a due time', () => expect(lateDays(null, due)).toBe(0))
  test.each([
    ['refused', 3, 0],
    ['marked', 3, 0],
    ['reduced', 0, 0],
    ['reduced', 3, 30],
    ['reduced', 365, 100],
  ] as const)('%s by %i days costs %i percent', (lateRule, days, off) =>
    expect(percentOff({ lateRule, latePercent: 10 }, days)).toBe(off),
  )
  test('marks are never negative, nor more than were given', () => {
    for (const off of [0, 1, 33, 50, 99, 100])
      for (const marks of [0, 1, 7, 100]) {
        const final = finalMarks(marks, off)
        expect(final).toBeGreaterThanOrEqual(0)
        expect(final).toBeLessThanOrEqual(marks)
        expect(final).toBe(Number(final.toFixed(2)))
      }
  })
})

describe('handing in', () => {
  const open = {
    state: 'draft',
    attempt: 0,
    maxAttempts: 2,
    lateRule: 'refused',
    lateDays: 0,
    isStudent: true,
    removed: false,
  } as const
  test.each<[string, Partial<Parameters<typeof whyClosed>[0]>, ClosedReason | null]>([
    ['a first draft', {}, null],
    ['one that came back', { state: 'returned', attempt: 1 }, null],
    ['one that waits', { state: 'handed-in', attempt: 1 }, 'waiting'],
    ['one that was accepted', { state: 'accepted', attempt: 1, lateDays: 3 }, 'accepted'],
    ['too often', { state: 'returned', attempt: 2 }, 'attempts'],
    ['too late', { lateDays: 1 }, 'late'],
    ['late where that is marked', { lateDays: 1, lateRule: 'marked' }, null],
    ['late where that costs marks', { lateDays: 400, lateRule: 'reduced' }, null],
    ['to a removed course', { removed: true }, 'removed'],
    ['by the educator', { isStudent: false, state: 'accepted' }, 'educator'],
  ])('%s', (_name, changes, reason) => expect(whyClosed({ ...open, ...changes })).toBe(reason))
})

const level = (id: string, points: number) => ({ id, title: id, description: '', points })
const rubric: Rubric = [
  { id: 'warp', title: 'Warp', description: '', levels: [level('low', 0), level('mid', 3), level('top', 6)] },
  { id: 'weft', title: 'Weft', description: '', levels: [level('no', 0), level('yes', 4)] },
]

describe('marks', () => {
  const given = { outcome: 'accepted', levels: {}, comments: {}, comment: '', marks: null } as const
  const withRubric = { rubric, maxMarks: 10 }
  const free = { rubric: [], maxMarks: 10 }
  test.each<[string, Parameters<typeof decideMarks>[0], Partial<Parameters<typeof decideMarks>[1]>, object]>([
    ['are the points of all levels', withRubric, { levels: { warp: 'mid', weft: 'yes' } }, { marks: 7 }],
    ['take no others beside a rubric', withRubric, { levels: { warp: 'top', weft: 'yes' }, marks: 999 }, { marks: 10 }],
    ['need each level to accept', withRubric, { levels: { warp: 'mid' } }, { problem: 'levels-missing' }],
    ['need no level to return', withRubric, { outcome: 'returned', comment: 'More' }, { marks: null }],
    ['need a comment to return', withRubric, { outcome: 'returned' }, { problem: 'no-comment' }],
    ['a comment on a criterion is one', withRubric, { outcome: 'returned', comments: { warp: 'No' } }, { marks: null }],
    ['of another criterion', withRubric, { levels: { sheen: 'top' } }, { problem: 'unknown-part' }],
    ['of a level of another criterion', withRubric, { levels: { warp: 'yes' } }, { problem: 'unknown-part' }],
    ['a comment on another criterion', withRubric, { comments: { sheen: 'x' } }, { problem: 'unknown-part' }],
    ['of an object’s own names', withRubric, { levels: { constructor: 'top' } }, { problem: 'unknown-part' }],
    ['are given freely', free, { marks: 10 }, { marks: 10 }],
    ['are never above the highest', free, { marks: 11 }, { problem: 'too-many' }],
    ['nor when it is returned', free, { outcome: 'returned', comment: 'x', marks: 11 }, { problem: 'too-many' }],
    ['are needed to accept', free, {}, { problem: 'marks-missing' }],
    ['are not needed to return', free, { outcome: 'returned', comment: 'x' }, { marks: null }],
  ])('%s', (_name, assignment, changes, decision) =>
    expect(decideMarks(assignment, { ...given, ...changes })).toEqual(decision),
  )
  test('of every choice of levels are at most the highest', () => {
    for (const warp of ['low', 'mid', 'top'])
      for (const weft of ['no', 'yes']) {
        const decision = decideMarks(withRubric, { ...given, levels: { warp, weft } })
        expect('marks' in decision && decision.marks).toBeLessThanOrEqual(10)
      }
  })
})

test('a file belongs to the attempts between its addition and its removal', () => {
  const inAttempts = (added_in: number, removed_in: number | null) =>
    [1, 2, 3, 4].filter((attempt) => isInAttempt({ added_in, removed_in }, attempt))
  expect([inAttempts(1, null), inAttempts(2, 4), inAttempts(3, null)]).toEqual([
    [1, 2, 3, 4],
    [2, 3],
    [3, 4],
  ])
})

test('files of one name get a number, whatever their case', () =>
  expect(distinctNames(['a.pdf', 'A.PDF', 'a (2).pdf', 'a.pdf', 'none', 'none'])).toEqual([
    'a.pdf',
    'A (2).PDF',
    'a (2) (2).pdf',
    'a (3).pdf',
    'none',
    'none (2)',
  ]))
