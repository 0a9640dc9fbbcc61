import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { OrderStatus } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { findLecturesWatched, findRepeated } from './refund-queries.ts'
import { decideWithdrawal, type Withdrawal, watchedShare } from './rules.ts'

/** Returns what share of its courses the buyer of each order watched, 0 to 1. */
export async function findWatched(on: Executor, orderIds: readonly string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await findLecturesWatched(on, orderIds)
  const lectures = Map.groupBy(rows, ({ id }) => id)
  const shareOf = (id: string): number =>
    watchedShare(
      (lectures.get(id) ?? []).map((row) => ({
        seconds: row.duration_seconds,
        watched: row.seconds ?? 0,
        completed: row.completed_at !== null,
      })),
    )
  return new Map(orderIds.map((id) => [id, shareOf(id)]))
}

type Order = { id: string; status: OrderStatus; amount: Paise; refunded: Paise; soldAt: Date | null }

/** Returns for each order of a list whether its buyer may refund it themselves, until when or why not, and the share watched (0 to 1). */
export async function withdrawalsOf(
  { db, clock, settings }: Pick<FeatureDeps, 'db' | 'clock' | 'settings'>,
  orders: readonly Order[],
): Promise<Map<string, Withdrawal & { watched: number }>> {
  const ids = orders.map(({ id }) => id)
  const [watched, repeated] = await Promise.all([findWatched(db, ids), findRepeated(db, ids)])
  const terms = settings.current()
  const now = clock.now()
  return new Map(
    orders.map((order) => {
      const share = watched.get(order.id) ?? 0
      const facts = { ...order, watched: share, repeated: repeated.has(order.id) }
      return [order.id, { ...decideWithdrawal(facts, terms, now), watched: share }]
    }),
  )
}
