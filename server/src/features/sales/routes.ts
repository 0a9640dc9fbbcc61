import { msg } from '@lingui/core/runtime-macro'
import { api, checkoutText } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { tryCode } from '../offers/index.ts'
import { confirmFreeOrder, confirmPurchase } from './checkout/confirm-purchase.ts'
import { handleWebhook } from './checkout/handle-webhook.ts'
import { listPurchases, readPurchase } from './checkout/list-purchases.ts'
import { findToPay } from './checkout/open-order-queries.ts'
import { registerSandboxCheckout } from './checkout/sandbox-checkout.ts'
import { startPurchase } from './checkout/start-purchase.ts'
import { summariseSales } from './income/sales.ts'
import { withdrawPurchase } from './refunds/refund-order.ts'

/** Serves the endpoints of payment and purchases, and the checkout's pages where this process hosts them. */
export function registerSales(routes: Routes, deps: FeatureDeps): void {
  serve(routes.educator, api.enrolments.sales)(async ({ viewer }) => summariseSales(deps, viewer.id))

  serve(
    routes.signedIn,
    api.enrolments.toPay,
  )(async ({ viewer }) => ({ courseId: (await findToPay(deps.db, viewer.id, deps.clock.now()))?.courseId ?? null }))

  serve(
    routes.signedIn,
    api.enrolments.createOrder,
  )(async ({ body, viewer, headers, client, say }) => ({
    ...(await tryCode(deps, { client, viewer, code: body.coupon }, () =>
      startPurchase(deps, viewer, client, { ...body, language: say.language }),
    )),
    currency: checkoutText.currency,
    key: deps.payments.checkout.publicKey,
    checkoutDriver: deps.payments.checkout.driver,
    checkoutScript: scriptFor(deps, headers.origin),
  }))

  serve(
    routes.signedIn,
    api.enrolments.verifyPayment,
  )(async ({ body, say, viewer }) => {
    const outcome =
      'paymentId' in body ? confirmPurchase(deps, viewer.id, body) : confirmFreeOrder(deps, viewer.id, body.orderId)
    return { message: say(await outcome) }
  })

  serve(
    routes.webhook,
    api.enrolments.webhook,
  )(({ headers, rawBody }) => handleWebhook(deps, { headers, rawBody: rawBody ?? Buffer.alloc(0) }))

  serve(routes.student, api.orders.list)(({ query, say, viewer }) => listPurchases(deps, viewer.id, query, say))
  serve(
    routes.student,
    api.orders.refund,
  )(async ({ params, say, viewer }) => {
    await withdrawPurchase(deps, viewer, params.orderId)
    const order = await readPurchase(deps, viewer.id, params.orderId, say)
    return { order, message: say(msg`Your refund is on its way`) }
  })

  if (deps.payments.hosted)
    registerSandboxCheckout(routes.public.app, deps.payments.hosted, {
      origins: deps.config.CORS_ORIGINS,
      siteLanguage: () => deps.settings.current().language,
    })
}

/** Returns the URL of the checkout's script; an absolute one for pages of other allowed origins. */
const scriptFor = ({ config, payments }: FeatureDeps, origin: string | undefined): string =>
  origin !== undefined && config.CORS_ORIGINS.includes(origin)
    ? new URL(payments.checkout.script, config.publicUrl).href
    : payments.checkout.script
