import { describe, expect, test } from 'vitest'
import { orderLifetimeMs } from '../rules.ts'
import { type Decision, decide, type Facts, mayBook, type Step } from './decide.ts'

const made = new Date('2026-11-01T10:00:00Z')
const after = (ms: number): Date => new Date(made.getTime() + ms)

const order = { status: 'created', amount: 100, paymentId: null, createdAt: made, sold: false, bundle: false } as const
const payment = { id: 'p', amount: 100, currency: 'INR', refunded: 0 }
const item = (courseId: string, amount: number) => ({ courseId, educatorId: 'e', list: amount, amount })
const one = new Set(['a'])
const reserved = { keepsUse: true, items: [item('a', 100)], enrolled: one }
/** The first payment of an order of one course, soon after it was made. */
const first: Facts = { order, payment, now: after(1), buyer: true, courses: one, paymentUsed: false, reserved }

const bundleItems = [item('a', 40), item('b', 60)]
const bundle: Facts = {
  ...first,
  order: { ...order, bundle: true },
  courses: new Set(['a', 'b']),
  reserved: { ...reserved, items: bundleItems, enrolled: new Set(['a', 'b']) },
}

const move = (to: 'paid' | 'expired' | 'refund_pending'): Step => ({ step: 'move', to, books: to !== 'expired' })
const refund = (reason: 'admin' | 'extra' | 'expired' | 'withdrawn'): Step => ({ step: 'refund', reason })
const refunding = (...steps: Step[]): Decision => ({ outcome: 'refunding', steps })
const enrolled = (...steps: Step[]): Decision => ({ outcome: 'enrolled', steps })
const mismatch: Decision = { problem: 'amount_mismatch' }
const late = (reason: 'expired' | 'withdrawn') => refunding(move('expired'), move('refund_pending'), refund(reason))

describe('a captured payment', () => {
  test.each<[string, Facts, Decision]>([
    ['of the right amount is a sale', first, enrolled(move('paid'), { step: 'sell', back: null })],
    [
      'is accepted until the end of the last day',
      { ...first, now: after(orderLifetimeMs - 1) },
      enrolled(move('paid'), { step: 'sell', back: null }),
    ],
    ['of another amount is not a sale', { ...first, payment: { ...payment, amount: 99 } }, mismatch],
    ['of a higher amount is not a sale', { ...first, payment: { ...payment, amount: 101 } }, mismatch],
    ['of ₹0 is not a sale', { ...first, payment: { ...payment, amount: 0 } }, mismatch],
    ['of 100 US cents is not of 100 paise', { ...first, payment: { ...payment, currency: 'USD' } }, mismatch],
    ['of another order is refused', { ...first, paymentUsed: true }, { problem: 'payment_already_used' }],
    ['after the order has expired is refunded', { ...first, now: after(orderLifetimeMs) }, late('expired')],
    [
      'for an order that was marked as expired is refunded',
      { ...first, order: { ...order, status: 'expired' } },
      refunding(move('refund_pending'), refund('expired')),
    ],
    [
      'that was refunded in part before it was booked is no sale, and its rest goes back',
      { ...first, payment: { ...payment, refunded: 1 } },
      refunding(move('refund_pending'), refund('admin')),
    ],
    [
      'that was refunded in part after it was booked stays a sale',
      {
        ...first,
        order: { ...order, status: 'paid', paymentId: 'p', sold: true },
        payment: { ...payment, refunded: 1 },
      },
      { outcome: 'settled', steps: [] },
    ],
    ['for a deleted account is refunded', { ...first, buyer: false }, late('withdrawn')],
    ['for a deleted course is refunded', { ...first, courses: new Set() }, late('withdrawn')],
    [
      'is refunded when its coupon has been used up by others',
      { ...first, reserved: { ...reserved, keepsUse: false } },
      late('expired'),
    ],
    [
      'for a course that the buyer has from another order is refunded',
      { ...first, reserved: { ...reserved, enrolled: new Set() } },
      refunding(move('refund_pending'), refund('extra')),
    ],
  ])('%s', (_what, facts, decision) => {
    expect(decide(facts)).toEqual(decision)
  })

  test.each(['paid', 'refund_pending', 'partly_refunded', 'refunded', 'disputed'] as const)(
    'that was already booked changes nothing, and a second one is refunded: the order is %s',
    (status) => {
      const sold = { ...order, status, paymentId: 'p', sold: true }
      expect(decide({ ...first, order: sold, reserved: null })).toEqual({ outcome: 'settled', steps: [] })
      const second = { ...first, order: { ...sold, paymentId: 'q' }, reserved: null }
      expect(decide(second)).toEqual(refunding(refund('extra')))
    },
  )

  test('that could not be booked is refunded once', () => {
    const facts = { ...first, order: { ...order, status: 'refunded' as const, paymentId: 'p' }, reserved: null }
    expect(decide(facts)).toEqual(refunding())
  })
})

describe('a payment of a bundle', () => {
  const sell = (amounts: number[], reason: 'extra' | 'withdrawn'): Step => ({ step: 'sell', back: { amounts, reason } })
  const ofBundle = (changes: Partial<Facts>, ids: string[]): Facts => ({
    ...bundle,
    ...changes,
    reserved: { keepsUse: true, items: bundleItems, enrolled: new Set(ids) },
  })
  test.each<[string, Facts, Decision]>([
    ['is a sale of all of it', bundle, enrolled(move('paid'), { step: 'sell', back: null })],
    [
      'refunds the share of a course that the buyer already has, and leaves it out',
      ofBundle({}, ['a']),
      enrolled({ step: 'leaveOut', courseIds: ['b'] }, move('paid'), sell([0, 60], 'extra')),
    ],
    [
      'refunds the share of a course that was deleted',
      ofBundle({ courses: new Set(['b']) }, ['b']),
      enrolled(move('paid'), sell([40, 0], 'withdrawn')),
    ],
    [
      'is refunded when the buyer has all courses',
      ofBundle({}, []),
      refunding(move('refund_pending'), refund('extra')),
    ],
    ['is refunded when all courses were deleted', ofBundle({ courses: new Set() }, []), late('withdrawn')],
  ])('%s', (_what, facts, decision) => {
    expect(decide(facts)).toEqual(decision)
  })
})

test('an order reserves what it needs only when its payment may be booked', () => {
  const others: Facts[] = [
    { ...first, payment: { ...payment, amount: 99 } },
    { ...first, order: { ...order, paymentId: 'p' } },
    { ...first, order: { ...order, paymentId: 'q' } },
    { ...first, order: { ...order, status: 'expired' } },
    { ...first, now: after(orderLifetimeMs) },
    { ...first, buyer: false },
    { ...first, courses: new Set() },
    { ...first, paymentUsed: true },
  ]
  expect([first, bundle].map(mayBook)).toEqual([true, true])
  expect(others.filter(mayBook)).toEqual([])
  expect(() => decide({ ...first, reserved: null })).toThrow('Nothing was reserved')
})
