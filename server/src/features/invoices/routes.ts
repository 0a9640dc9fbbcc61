import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { findBilling } from './queries.ts'
import { downloadInvoice, showInvoice } from './read-invoice.ts'
import { billingVersion, saveBilling } from './save-billing.ts'

/** Serves the endpoints of invoices and of the details that buyers want to be on them. */
export function registerInvoices(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.invoices.billing,
  )(async ({ viewer }) => {
    const details = await findBilling(deps.db, viewer.id)
    return { ...details, version: billingVersion(details) }
  })
  serve(
    routes.signedIn,
    api.invoices.saveBilling,
  )(async ({ viewer, body, say }) => {
    const saved = await saveBilling(deps, viewer, body)
    return { ...saved, version: billingVersion(saved), message: say(msg`Your billing details were saved`) }
  })
  serve(
    routes.signedIn,
    api.invoices.page,
  )(async ({ viewer, params, say }) => showInvoice(deps, viewer, params.invoiceId, say))
  serve(
    routes.signedIn,
    api.invoices.pdf,
  )(async ({ viewer, params, say, signal }) => downloadInvoice(deps, viewer, params.invoiceId, { say, signal }))
}
