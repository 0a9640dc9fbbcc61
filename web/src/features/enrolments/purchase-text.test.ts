import type { Purchase } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { explain, stateOf } from './purchase-text.ts'

const course = { _id: 'c', title: 'SQL', category: null, thumbnail: '', enrolled: true }
const order: Purchase = {
  _id: 'o',
  createdAt: '2026-11-23T10:00:00Z',
  status: 'paid',
  title: 'SQL',
  bundleId: null,
  courses: [course],
  amount: 499,
  listAmount: 499,
  coupon: '',
  refunded: 0,
  payable: false,
  paymentId: 'pay_1',
  refunds: [],
  invoices: [],
  refund: {
    may: true,
    amount: 499,
    stays: 0,
    staysFor: [],
    until: '2026-11-30T10:00:00Z',
    why: '',
    watchedPercent: 0,
    limitPercent: 20,
  },
}
const refund = { amount: 499, status: 'sent', reason: 'withdrawal', createdAt: order.createdAt } as const

describe('the state of a purchase', () => {
  it.each<[Partial<Purchase>, string, RegExp]>([
    [{}, 'Paid', /^$/],
    [{ amount: 0 }, 'Free', /^$/],
    [{ status: 'created', payable: true }, 'Not paid', /nothing was charged/],
    [{ status: 'created' }, 'Closed', /can no longer be paid/],
    [{ status: 'created', courses: [course, { ...course, enrolled: false }] }, 'Closed', /enrols you in the rest/],
    [{ status: 'expired' }, 'Expired', /comes back by itself/],
    [{ status: 'refund_pending', refunded: 499, refunds: [refund] }, 'Refund on its way', /^Your refund of ₹499 is on/],
    [
      { status: 'refund_pending', refunded: 499, refunds: [{ ...refund, status: 'failed' }] },
      'Refund on its way',
      /₹499 is delayed/,
    ],
    // money that was never booked comes back too
    [{ status: 'refund_pending', refunds: [{ ...refund, reason: 'extra' }] }, 'Refund on its way', /₹499/],
    [{ status: 'refunded', refunded: 499 }, 'Refunded', /^₹499 went back/],
    [{ status: 'refunded' }, 'Refunded', /^₹499 went back/],
    [{ status: 'partly_refunded', refunded: 100 }, 'Partly refunded', /₹100 of ₹499 .* keep the course\.$/],
    [{ status: 'disputed' }, 'Disputed', /Your bank/],
  ])('of %j is %s', (changes, name, text) => {
    const changed = { ...order, ...changes }
    expect(english._(stateOf(changed).name)).toBe(name)
    expect(
      explain(changed)
        .map((sentence) => english._(sentence))
        .join(' '),
    ).toMatch(text)
  })
})
