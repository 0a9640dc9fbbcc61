import { ApiError, type CheckoutConfirmation } from '@virtual-courses/contract'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import type { CheckoutEvents, Order } from './checkout.ts'

/** The side effects of a purchase; tests replace them. */
export type PurchaseSteps = {
  createOrder(courseId: string | null): Promise<Order>
  openCheckout(order: Order, events: CheckoutEvents): Promise<void>
  verify(confirmation: CheckoutConfirmation, order: Order): Promise<{ message: string }>
  wait(milliseconds: number): Promise<void>
}

/** How a purchase ended, or what happened on the way. Each is reported once, as it happens. */
export type PurchaseEvent =
  /** `message` is the server's; a free course needs no payment that it could confirm */
  | { kind: 'enrolled'; message?: string }
  /** no order, or no checkout; `reason` is the server's sentence, if it gave one */
  | { kind: 'notStarted'; reason?: Failure }
  /** no order was open */
  | { kind: 'nothingToPay' }
  /** the provider declined; its window stays open and the payer may try again */
  | { kind: 'declined'; reason?: string }
  | { kind: 'dismissed' }
  | { kind: 'verifying' }
  | { kind: 'notVerified'; reason?: Failure }

const retries = [1000, 3000]

/** The payment is made: a lost connection must not lose the enrolment, so the request is repeated while the server cannot be reached. */
async function verifyWithRetries(
  steps: PurchaseSteps,
  confirmation: CheckoutConfirmation,
  order: Order,
): Promise<{ message: string }> {
  for (const pause of retries) {
    try {
      return await steps.verify(confirmation, order)
    } catch (error) {
      const temporary = error instanceof ApiError && (error.status === 0 || error.status >= 502)
      if (!temporary) throw error
      await steps.wait(pause)
    }
  }
  return steps.verify(confirmation, order)
}

const reasonOf = (error: unknown): { reason?: Failure } =>
  error instanceof ApiError && error.code !== 'internal' ? { reason: failureOf(error, '') } : {}

/**
 * Buys a course: order, checkout, verification (specification, section 4 "Payment"). Reports what happens; resolves when
 * the checkout is open or nothing more will come. A payment is verified even if the window was dismissed before.
 */
export async function purchase(
  courseId: string | null,
  steps: PurchaseSteps,
  report: (event: PurchaseEvent) => void,
): Promise<void> {
  let paid = false
  try {
    const order = await steps.createOrder(courseId)
    if (order.enrolled || order.amount === 0) {
      report({ kind: 'enrolled' })
      return
    }
    await steps.openCheckout(order, {
      async paid(confirmation) {
        if (paid) return
        paid = true
        report({ kind: 'verifying' })
        try {
          report({ kind: 'enrolled', message: (await verifyWithRetries(steps, confirmation, order)).message })
        } catch (error) {
          report({ kind: 'notVerified', ...reasonOf(error) })
        }
      },
      failed: (reason) => report({ kind: 'declined', ...(reason && { reason }) }),
      // some windows say "dismissed" as they close after a payment, too
      dismissed: () => paid || report({ kind: 'dismissed' }),
    })
  } catch (error) {
    // bought elsewhere meanwhile: what was wanted is there
    if (error instanceof ApiError && error.code === 'already_enrolled' && courseId !== null) {
      report({ kind: 'enrolled', message: error.message })
      return
    }
    if (error instanceof ApiError && error.code === 'nothing_to_pay') report({ kind: 'nothingToPay' })
    else report({ kind: 'notStarted', ...reasonOf(error) })
  }
}
