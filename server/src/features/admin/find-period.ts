import type { api, QueryOf, ReplyOf } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findSales } from '../sales/index.ts'

const dayMs = 24 * 3600 * 1000

/** Returns the enrolments and the revenue of each day of a period, and their sums; of the last 30 days without one. */
export async function findPeriod(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  { days: chosen = 30, from, to }: QueryOf<typeof api.admin.sales>,
): Promise<ReplyOf<typeof api.admin.sales>> {
  const count = from && to ? (Date.parse(to) - Date.parse(from)) / dayMs + 1 : chosen
  const days = await findSales(db, { now: clock.now(), zone: config.TIME_ZONE, unit: 'day', count, last: to })
  return {
    days,
    enrolments: days.reduce((sum, { enrolments }) => sum + enrolments, 0),
    revenue: Math.round(days.reduce((sum, { revenue }) => sum + revenue * 100, 0)) / 100,
  }
}
