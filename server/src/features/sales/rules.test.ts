import { describe, expect, test } from 'vitest'
import { english, type Sentence } from '#core/languages/language.ts'
import type { OrderStatus } from '#db/schema.ts'
import {
  claimMs,
  decideChosenRefund,
  decideLostDispute,
  decidePurchase,
  decideRefund,
  decideResumption,
  decideWithdrawal,
  mayBecome,
  orderLifetimeMs,
  settledStatus,
} from './rules.ts'

const student = { id: 's', role: 'student' as const }
const offer = { creatorId: 'e', published: true, pricePaise: 49_900 }

/** Formats the reason of a decision as text. */
const said = (decision: object | { why: Sentence }) =>
  'why' in decision ? { ...decision, why: english(decision.why) } : decision

describe('decidePurchase', () => {
  test('a student buys a published course for its price', () => {
    expect(decidePurchase(student, offer, false)).toEqual({ ok: true, amount: 49_900, educatorId: 'e' })
  })
  test.each([0, 100])('a price of %i paise can be ordered', (pricePaise) => {
    expect(decidePurchase(student, { ...offer, pricePaise }, false)).toEqual({
      ok: true,
      amount: pricePaise,
      educatorId: 'e',
    })
  })
  test.each([1, 50, 99])('a price of %i paise cannot be ordered', (pricePaise) => {
    expect(decidePurchase(student, { ...offer, pricePaise }, false)).toEqual({ problem: 'price_out_of_range' })
  })
  test.each([
    ['a draft does not exist', student, { ...offer, published: false }, false, 'not_found'],
    ['a course without a price does not exist', student, { ...offer, pricePaise: null }, false, 'not_found'],
    ['a missing course does not exist', student, undefined, false, 'not_found'],
    ['a course cannot be bought twice', student, offer, true, 'already_enrolled'],
    ['an educator cannot buy', { id: 'x', role: 'educator' as const }, offer, false, 'only_students_enroll'],
    ['an admin cannot buy', { id: 'x', role: 'admin' as const }, offer, false, 'only_students_enroll'],
    ['educators cannot buy their own course', { id: 'e', role: 'educator' as const }, offer, false, 'own_course'],
  ])('%s', (_name, buyer, what, enrolled, problem) => {
    expect(decidePurchase(buyer, what, enrolled)).toEqual({ problem })
  })
})

const made = new Date('2026-11-20T10:00:00Z')
const after = (ms: number) => new Date(made.getTime() + ms)

describe('the status of an order', () => {
  const statuses: OrderStatus[] = [
    'created',
    'paid',
    'failed',
    'expired',
    'refund_pending',
    'refunded',
    'partly_refunded',
    'disputed',
  ]
  const allowed = [
    'created > paid',
    'created > refund_pending',
    'created > expired',
    'created > failed',
    'expired > refund_pending',
    'paid > refund_pending',
    'paid > disputed',
    'refund_pending > partly_refunded',
    'refund_pending > refunded',
    'refund_pending > disputed',
    'partly_refunded > refund_pending',
    'partly_refunded > disputed',
    'refunded > refund_pending',
    'refunded > disputed',
    'disputed > paid',
    'disputed > refund_pending',
    'disputed > partly_refunded',
    'disputed > refunded',
  ]
  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    expect(mayBecome(from, to)).toBe(allowed.includes(`${from} > ${to}`))
  })
})

describe('decideResumption', () => {
  const open = { amount: 100, createdAt: made, opened: true, claimedAt: null }
  const claimed = { ...open, opened: false, claimedAt: made }
  test.each([
    ['an open order is resumed', open, 100, orderLifetimeMs - 1, 'resume'],
    ['an order that is too old is replaced', open, 100, orderLifetimeMs, 'replace'],
    ['an open order at another price is replaced', open, 101, 1, 'replace'],
    ['an order that is being opened is waited for', claimed, 100, claimMs - 1, 'wait'],
    ['an order that has been opening for too long is claimed', claimed, 100, claimMs, 'claim'],
    ['an order that no request is opening is claimed', { ...claimed, claimedAt: null }, 100, 1, 'claim'],
    ['an order that is being opened at another price is replaced', claimed, 101, 1, 'replace'],
  ])('%s', (_name, order, amount, ms, decision) => {
    expect(decideResumption(order, amount, after(ms))).toBe(decision)
  })
})

describe('after a sale', () => {
  const sold = { status: 'paid' as const, amount: 49_900, refunded: 0 }
  const facts = { ...sold, soldAt: made, watched: 0, repeated: false, toWithhold: { amount: 0, bundles: [] } }
  const terms = { refundDays: 7, refundWatchedPercent: 20 }
  const days = (count: number) => after(count * 24 * 3600 * 1000)

  test.each([
    ['paid', { refunded: 0, pending: false, disputed: false }],
    ['refund_pending', { refunded: 100, pending: true, disputed: false }],
    ['partly_refunded', { refunded: 100, pending: false, disputed: false }],
    ['refunded', { refunded: 49_900, pending: false, disputed: false }],
    ['disputed', { refunded: 49_900, pending: true, disputed: true }],
  ])('an order is %s by its refunds and disputes', (status, state) => {
    expect(settledStatus({ amount: 49_900, ...state })).toBe(status)
  })

  test.each<[string, Parameters<typeof decideRefund>[0], number, string | null]>([
    ['all of it', sold, 49_900, null],
    ['a paisa', sold, 1, null],
    ['the rest', { ...sold, status: 'partly_refunded', refunded: 49_000 }, 900, null],
    ['more than the rest', { ...sold, status: 'partly_refunded', refunded: 49_000 }, 901, 'Only ₹9 '],
    ['nothing', sold, 0, 'at least ₹1'],
    ['less than nothing', sold, -1, 'at least ₹1'],
    ['half a paisa', sold, 0.5, 'at least ₹1'],
    ['during a pending refund', { ...sold, status: 'refund_pending' }, 1, 'on its way already'],
    ['what is disputed', { ...sold, status: 'disputed' }, 1, 'disputes this payment'],
    ['a refunded order', { ...sold, status: 'refunded' }, 1, 'refunded already'],
    ['an unpaid order', { ...sold, status: 'created' }, 1, 'not paid'],
    ['a gift', { ...sold, amount: 0 }, 0, 'was free'],
  ])('a refund of %s', (_what, order, amount, why) => {
    const decision = decideRefund(order, amount)
    if (why === null) expect(decision).toEqual({ ok: true })
    else expect(said(decision)).toEqual({ why: expect.stringContaining(why) })
  })

  test.each<[string, Parameters<typeof decideChosenRefund>[0], number, string | null]>([
    ['₹1', sold, 100, null],
    ['less than ₹1', sold, 99, 'at least ₹1'],
    ['all but ₹1', sold, 49_800, null],
    ['all but less', sold, 49_801, 'refund all ₹499.'],
    ['a rest below ₹1', { ...sold, status: 'partly_refunded', refunded: 49_850 }, 50, null],
    ['more than the rest', { ...sold, status: 'partly_refunded', refunded: 49_000 }, 901, 'Only ₹9 '],
    ['what is disputed', { ...sold, status: 'disputed' }, 50, 'disputes this payment'],
  ])('a refund of an amount that an admin chose: %s', (_what, order, amount, why) => {
    const decision = decideChosenRefund(order, amount)
    if (why === null) expect(decision).toEqual({ ok: true })
    else expect(said(decision)).toEqual({ why: expect.stringContaining(why) })
  })

  test.each<[string, Parameters<typeof decideWithdrawal>[0], Partial<typeof terms>, number, string | null]>([
    ['at once', facts, {}, 0, null],
    ['on the last day', facts, {}, 6.99, null],
    ['too late', facts, {}, 7, 'The 7 days for a refund are over.'],
    ['with a fifth watched', { ...facts, watched: 0.2 }, {}, 0, 'You have watched 20 % of it'],
    ['with less watched', { ...facts, watched: 0.199 }, {}, 0, null],
    ['on a site that allows no watched share', { ...facts, watched: 0.01 }, { refundWatchedPercent: 0 }, 0, '1 %'],
    ['on a site without refunds', facts, { refundDays: 0 }, 0, 'no refunds without its admins'],
    ['for the second time', { ...facts, repeated: true }, {}, 0, 'You refunded this course before'],
    ['while it is disputed', { ...facts, status: 'disputed' }, {}, 0, 'disputes this payment'],
  ])('a student refunds their purchase %s', (_what, given, changes, day, why) => {
    const decision = decideWithdrawal(given, { ...terms, ...changes }, days(day))
    if (why === null) expect(decision).toEqual({ may: true, amount: given.amount, until: days(7) })
    else expect(said(decision)).toEqual({ may: false, why: expect.stringContaining(why) })
  })

  test.each([
    ['the sale', 49_900, 0, 49_900, { pending: 0, back: 49_900 }],
    ['a pending refund, then the rest', 9900, 40_000, 49_900, { pending: 40_000, back: 9900 }],
    ['nothing left: a loss', 0, 0, 49_900, { pending: 0, back: 0 }],
    ['less than the pending refund', 9900, 40_000, 5000, { pending: 0, back: 5000 }],
  ])('a lost dispute takes back %s', (_what, left, pending, deducted, expected) => {
    expect(decideLostDispute(left, pending, deducted)).toEqual(expected)
  })
})
