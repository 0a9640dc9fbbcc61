import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AdminDispute, LedgerAccount, PaymentFinding, RefundReason, RefundStatus } from '@virtual-courses/contract'

type Tone = 'neutral' | 'accent' | 'success' | 'danger'

export const refundStates: Record<RefundStatus, { name: MessageDescriptor; tone: Tone }> = {
  pending: { name: msg`To be sent`, tone: 'accent' },
  sent: { name: msg`On its way`, tone: 'accent' },
  processed: { name: msg`Paid out`, tone: 'success' },
  failed: { name: msg`Failed`, tone: 'danger' },
  canceled: { name: msg`Canceled`, tone: 'neutral' },
}

export const refundReasonNames: Record<RefundReason, MessageDescriptor> = {
  withdrawal: msg`by the student`,
  admin: msg`by an admin`,
  returned: msg`made at the provider`,
  extra: msg`paid twice`,
  expired: msg`paid too late`,
  withdrawn: msg`course or buyer deleted`,
}

export const disputeStates: Record<AdminDispute['status'], { name: MessageDescriptor; tone: Tone }> = {
  open: { name: msg({ message: 'Open', context: 'dispute' }), tone: 'danger' },
  under_review: { name: msg`Under review`, tone: 'accent' },
  won: { name: msg`Won`, tone: 'success' },
  lost: { name: msg`Lost`, tone: 'danger' },
  closed: { name: msg`Closed`, tone: 'neutral' },
}

export const findingNames: Record<PaymentFinding['kind'], MessageDescriptor> = {
  'unknown-order': msg`Payment without an order`,
  'missing-payment': msg`Order without its payment`,
  'amount-differs': msg`Amount differs`,
  'refund-differs': msg`Refund differs`,
  'dispute-differs': msg`Dispute differs`,
  'settlement-differs': msg`Settlement changed`,
  'not-compared': msg`Could not be compared`,
}

/** What each account of the ledger holds. */
export const accountTexts: Record<LedgerAccount, { name: MessageDescriptor; text: MessageDescriptor }> = {
  provider_clearing: { name: msg`At the payment provider`, text: msg`taken from buyers and not yet sent to the bank` },
  bank: { name: msg`Bank`, text: msg`sent by the provider, less what was paid out` },
  provider_fees: { name: msg`Fees of the provider`, text: msg`kept by it` },
  educator_payable: { name: msg`Owed to educators`, text: msg`earned, held ones included` },
  payouts: { name: msg`Payouts under way`, text: msg`to educators` },
  platform_fee: { name: msg`Platform fee`, text: msg`what the platform keeps of sales` },
  gst_payable: { name: msg`GST`, text: msg`owed to the tax office` },
  refunds: { name: msg`Owed to buyers`, text: msg`refunds that are not paid out yet` },
  losses: { name: msg`Losses`, text: msg`disputes about money that was refunded already` },
}

/** What moved money in the ledger, by the kind of the transaction. */
export const ledgerKinds: Readonly<Record<string, MessageDescriptor>> = {
  sale: msg({ message: 'sale', context: 'ledger' }),
  unbooked: msg`unbooked`,
  'refund-requested': msg`refund requested`,
  'refund-processed': msg`refund processed`,
  'refund-returned': msg`refund returned`,
  'dispute-lost': msg`dispute lost`,
  'provider-fee': msg`provider fee`,
  settlement: msg`settlement`,
  payout: msg`payout`,
  'payout-paid': msg`payout paid`,
  'payout-returned': msg`payout returned`,
  'written-off': msg`written off`,
}

/** How far a dispute has gone, in the provider's words. */
export const disputePhases: Readonly<Record<string, MessageDescriptor>> = {
  fraud: msg`fraud`,
  retrieval: msg`retrieval`,
  chargeback: msg`chargeback`,
  pre_arbitration: msg`pre arbitration`,
  arbitration: msg`arbitration`,
}
