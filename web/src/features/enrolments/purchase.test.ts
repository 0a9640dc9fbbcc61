import { ApiError } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import type { CheckoutEvents, Order, Payment } from './checkout.ts'
import { type PurchaseNews, type PurchaseSteps, purchase } from './purchase.ts'

const order: Order = {
  id: 'order_1',
  amount: 49900,
  currency: 'INR',
  courseId: 'c1',
  enrolled: false,
  key: 'rzp_test_1',
  checkoutScript: '/checkout.js',
}
const payment: Payment = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 's' }

/** A purchase whose checkout is played by the test through `checkout`. */
async function run(changes: Partial<PurchaseSteps> = {}, answer: Order = order) {
  const news: PurchaseNews[] = []
  const verified: Payment[] = []
  let opened: CheckoutEvents | undefined
  const steps: PurchaseSteps = {
    createOrder: async () => answer,
    openCheckout: async (_order, events) => {
      opened = events
    },
    verify: async (paid) => {
      verified.push(paid)
      return { message: 'Enrolled' }
    },
    wait: async () => {},
    ...changes,
  }
  await purchase('c1', steps, (one) => news.push(one))
  const checkout = (): CheckoutEvents => {
    if (!opened) throw new Error('The checkout was not opened')
    return opened
  }
  return { news, verified, checkout, opened: () => opened !== undefined }
}

const refused =
  (status: number, message = 'You are already enrolled in this course') =>
  async () => {
    throw new ApiError(status, status === 0 ? 'network' : 'already_enrolled', message)
  }

describe('purchase', () => {
  it('pays, verifies and passes on what the server says', async () => {
    const { news, verified, checkout } = await run()
    await checkout().paid(payment)
    expect(verified).toEqual([payment])
    expect(news).toEqual([{ kind: 'verifying' }, { kind: 'enrolled', message: 'Enrolled' }])
  })

  it('opens no checkout for a free course', async () => {
    const { news, opened } = await run({}, { ...order, amount: 0, enrolled: true })
    expect(opened()).toBe(false)
    expect(news).toMatchObject([{ kind: 'enrolled' }])
  })

  it('says why there is no order', async () => {
    const { news } = await run({ createOrder: refused(409) })
    expect(news).toEqual([{ kind: 'notStarted', reason: 'You are already enrolled in this course' }])
  })

  it('ends when the checkout cannot be loaded', async () => {
    const { news } = await run({ openCheckout: () => Promise.reject(new Error('blocked')) })
    expect(news).toEqual([{ kind: 'notStarted' }])
  })

  it('ends when the window is closed', async () => {
    const { news, checkout } = await run()
    checkout().dismissed()
    expect(news).toEqual([{ kind: 'dismissed' }])
  })

  it('verifies a payment made after a decline', async () => {
    const { news, checkout } = await run()
    checkout().failed('The bank declined')
    await checkout().paid(payment)
    expect(news.map(({ kind }) => kind)).toEqual(['declined', 'verifying', 'enrolled'])
  })

  it('verifies a payment that arrives after the window was closed', async () => {
    const { news, checkout } = await run()
    checkout().dismissed()
    await checkout().paid(payment)
    expect(news.at(-1)).toEqual({ kind: 'enrolled', message: 'Enrolled' })
  })

  it('takes a closing window after the payment for no dismissal, and a payment told twice for one', async () => {
    const { news, verified, checkout } = await run()
    const first = checkout().paid(payment)
    checkout().dismissed()
    await Promise.all([first, checkout().paid(payment)])
    expect(verified).toHaveLength(1)
    expect(news.map(({ kind }) => kind)).toEqual(['verifying', 'enrolled'])
  })

  it('does not ask again when the verification is refused', async () => {
    let asked = 0
    const verify = async () => {
      asked++
      throw new ApiError(400, 'payment_not_verified', 'Payment verification failed.')
    }
    const { news, checkout } = await run({ verify })
    await checkout().paid(payment)
    expect(asked).toBe(1)
    expect(news.at(-1)).toMatchObject({ kind: 'notVerified' })
  })

  it('asks again while the server cannot be reached, then gives up', async () => {
    let asked = 0
    const failing = (times: number) => async () => {
      asked++
      if (asked <= times) throw new ApiError(0, 'network', 'offline')
      return { message: 'Enrolled' }
    }
    const lucky = await run({ verify: failing(2) })
    await lucky.checkout().paid(payment)
    expect(lucky.news.at(-1)).toEqual({ kind: 'enrolled', message: 'Enrolled' })
    asked = 0
    const unlucky = await run({ verify: failing(9) })
    await unlucky.checkout().paid(payment)
    expect(asked).toBe(3)
    expect(unlucky.news.at(-1)).toMatchObject({ kind: 'notVerified' })
  })
})
