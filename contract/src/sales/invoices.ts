import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Id, lines, readVersion, text, Version } from '../values/fields.ts'
import { GstinInput, StateInput, stateProblem } from '../values/gst.ts'
import { sentence } from '../values/sentence.ts'

/** What becomes of an order's money on paper: a tax invoice, a receipt of a seller without a GSTIN, a credit note for a refund. */
export const invoiceKinds = ['invoice', 'receipt', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** What a buyer wants to be on their invoices; all of it may be empty. */
const billing = {
  name: text(200),
  address: lines(8, 100).transform((list) => list.join('\n')),
  /** code of the state in `indianStates` */
  state: StateInput,
  gstin: GstinInput,
}

export const BillingDetails = z.object({
  name: z.string(),
  address: z.string(),
  state: z.string(),
  gstin: z.string(),
})
export type BillingDetails = z.output<typeof BillingDetails>

const addressNeeded = sentence('An invoice with your GSTIN needs your address')

/** Returns what details do not fit together, by field; none where they do. */
export function billingProblems({ gstin, state, address }: BillingDetails): { path: string; message: string }[] {
  const message = stateProblem(gstin, state)
  return [
    ...(message === null ? [] : [{ path: 'state', message }]),
    // rule 46 (e) of the CGST Rules, 2017
    ...(gstin !== '' && address === '' ? [{ path: 'address', message: addressNeeded }] : []),
  ]
}

const invoiceParams = z.object({ invoiceId: Id })

export const invoices = {
  billing: endpoint({
    method: 'GET',
    path: '/api/account/billing',
    access: 'signedIn',
    summary: 'The own details for invoices; empty ones where none were saved',
    status: 200,
    reply: BillingDetails.extend({ version: Version }),
    errors: [],
  }),
  saveBilling: endpoint({
    method: 'POST',
    path: '/api/account/billing',
    access: 'signedIn',
    summary:
      'Save the own details for invoices; fields that are not sent stay unchanged, and so do invoices that were issued',
    body: z.object(billing).partial().extend(readVersion),
    status: 200,
    reply: BillingDetails.extend({ message: z.string(), version: Version }),
    errors: ['changed_elsewhere'],
  }),
  page: stream({
    method: 'GET',
    path: '/api/invoices/:invoiceId',
    access: 'signedIn',
    summary: 'An own invoice, receipt or credit note as a page to print; admins see those of everyone',
    params: invoiceParams,
    status: 200,
    contentType: 'text/html',
    errors: ['not_found'],
  }),
  pdf: stream({
    method: 'GET',
    path: '/api/invoices/:invoiceId/pdf',
    access: 'signedIn',
    summary: 'The same as a PDF file',
    params: invoiceParams,
    status: 200,
    contentType: 'application/pdf',
    errors: ['not_found', 'rate_limited', 'unavailable'],
  }),
}
