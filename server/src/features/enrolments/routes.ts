import { api, checkoutText } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { confirmFreeOrder, confirmPurchase } from './confirm-purchase.ts'
import { handleWebhook } from './handle-webhook.ts'
import { isEnrolled } from './queries.ts'
import { registerSandboxCheckout } from './sandbox-checkout.ts'
import { startPurchase } from './start-purchase.ts'

/** The calls of enrolment and payment, and the sandbox's own checkout pages where it is the provider. */
export function registerEnrolments(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.enrolments.enrolled,
  )(async ({ params, viewer }) => ({
    enrolled: await isEnrolled(deps.db, viewer.id, params.courseId),
  }))

  serve(
    routes.signedIn,
    api.enrolments.createOrder,
  )(async ({ body, viewer, headers }) => ({
    ...(await startPurchase(deps, viewer, body.courseId)),
    currency: checkoutText.currency,
    key: deps.payments.keyId,
    checkoutScript: scriptFor(deps, headers.origin),
  }))

  serve(
    routes.signedIn,
    api.enrolments.verifyPayment,
  )(async ({ body, viewer }) =>
    'razorpay_payment_id' in body
      ? confirmPurchase(deps, viewer.id, {
          orderId: body.razorpay_order_id,
          paymentId: body.razorpay_payment_id,
          signature: body.razorpay_signature,
        })
      : confirmFreeOrder(deps, viewer.id, body.razorpay_order_id),
  )

  serve(
    routes.webhook,
    api.enrolments.webhook,
  )(async ({ headers, rawBody }) => {
    const signature = headers['x-razorpay-signature']
    if (typeof signature !== 'string') throw new DomainError('bad_signature')
    if (!rawBody) throw new DomainError('invalid_input')
    return handleWebhook(deps, rawBody, signature)
  })

  if (deps.payments.hosted) registerSandboxCheckout(routes.public.app, deps.payments.hosted, deps.config.CORS_ORIGINS)
}

/** Pages of other allowed origins need the whole address of the script. */
const scriptFor = ({ config, payments }: FeatureDeps, origin: string | undefined): string =>
  origin !== undefined && config.CORS_ORIGINS.includes(origin)
    ? new URL(payments.checkoutScript, config.publicUrl).href
    : payments.checkoutScript
