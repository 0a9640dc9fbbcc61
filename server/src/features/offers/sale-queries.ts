import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { type PriceChange, struckDays } from './rules.ts'

/** The changes of a course's price in the last days that count, and the last one before them, in the order of time. */
export async function findPriceChanges(on: Executor, courseId: string, now: Date): Promise<PriceChange[]> {
  const from = new Date(now.getTime() - struckDays * 24 * 3600_000)
  const { rows } = await sql<{ price_paise: number | null; at: Date }>`
    select price_paise, at from (
      (select price_paise, at, id from price_changes where course_id = ${courseId} and at <= ${from}
        order by at desc, id desc limit 1)
      union all
      (select price_paise, at, id from price_changes where course_id = ${courseId} and at > ${from} and at <= ${now})
    ) as changes order by at, id`.execute(on)
  return rows.map(({ price_paise: price, at }) => ({ price, at }))
}

/** Courses whose sale is over, locked; those that another transaction has locked are skipped. */
export const lockEndedSales = (tx: Tx, now: Date, limit: number) =>
  tx
    .selectFrom('courses')
    .select(['id', 'is_published', 'regular_price_paise'])
    .where('sale_ends_at', '<=', now)
    .orderBy('sale_ends_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** The columns of a course without a sale. */
export const noSale = { regular_price_paise: null, sale_ends_at: null, struck_price_paise: null } as const
