import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OrderStatus } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { findRepeated, findWatched } from './refund-queries.ts'
import { decideWithdrawal, type Withdrawal } from './rules.ts'

type Order = { id: string; status: OrderStatus; amount: Paise; refunded: Paise; soldAt: Date | null }

/** Returns for each order of a list whether its buyer may refund it themselves, until when or why not, and the share watched (0 to 1). */
export async function withdrawalsOf(
  { db, clock, settings }: Pick<FeatureDeps, 'db' | 'clock' | 'settings'>,
  orders: readonly Order[],
): Promise<Map<string, Withdrawal & { watched: number }>> {
  const terms = settings.current()
  const now = clock.now()
  // lectures are read of those orders alone that nothing else decides about
  const ids = orders
    .filter((order) => decideWithdrawal({ ...order, watched: 0, repeated: false }, terms, now).may)
    .map(({ id }) => id)
  const [watched, repeated] = await Promise.all([findWatched(db, ids), findRepeated(db, ids)])
  return new Map(
    orders.map((order) => {
      const share = watched.get(order.id) ?? 0
      const facts = { ...order, watched: share, repeated: repeated.has(order.id) }
      return [order.id, { ...decideWithdrawal(facts, terms, now), watched: share }]
    }),
  )
}
