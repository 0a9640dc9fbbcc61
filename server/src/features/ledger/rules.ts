import type { LedgerAccount, PostingKind } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'

/** One side of a transaction; a debit is positive. `party` is the educator of `educator_payable`. */
export type Entry = { account: LedgerAccount; party?: string; amount: Paise; availableAt?: Date | undefined }

/** What happened, once: `key` names it. The amounts of its entries add up to zero. */
export type Posting = { key: string; kind: PostingKind; orderId?: string | undefined; at: Date; entries: Entry[] }

/** How the price of a sold course is split; the educator gets the rest. */
export type Split = { amount: Paise; gst: Paise; fee: Paise }

/** An item of an order with its educator and what of it, and of its tax, refunds have returned. */
export type Part = Split & { educatorId: string; refunded: Paise; gstRefunded: Paise }

/** The platform's fee is a share of the price after tax. `feePercent` has at most 2 decimals. */
export const feeOf = (amount: Paise, gst: Paise, feePercent: number): Paise =>
  Math.round(((amount - gst) * Math.round(feePercent * 100)) / 10_000)

/** The part of a component that the refunds of an item return, when `refunded` of its `amount` went back in all. */
const returned = (component: Paise, refunded: Paise, amount: Paise): Paise =>
  amount === 0 ? 0 : Number((BigInt(component) * BigInt(refunded)) / BigInt(amount))

/**
 * Distributes an amount over items in proportion to what is left of them; the remainders of a paisa go to the first ones, never beyond
 * what is left. Throws a RangeError for more than is left in all.
 */
export function distribute(amount: Paise, left: readonly Paise[]): Paise[] {
  const total = left.reduce((sum, one) => sum + one, 0)
  if (amount < 0 || amount > total) throw new RangeError(`${amount} of ${total} paise cannot be distributed`)
  const shares = left.map((one) => returned(one, amount, total))
  let rest = amount - shares.reduce((sum, one) => sum + one, 0)
  return shares.map((share, index) => {
    const more = rest > 0 && share < (left[index] ?? 0) ? 1 : 0
    rest -= more
    return share + more
  })
}

/**
 * The tax of a part that returning `amount` of it takes back. `inAll` is what its credit notes return until then; without documents it is in
 * proportion.
 */
export function gstBack(part: Part, amount: Paise, inAll: Paise | undefined): Paise {
  if (amount === 0) return 0
  return Math.min(part.gst, inAll ?? returned(part.gst, part.refunded + amount, part.amount)) - part.gstRefunded
}

/** The entries that return `amounts` of the parts with `taxes`: they take back fee and educators' share in proportion, to the paisa at the end. */
const takeBack = ({ parts, amounts, taxes, availableAt }: TakenBack): Entry[] =>
  parts.flatMap((part, index): Entry[] => {
    const amount = amounts[index] ?? 0
    const gst = taxes[index] ?? 0
    const fee = returned(part.fee, part.refunded + amount, part.amount) - returned(part.fee, part.refunded, part.amount)
    return [
      { account: 'gst_payable', amount: gst },
      { account: 'platform_fee', amount: fee },
      { account: 'educator_payable', party: part.educatorId, amount: amount - gst - fee, availableAt },
    ]
  })

type Sale = {
  orderId: string
  parts: readonly Split[]
  /** of the parts, in their order */
  educators: readonly string[]
  at: Date
  availableAt: Date
}

/** A payment enrolled its buyer. What educators earn is held until `availableAt`. */
export const saleOf = ({ orderId, parts, educators, at, availableAt }: Sale): Posting => ({
  key: `sale:${orderId}`,
  kind: 'sale',
  orderId,
  at,
  entries: parts.flatMap(({ amount, gst, fee }, index): Entry[] => [
    { account: 'provider_clearing', amount },
    { account: 'gst_payable', amount: -gst },
    { account: 'platform_fee', amount: -fee },
    { account: 'educator_payable', party: educators[index] ?? '', amount: gst + fee - amount, availableAt },
  ]),
})

/** A payment arrived that no enrolment can be booked for: it is owed to its payer. */
export const unbookedOf = (orderId: string, paymentId: string, amount: Paise, at: Date): Posting => ({
  key: `unbooked:${paymentId}`,
  kind: 'unbooked',
  orderId,
  at,
  entries: [
    { account: 'provider_clearing', amount },
    { account: 'refunds', amount: -amount },
  ],
})

type TakenBack = {
  parts: readonly Part[]
  amounts: readonly Paise[]
  /** of the amounts, see `gstBack` */
  taxes: readonly Paise[]
  availableAt?: Date | undefined
}
/** The reversed part of a sale: `amounts` of its items. */
export type Return = TakenBack & { orderId: string; at: Date }
const sum = (amounts: readonly Paise[]): Paise => amounts.reduce((total, one) => total + one, 0)

/** A refund of a sale was decided: from here on its amount is owed to the buyer. */
export const refundRequestedOf = (refundId: string, { orderId, at, ...back }: Return): Posting => ({
  key: `refund:${refundId}:requested`,
  kind: 'refund-requested',
  orderId,
  at,
  entries: [...takeBack(back), { account: 'refunds', amount: -sum(back.amounts) }],
})

/** A refund that came back is paid again under a key of its own; the first attempt has the key of earlier orders. */
const attemptKey = (what: string, refundId: string, attempt: number): string =>
  `refund:${refundId}:${what}${attempt === 1 ? '' : `:${attempt}`}`

/** An attempt at paying a refund. */
type PaidRefund = { refundId: string; orderId: string; amount: Paise; at: Date; attempt: number }

/** The provider returned a refund's amount to the buyer. */
export const refundProcessedOf = (
  { refundId, orderId, amount, at, attempt }: PaidRefund,
  account: 'refunds' | 'losses' = 'refunds',
): Posting => ({
  key: attemptKey('processed', refundId, attempt),
  kind: 'refund-processed',
  orderId,
  at,
  entries: [
    { account, amount },
    { account: 'provider_clearing', amount: -amount },
  ],
})

/** The provider paid a refund, although a lost dispute had taken its money: it is lost. */
export const refundLostOf = (refund: PaidRefund): Posting => refundProcessedOf(refund, 'losses')

/** The bank returned a paid refund: it is owed again, or a loss is undone (`account`). */
export const refundReturnedOf = (
  { refundId, orderId, amount, at, attempt }: PaidRefund,
  account: 'refunds' | 'losses',
): Posting => ({
  key: attemptKey('returned', refundId, attempt),
  kind: 'refund-returned',
  orderId,
  at,
  entries: [
    { account: 'provider_clearing', amount },
    { account, amount: -amount },
  ],
})

/**
 * A dispute was lost: the provider took `deducted`. `amounts` of the parts go back as in a refund, `pending` was owed to the buyer
 * already, and what goes beyond both is a loss.
 */
export const disputeLostOf = (
  disputeId: string,
  deducted: Paise,
  pending: Paise,
  { orderId, at, ...back }: Return,
): Posting => ({
  key: `dispute:${disputeId}:lost`,
  kind: 'dispute-lost',
  orderId,
  at,
  entries: [
    { account: 'provider_clearing', amount: -deducted },
    { account: 'refunds', amount: pending },
    ...takeBack(back),
    { account: 'losses', amount: deducted - pending - sum(back.amounts) },
  ],
})

/** What the provider kept of a payment, its tax included. */
export const providerFeeOf = (paymentId: string, amount: Paise, at: Date, orderId?: string): Posting => ({
  key: `provider-fee:${paymentId}`,
  kind: 'provider-fee',
  orderId,
  at,
  entries: [
    { account: 'provider_fees', amount },
    { account: 'provider_clearing', amount: -amount },
  ],
})

/** The provider sent money to the operator's bank. */
export const settlementOf = (settlementId: string, amount: Paise, at: Date): Posting => ({
  key: `settlement:${settlementId}`,
  kind: 'settlement',
  at,
  entries: [
    { account: 'bank', amount },
    { account: 'provider_clearing', amount: -amount },
  ],
})

/** A payout was confirmed: its amount is on its way to the educator. */
export const payoutOf = (payoutId: string, educatorId: string, amount: Paise, at: Date): Posting => ({
  key: `payout:${payoutId}`,
  kind: 'payout',
  at,
  entries: [
    { account: 'educator_payable', party: educatorId, amount },
    { account: 'payouts', amount: -amount },
  ],
})

/** The bank paid a payout. */
export const payoutPaidOf = (payoutId: string, amount: Paise, at: Date): Posting => ({
  key: `payout:${payoutId}:paid`,
  kind: 'payout-paid',
  at,
  entries: [
    { account: 'payouts', amount },
    { account: 'bank', amount: -amount },
  ],
})

/**
 * A payout was canceled, or the bank returned it: its amount is owed to the educator again. `from` is where the money was: on its way,
 * or, once the payout was marked paid, gone from the bank.
 */
export const payoutReturnedOf = (
  { payoutId, educatorId, amount, at }: { payoutId: string; educatorId: string; amount: Paise; at: Date },
  from: 'payouts' | 'bank' = 'payouts',
): Posting => ({
  key: `payout:${payoutId}:returned`,
  kind: 'payout-returned',
  at,
  entries: [
    { account: from, amount },
    { account: 'educator_payable', party: educatorId, amount: -amount },
  ],
})
