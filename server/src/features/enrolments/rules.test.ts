import { describe, expect, test } from 'vitest'
import type { OrderStatus } from '#db/schema.ts'
import { claimMs, decidePurchase, decideResumption, decideSettlement, mayBecome, orderLifetimeMs } from './rules.ts'

const student = { id: 's', role: 'student' as const }
const offer = { creatorId: 'e', published: true, pricePaise: 49_900 }

describe('decidePurchase', () => {
  test('a student buys a published course for its price', () => {
    expect(decidePurchase(student, offer, false)).toEqual({ ok: true, amount: 49_900 })
  })
  test.each([0, 100])('a price of %i paise can be ordered', (pricePaise) => {
    expect(decidePurchase(student, { ...offer, pricePaise }, false)).toEqual({ ok: true, amount: pricePaise })
  })
  test.each([1, 50, 99])('a price of %i paise cannot be ordered', (pricePaise) => {
    expect(decidePurchase(student, { ...offer, pricePaise }, false)).toEqual({ problem: 'price_out_of_range' })
  })
  test.each([
    ['a draft does not exist', student, { ...offer, published: false }, false, 'not_found'],
    ['nor does a course without a price', student, { ...offer, pricePaise: null }, false, 'not_found'],
    ['nor one that is not there', student, undefined, false, 'not_found'],
    ['no one buys twice', student, offer, true, 'already_enrolled'],
    ['an educator does not buy', { id: 'x', role: 'educator' as const }, offer, false, 'only_students_enroll'],
    ['an admin does not buy', { id: 'x', role: 'admin' as const }, offer, false, 'only_students_enroll'],
    ['no one buys their own', { id: 'e', role: 'educator' as const }, offer, false, 'own_course'],
  ])('%s', (_name, buyer, what, enrolled, problem) => {
    expect(decidePurchase(buyer, what, enrolled)).toEqual({ problem })
  })
})

const made = new Date('2026-11-20T10:00:00Z')
const after = (ms: number) => new Date(made.getTime() + ms)

describe('the status of an order', () => {
  const statuses: OrderStatus[] = ['created', 'paid', 'refund_due', 'refunded', 'expired', 'failed']
  const allowed = [
    'created > paid',
    'created > refund_due',
    'created > expired',
    'created > failed',
    'expired > refund_due',
    'failed > refund_due',
    'paid > refunded',
    'refund_due > refunded',
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
    ['not when it is too old', open, 100, orderLifetimeMs, 'replace'],
    ['nor at another price', open, 101, 1, 'replace'],
    ['one that is being opened is waited for', claimed, 100, claimMs - 1, 'wait'],
    ['but not for ever', claimed, 100, claimMs, 'claim'],
    ['one that no one is opening is claimed', { ...claimed, claimedAt: null }, 100, 1, 'claim'],
    ['one that is opened at another price is replaced', claimed, 101, 1, 'replace'],
  ])('%s', (_name, order, amount, ms, decision) => {
    expect(decideResumption(order, amount, after(ms))).toBe(decision)
  })
})

describe('decideSettlement', () => {
  const open = { status: 'created' as const, amount: 100, paymentId: null, createdAt: made, open: true }
  const payment = { id: 'p', amount: 100, currency: 'INR' }
  const soon = after(1)
  test('books the first payment of the right amount', () =>
    expect(decideSettlement(open, payment, after(orderLifetimeMs - 1))).toBe('book'))
  test('repeating changes nothing', () =>
    expect(decideSettlement({ ...open, status: 'paid', paymentId: 'p' }, payment, soon)).toBe('settled'))
  test('a second payment is refunded', () =>
    expect(decideSettlement({ ...open, status: 'paid', paymentId: 'q' }, payment, soon)).toBe('extra'))
  test('a payment is refunded once', () =>
    expect(decideSettlement({ ...open, status: 'refunded', paymentId: 'p' }, payment, soon)).toBe('refunding'))
  test('money for an order that was marked as expired, or failed, is late', () =>
    expect(
      (['expired', 'failed'] as const).map((status) => decideSettlement({ ...open, status }, payment, soon)),
    ).toEqual(['late', 'late']))
  test('so is a payment of one that has not been marked yet', () =>
    expect(decideSettlement(open, payment, after(orderLifetimeMs))).toBe('late'))
  test('and one for an account or a course that was deleted', () =>
    expect(decideSettlement({ ...open, open: false }, payment, soon)).toBe('late'))
  test.each([99, 101, 0])('an amount of %i is not 100', (amount) =>
    expect(decideSettlement(open, { ...payment, amount }, soon)).toEqual({ problem: 'amount_mismatch' }),
  )
  test('100 US cents are not 100 paise', () =>
    expect(decideSettlement(open, { ...payment, currency: 'USD' }, soon)).toEqual({ problem: 'amount_mismatch' }))
})
