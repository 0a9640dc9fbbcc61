import { sql } from 'kysely'
import { z } from 'zod'
import type { SandboxOrder, SandboxStore } from '#adapters/payments/sandbox.ts'
import type { Db } from './executor.ts'

const Order = z.object({
  id: z.string(),
  amount: z.number().int(),
  receipt: z.string(),
  payments: z.array(
    z.object({
      id: z.string(),
      orderId: z.string(),
      amount: z.number().int(),
      status: z.enum(['captured', 'failed', 'pending']),
    }),
  ),
  refunded: z.array(z.string()),
})

const parse = (row: { body: unknown } | undefined): SandboxOrder | null =>
  row ? Order.parse(JSON.parse(String(row.body))) : null

/** The sandbox provider's books in a table of their own. */
export const sandboxStore = (db: Db): SandboxStore => ({
  load: async (orderId) =>
    parse(await db.selectFrom('sandbox_orders').select('body').where('id', '=', orderId).executeTakeFirst()),
  async save(order) {
    const body = JSON.stringify(order)
    await db
      .insertInto('sandbox_orders')
      .values({ id: order.id, body })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
      .execute()
  },
  findByPayment: async (paymentId) =>
    parse(
      await db
        .selectFrom('sandbox_orders')
        .select('body')
        .where(sql<boolean>`position(${`"id":"${paymentId}"`} in body) > 0`)
        .executeTakeFirst(),
    ),
})
