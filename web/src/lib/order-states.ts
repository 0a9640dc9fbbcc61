import type { InvoiceKind, OrderStatus } from '@virtual-courses/contract'

type State = { name: string; tone: 'neutral' | 'accent' | 'success' | 'danger' }

/** Names of the states of an order, and the tones of their badges. */
export const orderStates: Record<OrderStatus, State> = {
  created: { name: 'Not paid', tone: 'accent' },
  paid: { name: 'Paid', tone: 'success' },
  failed: { name: 'Failed', tone: 'neutral' },
  expired: { name: 'Expired', tone: 'neutral' },
  refund_pending: { name: 'Refund on its way', tone: 'accent' },
  refunded: { name: 'Refunded', tone: 'neutral' },
  partly_refunded: { name: 'Partly refunded', tone: 'success' },
  disputed: { name: 'Disputed', tone: 'danger' },
}

export const invoiceNames: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  credit_note: 'Credit note',
}

/** Addresses of a document: as a page, and as a file. */
export const invoicePage = (invoiceId: string): string => `/api/invoices/${encodeURIComponent(invoiceId)}`
export const invoicePdf = (invoiceId: string): string => `${invoicePage(invoiceId)}/pdf`
