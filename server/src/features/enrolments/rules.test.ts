import { describe, expect, test } from 'vitest'
import { decidePurchase, decideSettlement } from './rules.ts'

const student = { id: 's', role: 'student' as const }
const offer = { creatorId: 'e', published: true, pricePaise: 49_900 }

describe('decidePurchase', () => {
  test('a student buys a published course for its price', () => {
    expect(decidePurchase(student, offer, false)).toEqual({ ok: true, amount: 49_900 })
  })
  test.each([
    ['a draft does not exist', student, { ...offer, published: false }, false, 'not_found'],
    ['nor does a course without a price', student, { ...offer, pricePaise: null }, false, 'not_found'],
    ['nor one that is not there', student, undefined, false, 'not_found'],
    ['nobody buys twice', student, offer, true, 'already_enrolled'],
    ['an educator does not buy', { id: 'x', role: 'educator' as const }, offer, false, 'only_students_enroll'],
    ['an admin does not buy', { id: 'x', role: 'admin' as const }, offer, false, 'only_students_enroll'],
    ['nobody buys his own', { id: 'e', role: 'educator' as const }, offer, false, 'own_course'],
  ])('%s', (_name, buyer, what, enrolled, refusal) => {
    expect(decidePurchase(buyer, what, enrolled)).toEqual({ refusal })
  })
})

describe('decideSettlement', () => {
  const open = { status: 'created', amount: 100, paymentId: null }
  test('books the first payment of the right amount', () =>
    expect(decideSettlement(open, { id: 'p', amount: 100 })).toBe('book'))
  test('repeating changes nothing', () =>
    expect(decideSettlement({ ...open, paymentId: 'p' }, { id: 'p', amount: 100 })).toBe('settled'))
  test('a second payment goes back', () =>
    expect(decideSettlement({ ...open, paymentId: 'p' }, { id: 'q', amount: 100 })).toBe('extra'))
  test.each([99, 101, 0])('an amount of %i is not 100', (amount) =>
    expect(decideSettlement(open, { id: 'p', amount })).toEqual({ refusal: 'amount_mismatch' }),
  )
})
