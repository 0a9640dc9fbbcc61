import { api as calls, confirmationFields, type Viewer } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { openCheckout } from './checkout.ts'
import { type PurchaseEvent, purchase } from './purchase.ts'

/** A bundle in place of a course, and the code of a coupon. */
export type PurchaseExtra = { bundleId?: string; coupon?: string | undefined }

/** A purchase by this user, with the real API and the real checkout. */
export function runPurchase(
  courseId: string | null,
  user: Viewer,
  report: (event: PurchaseEvent) => void,
  extra: PurchaseExtra = {},
): Promise<void> {
  const userId = user._id
  return purchase(
    courseId,
    {
      createOrder: (id) => browserApi(calls.enrolments.createOrder, { body: { courseId: id, userId, ...extra } }),
      openCheckout: (order, events) => openCheckout(order, { name: user.name, email: user.email }, events),
      verify: (confirmation, order) =>
        browserApi(calls.enrolments.verifyPayment, {
          body: { ...confirmationFields(confirmation), courseId: order.courseId, userId },
        }),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
    report,
  )
}
