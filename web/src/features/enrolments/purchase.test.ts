import { ApiError, type CheckoutConfirmation } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import type { CheckoutEvents, Order } from './checkout.ts'
import { type PurchaseEvent, type PurchaseSteps, purchase } from './purchase.ts'

const order: Order = {
  id: 'order_1',
  amount: 49900,
  currency: 'INR',
  courseId: 'c1',
  enrolled: false,
  key: 'key_1',
  checkoutDriver: 'razorpay',
  checkoutScript: '/checkout.js',
}
const payment: CheckoutConfirmation = { orderId: 'order_1', paymentId: 'pay_1', signature: 's' }

/** A purchase whose checkout is controlled by the test through `checkout`. */
async function run(changes: Partial<PurchaseSteps> = {}, answer: Order = order) {
  const events: PurchaseEvent[] = []
  const verified: CheckoutConfirmation[] = []
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
  await purchase('c1', steps, (one) => events.push(one))
  const checkout = (): CheckoutEvents => {
    if (!opened) throw new Error('The checkout was not opened')
    return opened
  }
  return { events, verified, checkout, opened: () => opened !== undefined }
}

const refused =
  (status: number, message = 'You are already enrolled in this course') =>
  async () => {
    throw new ApiError(status, status === 0 ? 'network' : 'already_enrolled', message)
  }

describe('purchase', () => {
  it('pays, verifies and passes on the server’s message', async () => {
    const { events, verified, checkout } = await run()
    await checkout().paid(payment)
    expect(verified).toEqual([payment])
    expect(events).toEqual([{ kind: 'verifying' }, { kind: 'enrolled', message: 'Enrolled' }])
  })

  it('hands the checkout what the server gave for its driver', async () => {
    const given: Order[] = []
    const openCheckout = async (one: Order) => void given.push(one)
    const checkoutData = { clientSecret: 'order_1_secret' }
    await run({ openCheckout }, { ...order, checkoutDriver: 'other', checkoutData })
    expect(given).toMatchObject([{ id: 'order_1', checkoutDriver: 'other', checkoutData }])
  })

  it('opens no checkout for a free course', async () => {
    const { events, opened } = await run({}, { ...order, amount: 0, enrolled: true })
    expect(opened()).toBe(false)
    expect(events).toMatchObject([{ kind: 'enrolled' }])
  })

  it('reports why there is no order', async () => {
    const createOrder = () => Promise.reject(new ApiError(403, 'only_students_enroll', 'Only students can enroll'))
    const { events } = await run({ createOrder })
    expect(events).toEqual([{ kind: 'notStarted', reason: { message: 'Only students can enroll', login: undefined } }])
  })

  it('takes a course that was bought elsewhere meanwhile as bought', async () => {
    const { events } = await run({ createOrder: refused(409) })
    expect(events).toEqual([{ kind: 'enrolled', message: 'You are already enrolled in this course' }])
  })

  it('says that there is nothing to pay instead of failing', async () => {
    const createOrder = async () => {
      throw new ApiError(400, 'nothing_to_pay', 'There is nothing to pay.')
    }
    expect((await run({ createOrder })).events).toEqual([{ kind: 'nothingToPay' }])
  })

  it('ends when the checkout cannot be loaded', async () => {
    const { events } = await run({ openCheckout: () => Promise.reject(new Error('blocked')) })
    expect(events).toEqual([{ kind: 'notStarted' }])
  })

  it('ends when the window is closed', async () => {
    const { events, checkout } = await run()
    checkout().dismissed()
    expect(events).toEqual([{ kind: 'dismissed' }])
  })

  it('verifies a payment made after a decline', async () => {
    const { events, checkout } = await run()
    checkout().failed('The bank declined')
    await checkout().paid(payment)
    expect(events.map(({ kind }) => kind)).toEqual(['declined', 'verifying', 'enrolled'])
  })

  it('verifies a payment that arrives after the window was closed', async () => {
    const { events, checkout } = await run()
    checkout().dismissed()
    await checkout().paid(payment)
    expect(events.at(-1)).toEqual({ kind: 'enrolled', message: 'Enrolled' })
  })

  it('takes a closing window after the payment for no dismissal, and a payment reported twice for one', async () => {
    const { events, verified, checkout } = await run()
    const first = checkout().paid(payment)
    checkout().dismissed()
    await Promise.all([first, checkout().paid(payment)])
    expect(verified).toHaveLength(1)
    expect(events.map(({ kind }) => kind)).toEqual(['verifying', 'enrolled'])
  })

  it('does not retry when the verification is rejected', async () => {
    let asked = 0
    const verify = async () => {
      asked++
      throw new ApiError(400, 'payment_not_verified', 'Payment verification failed.')
    }
    const { events, checkout } = await run({ verify })
    await checkout().paid(payment)
    expect(asked).toBe(1)
    expect(events.at(-1)).toMatchObject({ kind: 'notVerified' })
  })

  it('retries while the server cannot be reached, then gives up', async () => {
    let asked = 0
    const failing = (times: number) => async () => {
      asked++
      if (asked <= times) throw new ApiError(0, 'network', 'offline')
      return { message: 'Enrolled' }
    }
    const lucky = await run({ verify: failing(2) })
    await lucky.checkout().paid(payment)
    expect(lucky.events.at(-1)).toEqual({ kind: 'enrolled', message: 'Enrolled' })
    asked = 0
    const unlucky = await run({ verify: failing(9) })
    await unlucky.checkout().paid(payment)
    expect(asked).toBe(3)
    expect(unlucky.events.at(-1)).toMatchObject({ kind: 'notVerified' })
  })
})
