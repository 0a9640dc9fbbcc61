import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { migrate } from '#db/open-database.ts'
import { payoutOf, post, saleOf, unbookedOf } from '#features/ledger/index.ts'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

test('sums of months begin with what the ledger has, and go on with what is posted', async () => {
  const { db } = database
  await migrateToBefore(db, '031-payouts')
  const [may, june] = [new Date('2026-05-10T00:00:00Z'), new Date('2026-05-31T19:00:00Z')]
  const sale = (id: string, amount: number, at: Date, educators: string[]) => ({
    ...saleOf({
      orderId: id,
      parts: educators.map(() => ({ amount, gst: 0, fee: amount / 10 })),
      educators,
      at,
      availableAt: at,
    }),
    orderId: undefined,
  })
  const enter = (...postings: Parameters<typeof post>[2]) =>
    transact(db, (tx) => post(tx, { config: { TIME_ZONE: 'Asia/Kolkata' } }, postings))
  await enter(sale('a', 1000, may, ['meera', 'meera']), sale('b', 500, may, ['meera', 'asha']))
  await enter({ ...unbookedOf('c', 'pay_c', 700, may), orderId: undefined })
  await migrate(db)
  const sums = async () =>
    (
      await sql`select educator_id, month, kind, amount_paise::int as amount, entries::int as entries
        from educator_months order by 1, 2, 3`.execute(db)
    ).rows
  const before = [
    { educator_id: 'asha', month: '2026-05', kind: 'sale', amount: 450, entries: 1 },
    { educator_id: 'meera', month: '2026-05', kind: 'sale', amount: 2250, entries: 3 },
  ]
  expect(await sums()).toEqual(before)
  await enter(payoutOf('p', 'meera', 2000, june), sale('d', 100, may, ['asha']))
  // the platform's month, not that of UTC
  expect(await sums()).toEqual([
    { ...before[0], amount: 540, entries: 2 },
    before[1],
    { educator_id: 'meera', month: '2026-06', kind: 'payout', amount: -2000, entries: 1 },
  ])
})
