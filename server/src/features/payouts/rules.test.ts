import { describe, expect, test } from 'vitest'
import { csvOf } from '#core/csv.ts'
import { english, speak } from '#core/languages/language.ts'
import {
  type Candidate,
  decidePayout,
  decideReturn,
  last4Of,
  maskHolder,
  problemOfCanceled,
  sayProblem,
  sharesOf,
} from './rules.ts'

const now = new Date('2026-11-23T12:00:00Z')
const fit: Candidate = { amount: 500, payable: 500, active: true, account: { pausedUntil: null, readable: true } }

test('the problem stored with a payout is shown in the language of its reader; words of an admin or the bank are not translated', () => {
  const hindi = speak('hi')
  const canceled = problemOfCanceled('wrong month')
  expect(sayProblem(canceled, english)).toBe('The run was canceled: wrong month')
  expect(sayProblem(canceled, hindi)).toMatch(/[\u0900-\u097f].*wrong month/)
  expect(sayProblem(decidePayout({ ...fit, account: null }, now) ?? '', hindi)).toMatch(/[\u0900-\u097f]/)
  expect(sayProblem('account closed', hindi)).toBe('account closed')
})

describe('a planned payout', () => {
  test('is sent when its amount is still payable', () => {
    expect(decidePayout(fit, now)).toBeNull()
    expect(decidePayout({ ...fit, payable: 501 }, now)).toBeNull()
    expect(decidePayout({ ...fit, account: { pausedUntil: now, readable: true } }, now)).toBeNull()
  })

  test.each<[string, Partial<Candidate>, RegExp]>([
    ['less is payable', { payable: 499 }, /not payable/],
    ['the account is suspended', { active: false }, /suspended/],
    ['there are no bank details', { account: null }, /no bank details/],
    ['they are new', { account: { pausedUntil: new Date(now.getTime() + 1), readable: true } }, /changed/],
    ['they cannot be decrypted', { account: { pausedUntil: null, readable: false } }, /decrypted/],
  ])('is left out when %s', (_name, changes, why) => expect(decidePayout({ ...fit, ...changes }, now)).toMatch(why))

  test.each([
    ['planned', 'refused'],
    ['left-out', 'refused'],
    ['sent', 'return'],
    ['paid', 'return'],
    ['returned', 'unchanged'],
  ] as const)('that is %s: a return by the bank is %s', (status, decision) =>
    expect(decideReturn(status)).toBe(decision),
  )
})

test.each([
  [
    { owed: 1000, held: 400, payable: 600 },
    { held: 400, payable: 600, debt: 0 },
  ],
  [
    { owed: -300, held: 0, payable: 0 },
    { held: 0, payable: 0, debt: 300 },
  ],
  [
    { owed: 100, held: 400, payable: 0 },
    { held: 400, payable: 0, debt: 300 },
  ],
  [
    { owed: 100, held: -50, payable: 100 },
    { held: 0, payable: 100, debt: 0 },
  ],
])('a balance of %j is shown as %j, which adds up to what is owed', (balance, shown) => {
  expect(sharesOf(balance)).toEqual(shown)
  expect(shown.held + shown.payable - shown.debt).toBe(balance.owed)
})

test('bank details are shown masked', () => {
  expect(maskHolder('  Asha   Lakshmi Iyer ')).toBe('A••• L••• I•••')
  expect(maskHolder('𝒜sha')).toBe('𝒜•••')
  expect(last4Of('123456789')).toBe('6789')
})

describe('a table', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "' =1"],
    ['A\r\n=1', 'A =1'],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['A, B', '"A, B"'],
    ['A "B"', '"A ""B"""'],
    ['A=1', 'A=1'],
    [-1.5, '-1.5'],
    ['One; =1+1', "One;' =1+1"],
    ['One;-1', "One;'-1"],
    ['a-b; c+d', 'a-b; c+d'],
  ])('holds %j as %j', (cell, text) => expect(csvOf([[cell]])).toBe(`${text}\r\n`))
})
