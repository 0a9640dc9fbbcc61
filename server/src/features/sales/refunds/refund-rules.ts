import type { RefundStatus } from '#db/schema.ts'
import type { Paise, ProviderRefund } from '#ports/payments.ts'

type Attempt = { id: string; attempt: number }
/** What decides about a refund of ours. */
type KnownRefund = Attempt & { status: RefundStatus; amount_paise: Paise; provider_refund_id: string | null }

/** Names an attempt to refund: the provider makes one refund for it, however often it is asked. */
export const keyOf = ({ id, attempt }: Attempt): string => `refund-${id}-${attempt}`
const isKeyOf = ({ id }: Attempt, key: string | null): boolean => key?.startsWith(`refund-${id}-`) ?? false

/** Owed to the buyer: the provider has not paid it out. */
export const isOwed = (status: RefundStatus): boolean => ['pending', 'sent', 'failed'].includes(status)

/** Owed, and not there at the provider. */
const isUnmade = ({ status }: KnownRefund): boolean => status === 'pending' || status === 'failed'

/** Whether a refund of ours is another one of the provider, so that a second one with the key of the same attempt is not it. */
const isMadeByAnother = (row: KnownRefund, made: ProviderRefund): boolean =>
  (row.status === 'processed' || row.status === 'sent') &&
  row.provider_refund_id !== null &&
  row.provider_refund_id !== made.id &&
  made.status !== 'failed' &&
  made.key === keyOf(row)

/**
 * Returns the refund that a refund of the provider is, of those of its payment: by its id, by the key of any attempt, or, where it was
 * made by hand, one of the same amount that the provider has not paid out. Undefined for one that is not among them.
 */
export function matchRefund<Row extends KnownRefund>(rows: readonly Row[], made: ProviderRefund): Row | undefined {
  const sameAmount = rows.filter((row) => row.amount_paise === made.amount)
  const own =
    rows.find((row) => row.provider_refund_id === made.id) ??
    sameAmount.find((row) => isKeyOf(row, made.key) && !isMadeByAnother(row, made))
  if (own || made.status === 'failed') return own
  return sameAmount.find(
    (row) =>
      isUnmade(row) ||
      // from before the provider's ids were kept
      (row.status === 'processed' && row.provider_refund_id === null),
  )
}

/**
 * Puts refunds of the provider into the order in which they are matched: those whose ids are known, those with keys of ours, and those
 * made by hand, which may be any of ours that is left then; the greatest first, since a part is less than its whole.
 */
export function inOrderOfMatching(rows: readonly KnownRefund[], made: readonly ProviderRefund[]): ProviderRefund[] {
  const rank = ({ id, key }: ProviderRefund): number =>
    rows.some((row) => row.provider_refund_id === id) ? 0 : rows.some((row) => isKeyOf(row, key)) ? 1 : 2
  return made.toSorted((one, other) => rank(one) - rank(other) || other.amount - one.amount)
}

/**
 * Returns the refund of ours that one made by hand is a part of. There is one where less is left of the payment at the provider (`left`,
 * in paise) than is owed here: the provider refuses ours as it is, however often it is sent.
 */
export function findWhole<Row extends KnownRefund>(
  rows: readonly Row[],
  made: ProviderRefund,
  left: Paise,
): Row | undefined {
  const unmade = rows.filter(isUnmade)
  const owed = unmade.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  return owed > left ? unmade.find(({ amount_paise }) => amount_paise > made.amount) : undefined
}

/** What the provider says of a refund; `id` is null where it refused to make it, and `attempt` then tells which attempt. */
export type Outcome = Pick<ProviderRefund, 'status'> & {
  id: string | null
  key?: string | null
  amount?: Paise
  attempt?: number
  problem?: string
}

/**
 * What an answer of the provider does to a refund. "returned": it was paid out, and the bank sent it back. "paid-twice": a lost dispute
 * had paid it already. Answers to earlier attempts, about another amount (before a part of it was taken out), and those that are known,
 * change nothing ("none").
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
