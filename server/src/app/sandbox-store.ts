import { sql } from 'kysely'
import { z } from 'zod'
import type { SandboxOrder, SandboxStore } from '#adapters/payments/sandbox.ts'
import type { Db } from '#core/transact.ts'

const Order = z.object({
  id: z.string(),
  amount: z.number().int(),
  receipt: z.string(),
  payments: z.array(
    z.object({
      id: z.string(),
      orderId: z.string(),
      amount: z.number().int(),
      // rows of earlier versions name neither; what they refunded is in the order's list
      currency: z.string().default('INR'),
      status: z.enum(['captured', 'refunded', 'failed', 'pending']),
      refunded: z.number().int().default(0),
    }),
  ),
  refunded: z.array(z.string()),
})

function parse(row: { body: unknown } | undefined): SandboxOrder | null {
  if (!row) return null
  const order = Order.parse(JSON.parse(String(row.body)))
  const payments = order.payments.map((one) =>
    order.refunded.includes(one.id) ? { ...one, status: 'refunded' as const, refunded: one.amount } : one,
  )
  return { ...order, payments }
}

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
