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

/**
 * Returns the refund that a refund of the provider is, of those of its payment: by its id, by the key of any attempt, or, where it was
 * made by hand, one of the same amount that the provider has not paid out. Undefined for one that is not among them.
 */
export function matchRefund<Row extends KnownRefund>(rows: readonly Row[], made: ProviderRefund): Row | undefined {
  const sameAmount = rows.filter((row) => row.amount_paise === made.amount)
  const own = rows.find((row) => row.provider_refund_id === made.id) ?? sameAmount.find((row) => isKeyOf(row, made.key))
  if (own || made.status === 'failed') return own
  return sameAmount.find(
    (row) =>
      row.status === 'pending' ||
      row.status === 'failed' ||
      // from before the provider's ids were kept
      (row.status === 'processed' && row.provider_refund_id === null),
  )
}

/** What the provider says of a refund; `id` is null where it refused to make it, and `attempt` then tells which attempt. */
export type Outcome = Pick<ProviderRefund, 'status'> & {
  id: string | null
  key?: string | null
  attempt?: number
  problem?: string
}

/**
 * What an answer of the provider does to a refund. "returned": it was paid out, and the bank sent it back. "paid-twice": a lost dispute
 * had paid it already. Answers to earlier attempts, and those that are known, change nothing ("none").
 */
export function decideOutcome(
  refund: KnownRefund,
  outcome: Outcome,
): 'none' | 'sent' | 'processed' | 'failed' | 'returned' | 'paid-twice' {
  const own = outcome.id !== null && outcome.id === refund.provider_refund_id
  const { status } = refund
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
