import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OrderStatus } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { decideWithdrawal, type Withdrawal } from '../rules.ts'
import { findRepeated, findWatched } from './refund-queries.ts'
import { findToWithhold, type ToWithhold } from './reprice-bundles.ts'

type Order = { id: string; status: OrderStatus; amount: Paise; refunded: Paise; soldAt: Date | null }

/** Nothing is withheld from an order. */
const nothing: ToWithhold = { amount: 0, bundles: [] }

/**
 * Returns for each order of a list whether its buyer may refund it themselves, how much and until when, or why not; the share watched
 * (0 to 1), and the amount that would be withheld.
 */
export async function withdrawalsOf(
  { db, clock, settings }: Pick<FeatureDeps, 'db' | 'clock' | 'settings'>,
  orders: readonly Order[],
): Promise<Map<string, Withdrawal & { watched: number; toWithhold: ToWithhold }>> {
  const terms = settings.current()
  const now = clock.now()
  // lectures are read only for orders that nothing else decides
  const open = orders.filter(
    (order) => decideWithdrawal({ ...order, watched: 0, repeated: false, toWithhold: nothing }, terms, now).may,
  )
  const ids = open.map(({ id }) => id)
  const [watched, repeated, stay] = await Promise.all([
    findWatched(db, ids),
    findRepeated(db, ids),
    findToWithhold(
      db,
      open.map(({ id, amount, refunded }) => ({ id, left: amount - refunded })),
    ),
  ])
  return new Map(
    orders.map((order) => {
      const share = watched.get(order.id) ?? 0
      const toWithhold = stay.get(order.id) ?? nothing
      const facts = { ...order, watched: share, repeated: repeated.has(order.id), toWithhold }
      return [order.id, { ...decideWithdrawal(facts, terms, now), watched: share, toWithhold }]
    }),
  )
}
