import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { InvoiceKind, OrderStatus } from '@virtual-courses/contract'

type State = { name: MessageDescriptor; tone: 'neutral' | 'accent' | 'success' | 'danger' }

/** Names of the states of an order, and the tones of their badges. */
export const orderStates: Record<OrderStatus, State> = {
  created: { name: msg`Not paid`, tone: 'accent' },
  paid: { name: msg`Paid`, tone: 'success' },
  failed: { name: msg`Failed`, tone: 'neutral' },
  expired: { name: msg`Expired`, tone: 'neutral' },
  refund_pending: { name: msg`Refund on its way`, tone: 'accent' },
  refunded: { name: msg`Refunded`, tone: 'neutral' },
  partly_refunded: { name: msg`Partly refunded`, tone: 'success' },
  disputed: { name: msg`Disputed`, tone: 'danger' },
}

export const invoiceNames: Record<InvoiceKind, MessageDescriptor> = {
  invoice: msg`Invoice`,
  receipt: msg`Receipt`,
  credit_note: msg`Credit note`,
}

/** Addresses of a document: as a page, and as a file. */
export const invoicePage = (invoiceId: string): string => `/api/invoices/${encodeURIComponent(invoiceId)}`
export const invoicePdf = (invoiceId: string): string => `${invoicePage(invoiceId)}/pdf`
