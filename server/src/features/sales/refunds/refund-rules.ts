import type { RefundStatus } from '#db/schema.ts'
import type { Paise, ProviderRefund } from '#ports/payments.ts'

type Attempt = { id: string; attempt: number }
/** The fields of one of our refunds that decisions depend on. */
type KnownRefund = Attempt & { status: RefundStatus; amount_paise: Paise; provider_refund_id: string | null }

/** Returns the idempotency key of an attempt to refund: the provider makes one refund for it, however often it is requested. */
export const keyOf = ({ id, attempt }: Attempt): string => `refund-${id}-${attempt}`
const isKeyOf = ({ id }: Attempt, key: string | null): boolean => key?.startsWith(`refund-${id}-`) ?? false

/** True for a refund that is owed to the buyer because the provider has not paid it out. */
export const isOwed = (status: RefundStatus): boolean => ['pending', 'sent', 'failed'].includes(status)

/** True for a refund that is owed and does not exist at the provider. */
const isMissingAtProvider = ({ status }: KnownRefund): boolean => status === 'pending' || status === 'failed'

/**
 * Whether our refund is already matched with another refund of the provider, so that a second one with the same attempt's key is not it.
 */
const isMadeByAnother = (row: KnownRefund, made: ProviderRefund): boolean =>
  (row.status === 'processed' || row.status === 'sent') &&
  row.provider_refund_id !== null &&
  row.provider_refund_id !== made.id &&
  made.status !== 'failed' &&
  made.key === keyOf(row)

/**
 * Finds the refund of ours that corresponds to one of the provider, among those of the payment: by its id, by the key of any attempt, or,
 * for one made in the dashboard, by an equal amount that is not paid out. Returns undefined if there is none.
 */
export function matchRefund<Row extends KnownRefund>(rows: readonly Row[], made: ProviderRefund): Row | undefined {
  const sameAmount = rows.filter((row) => row.amount_paise === made.amount)
  const own =
    rows.find((row) => row.provider_refund_id === made.id) ??
    sameAmount.find((row) => isKeyOf(row, made.key) && !isMadeByAnother(row, made))
  if (own || made.status === 'failed') return own
  return sameAmount.find(
    (row) =>
      isMissingAtProvider(row) ||
      // from before the provider's ids were stored
      (row.status === 'processed' && row.provider_refund_id === null),
  )
}

/**
 * Sorts refunds of the provider for matching: first those with known ids, then those with our keys, then those made in the dashboard, which
 * may match any remaining refund of ours, in descending order of amounts, since a part is less than its whole.
 */
export function inOrderOfMatching(rows: readonly KnownRefund[], made: readonly ProviderRefund[]): ProviderRefund[] {
  const rank = ({ id, key }: ProviderRefund): number =>
    rows.some((row) => row.provider_refund_id === id) ? 0 : rows.some((row) => isKeyOf(row, key)) ? 1 : 2
  return made.toSorted((one, other) => rank(one) - rank(other) || other.amount - one.amount)
}

/**
 * Finds the refund of ours of which one made in the dashboard is a part. There is one if the rest of the payment at the provider (`left`,
 * in paise) is less than the amount owed: the provider then always refuses our refund as it is.
 */
export function findWhole<Row extends KnownRefund>(
  rows: readonly Row[],
  made: ProviderRefund,
  left: Paise,
): Row | undefined {
  return unmadeBeyond(rows, left).find(({ amount_paise }) => amount_paise > made.amount)
}

/** Finds the refund of ours that one made in the dashboard covers, and more: as above, ours is always refused from now on. */
export const findCovered = <Row extends KnownRefund & { booked: boolean }>(
  rows: readonly Row[],
  made: ProviderRefund,
  left: Paise,
): Row | undefined => unmadeBeyond(rows, left).find((row) => row.booked && row.amount_paise < made.amount)

/** Returns our refunds that the provider has not made, if they are more than is `left` of the payment there. */
function unmadeBeyond<Row extends KnownRefund>(rows: readonly Row[], left: Paise): Row[] {
  const unmade = rows.filter(isMissingAtProvider)
  const owed = unmade.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  return owed > left ? unmade : []
}

/** The provider's state of a refund. `id` is null if it refused to make the refund; `attempt` is then the attempt that it refused. */
export type Outcome = Pick<ProviderRefund, 'status'> & {
  id: string | null
  key?: string | null
  amount?: Paise
  attempt?: number
  problem?: string
}

/**
 * Decides how a reply of the provider changes a refund. "returned": it was paid out, and the bank returned it. "paid-twice": a lost dispute
 * had already paid it. "none", no change: the reply is known, belongs to an earlier attempt, or has another amount, from before a part was
 * split off.
 */
export function decideOutcome(
  refund: KnownRefund,
  outcome: Outcome,
): 'none' | 'sent' | 'processed' | 'failed' | 'returned' | 'paid-twice' {
  const own = outcome.id !== null && outcome.id === refund.provider_refund_id
  const { status } = refund
  if (outcome.amount !== undefined && outcome.amount !== refund.amount_paise) return 'none'
  if (outcome.status === 'failed') {
    if (status === 'processed') return own ? 'returned' : 'none'
    if (outcome.id === null) return status === 'pending' && outcome.attempt === refund.attempt ? 'failed' : 'none'
    const current = own || outcome.key === keyOf(refund)
    return current && (status === 'pending' || status === 'sent') ? 'failed' : 'none'
  }
  if (status === 'canceled') return outcome.status === 'processed' ? 'paid-twice' : 'none'
  if (status === 'processed' || (status === 'sent' && !own)) return 'none'
  if (outcome.status === 'processed') return 'processed'
  return status === 'sent' ? 'none' : 'sent'
}
