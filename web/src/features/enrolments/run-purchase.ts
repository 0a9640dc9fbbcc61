import { api as calls, confirmationFields, type Viewer } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { renewAgreement, shownAgreement } from '#lib/session/agreement.ts'
import { openCheckout } from './checkout.ts'
import { type PurchaseEvent, purchase } from './purchase.ts'

/** A bundle in place of a course, and the code of a coupon: "" for none, absent for that of the open order. */
export type PurchaseExtra = {
  bundleId?: string
  coupon?: string | undefined
  /** the button says that pressing it agrees to the texts of the site */
  agrees?: boolean
}

/** A purchase by this user, with the real API and the real checkout. */
export function runPurchase(
  courseId: string | null,
  user: Viewer,
  report: (event: PurchaseEvent) => void,
  { agrees = false, ...extra }: PurchaseExtra = {},
): Promise<void> {
  const userId = user._id
  return purchase(
    courseId,
    {
      createOrder: (id) => {
        const agreed = agrees ? shownAgreement() : undefined
        const body = { courseId: id, userId, ...extra, ...(agreed !== undefined && { agreed }) }
        return browserApi(calls.enrolments.createOrder, { body }).catch(renewAgreement)
      },
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
