import type { AdminDispute, LedgerAccount, PaymentFinding, RefundReason, RefundStatus } from '@virtual-courses/contract'

type Tone = 'neutral' | 'accent' | 'success' | 'danger'

export const refundStates: Record<RefundStatus, { name: string; tone: Tone }> = {
  pending: { name: 'To be sent', tone: 'accent' },
  sent: { name: 'On its way', tone: 'accent' },
  processed: { name: 'Paid out', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
  canceled: { name: 'Canceled', tone: 'neutral' },
}

export const refundReasonNames: Record<RefundReason, string> = {
  withdrawal: 'by the student',
  admin: 'by an admin',
  returned: 'made at the provider',
  extra: 'paid twice',
  expired: 'paid too late',
  withdrawn: 'course or buyer deleted',
}

export const disputeStates: Record<AdminDispute['status'], { name: string; tone: Tone }> = {
  open: { name: 'Open', tone: 'danger' },
  under_review: { name: 'Under review', tone: 'accent' },
  won: { name: 'Won', tone: 'success' },
  lost: { name: 'Lost', tone: 'danger' },
  closed: { name: 'Closed', tone: 'neutral' },
}

export const findingNames: Record<PaymentFinding['kind'], string> = {
  'unknown-order': 'Payment without an order',
  'missing-payment': 'Order without its payment',
  'amount-differs': 'Amount differs',
  'refund-differs': 'Refund differs',
  'dispute-differs': 'Dispute differs',
  'settlement-differs': 'Settlement changed',
  'not-compared': 'Could not be compared',
}

/** What each account of the ledger holds. */
export const accountTexts: Record<LedgerAccount, { name: string; text: string }> = {
  provider_clearing: { name: 'At the payment provider', text: 'taken from buyers and not yet sent to the bank' },
  bank: { name: 'Bank', text: 'sent by the provider, less what was paid out' },
  provider_fees: { name: 'Fees of the provider', text: 'kept by it' },
  educator_payable: { name: 'Owed to educators', text: 'earned, held ones included' },
  payouts: { name: 'Payouts under way', text: 'to educators' },
  platform_fee: { name: 'Platform fee', text: 'what the platform keeps of sales' },
  gst_payable: { name: 'GST', text: 'owed to the tax office' },
  refunds: { name: 'Owed to buyers', text: 'refunds that are not paid out yet' },
  losses: { name: 'Losses', text: 'disputes about money that was refunded already' },
}
