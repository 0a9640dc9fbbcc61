import { api } from '@virtual-courses/contract'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeWebhook, signConfirmation } from '#adapters/payments/razorpay-codec.ts'
import { type SandboxOrder, sandboxPayments } from '#adapters/payments/sandbox.ts'
import { expectNoEchoes } from '#core/broadcast.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { attachQueue, queueOf } from '#core/jobs.ts'
import { transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { checkLedger, findEducatorBalance, payoutOf, payoutPaidOf, post } from '#features/ledger/index.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { razorpayKeys } from '#test/support/razorpay-server.ts'
import { compareWithProvider } from './compare-with-provider.ts'
import { confirmPurchase } from './confirm-purchase.ts'
import { handleWebhook } from './handle-webhook.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { refundOrder, retryRefund, withdrawPurchase } from './refund-order.ts'
import { sendRefund } from './send-refund.ts'
import { startPurchase } from './start-purchase.ts'

// 10,000 steps on a real PostgreSQL in parallel; the embedded database has one connection.
const steps = { postgres: Number(process.env.MONEY_STEPS ?? 10_000), embedded: 400 }
const atOnce = 20
/** Another one explores other orders of events; what runs at the same moment differs in every run all the same. */
const seed = Number(process.env.MONEY_SEED ?? 1)

/** Mulberry32: a small generator whose sequence a seed decides. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomFrom(seed)
const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]

const mostUses = 40
const seller = {
  sellerName: 'Learn & Co',
  sellerAddress: '1 Fort Road, Mumbai',
  sellerState: '27' as const,
  sellerGstin: '27AAPFU0939F1ZV',
}
class Crash extends Error {}

const books = new Map<string, SandboxOrder>()
/** The provider, whose answers get lost now and then after it did what it was asked. */
const provider = sandboxPayments({
  ...razorpayKeys,
  store: {
    load: async (id) => books.get(id) ?? null,
    async change(id, change) {
      const changed = change(books.get(id) ?? null)
      if (changed) books.set(id, changed)
    },
    findByPayment: async (id) =>
      [...books.values()].find(({ payments }) => payments.some((one) => one.id === id)) ?? null,
    findByDispute: async (id) => [...books.values()].find(({ dispute }) => dispute?.id === id) ?? null,
    list: async (_from, _to, skip) => [...books.values()].slice(skip, skip + 100),
  },
  deliver: async () => 200,
  log: () => {},
  now: () => app.clock.ms,
})
const unreliable = { ...provider }
for (const name of ['createOrder', 'refundPayment', 'fetchPayment'] as const) {
  const call = provider[name] as (...given: unknown[]) => Promise<unknown> // each is called with what it was given
  Object.assign(unreliable, {
    [name]: async (...given: unknown[]) => {
      const result = await call(...given)
      if (random() < 0.03) throw new Crash('the answer was lost')
      return result
    },
  })
}

let app: TestApp
let deps: FeatureDeps
/** The same, where any step may die in the middle: its transaction is rolled back, as when the process was killed. */
let mortal: FeatureDeps
let buyers: string[]
let courses: string[]
let educators: string[]
let admin: string
let coupons: string[]
let bundleId: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { payments: unreliable } })
  deps = app.deps
  deps.settings.current = () => ({ ...deps.settings.defaults, platformFeePercent: 12.5, refundDays: 3, ...seller })
  deps.limits.orders.consume = async () => undefined
  const now = () => {
    if (random() < 0.02) throw new Crash('killed')
    return deps.clock.now()
  }
  // any statement may be the last one of its transaction, which is rolled back as a whole
  const dying: KyselyPlugin = {
    transformQuery({ node }) {
      if (random() < 0.004) throw new Crash('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  mortal = { ...deps, clock: { now }, db: deps.db.withPlugin(dying) }
  attachQueue(mortal.db, queueOf(deps.db))
  expectNoEchoes(mortal.db)
  admin = (await app.makeUser('admin')).user._id
  const owners = [await app.makeUser('educator'), await app.makeUser('educator')]
  educators = owners.map(({ user }) => user._id)
  courses = []
  for (const [index, price] of [499, 999.99, 1, 12_345.67].entries()) {
    const owner = owners[index % 2]
    if (owner) courses.push((await makeCourse(owner, { price }))._id)
  }
  const [first] = owners
  if (!first) throw new Error('There is no educator')
  const terms = [
    { code: 'HALF-OFF', kind: 'percent' as const, value: 50, maxUses: mostUses },
    { code: 'FREE-NOW', kind: 'percent' as const, value: 100, maxUses: 5 },
    { code: 'LESS-100', kind: 'amount' as const, value: 100, maxUsesPerUser: 2 },
  ]
  for (const body of terms) await first.call(api.ownOffers.createCoupon, { body })
  coupons = terms.map(({ code }) => code)
  const bundle = {
    title: 'Both',
    price: 300,
    courseIds: courses.filter((_, index) => index % 2 === 0),
    isPublished: true,
  }
  bundleId = (await first.call(api.ownOffers.createBundle, { body: bundle }))._id
  buyers = []
  for (let count = 0; count < 6; count++) buyers.push((await app.makeUser()).user._id)
})
afterAll(() => app.close())

const orderRows = () => deps.db.selectFrom('orders').selectAll().execute()
const paymentsOf = (orderId: string) => books.get(orderId)?.payments.filter(({ status }) => status === 'captured') ?? []

const actions: Record<string, { weight: number; run: () => Promise<unknown> }> = {
  order: {
    weight: 20,
    run: () => {
      const buyer = { id: pick(buyers) ?? '', role: 'student' as const }
      if (random() < 0.15) return startPurchase(mortal, buyer, { courseId: null, bundleId })
      const coupon = pick(coupons)
      return startPurchase(mortal, buyer, {
        courseId: pick(courses) ?? '',
        ...(random() < 0.4 && coupon && { coupon }),
      })
    },
  },
  pay: {
    weight: 16,
    run: async () => {
      const order = pick([...books.values()].slice(-40))
      // now and then twice, and in the end for what expired long ago
      if (order && (order.payments.length === 0 || random() < 0.05))
        await provider.hosted?.act(order.id, random() < 0.9 ? 'approve' : 'decline', {
          drop: true,
          ...(random() < 0.1 && { refund: 'fails' as const }),
        })
    },
  },
  verify: {
    weight: 18,
    run: async () => {
      const order = pick([...books.values()].slice(-40))
      const payment = order && pick(paymentsOf(order.id))
      const row =
        order && (await deps.db.selectFrom('orders').selectAll().where('id', '=', order.receipt).executeTakeFirst())
      if (!payment || !row) return
      const signature = signConfirmation(razorpayKeys.keySecret, order.id, payment.id)
      await confirmPurchase(mortal, row.user_id, { orderId: order.id, paymentId: payment.id, signature })
    },
  },
  webhook: {
    weight: 20,
    run: async () => {
      const order = pick([...books.values()].slice(-80))
      const payment = order && pick(paymentsOf(order.id))
      if (!payment) return
      const { id, orderId: order_id, amount, currency, status } = payment
      const name = pick(['payment.captured', 'order.paid', 'refund.processed', 'payment.dispute.created']) ?? ''
      const entities = {
        payment: { id, order_id, amount, currency, status },
        ...(order.dispute && { dispute: { id: order.dispute.id } }),
      }
      await handleWebhook(mortal, encodeWebhook(razorpayKeys.webhookSecret, name, entities, `evt_${random()}`))
    },
  },
  reconcile: { weight: 3, run: () => reconcileOrders(mortal) },
  wait: {
    weight: 2,
    run: async () => {
      app.clock.ms += random() < 0.2 ? 26 * 3600_000 : 5 * 60_000
    },
  },
  withdraw: {
    weight: 6,
    run: async () => {
      const row = pick((await orderRows()).filter(({ sold_at }) => sold_at !== null))
      if (row) await withdrawPurchase(mortal, { id: row.user_id }, row.id)
    },
  },
  refund: {
    weight: 5,
    run: async () => {
      const row = pick((await orderRows()).filter(({ sold_at }) => sold_at !== null))
      if (!row) return
      const amount = random() < 0.5 ? null : Math.ceil(random() * row.amount_paise)
      await refundOrder(mortal, { id: admin }, row.id, { amount, note: '' })
    },
  },
  send: {
    weight: 12,
    run: async () => {
      const open = await deps.db
        .selectFrom('refunds')
        .selectAll()
        .where('status', 'in', ['pending', 'failed'])
        .execute()
      const refund = pick(open)
      if (refund?.status === 'failed') {
        // the bank pays it the next time
        const order = [...books.values()].find(({ payments }) => payments.some(({ id }) => id === refund.payment_id))
        for (const payment of order?.payments ?? []) payment.refundFault = undefined
        await retryRefund(mortal, { id: admin }, refund.id)
      }
      if (refund) await sendRefund(mortal, refund.id)
    },
  },
  dispute: {
    weight: 4,
    run: async () => {
      const order = pick(
        [...books.values()].filter(({ payments }) => payments.some((one) => one.status === 'captured')),
      )
      const ended = order?.dispute && !['open', 'under_review'].includes(order.dispute.status)
      const status = order?.dispute ? (pick(['under_review', 'won', 'lost'] as const) ?? 'won') : 'open'
      if (order && !ended) await provider.hosted?.dispute(order.id, status)
    },
  },
  payout: {
    weight: 3,
    run: () =>
      transact(mortal.db, async (tx) => {
        const educator = pick(educators) ?? ''
        await sql`select id from users where id = ${educator} for no key update`.execute(tx)
        const now = mortal.clock.now()
        const { payable } = await findEducatorBalance(tx, educator, now)
        if (payable === 0) return
        const id = `payout-${random()}`
        await post(tx, deps.config.TIME_ZONE, [payoutOf(id, educator, payable, now), payoutPaidOf(id, payable, now)])
      }),
  },
}
const drawn = Object.entries(actions).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name))

/** Runs a step; what the rules refuse, and what was killed, is part of the game. */
async function take(run: () => Promise<unknown>): Promise<'done' | 'refused' | 'killed'> {
  try {
    await run()
    return 'done'
  } catch (error) {
    if (error instanceof Crash) return 'killed'
    if (error instanceof DomainError) return 'refused'
    throw error
  }
}

/** Everything that waits is done, and the provider is asked about everything. */
async function comeToRest(): Promise<void> {
  for (const order of books.values()) {
    for (const payment of order.payments) payment.refundFault = undefined
    if (order.dispute?.status === 'open' || order.dispute?.status === 'under_review')
      await provider.hosted?.dispute(order.id, 'won')
  }
  const calm = { ...deps, payments: provider }
  for (const order of books.values())
    for (const { id, orderId: order_id, amount, currency, status } of paymentsOf(order.id))
      for (const name of ['payment.captured', 'payment.dispute.closed', 'refund.processed']) {
        const entities = {
          payment: { id, order_id, amount, currency, status },
          ...(order.dispute && { dispute: { id: order.dispute.id } }),
        }
        const call = encodeWebhook(razorpayKeys.webhookSecret, name, entities)
        await handleWebhook(calm, call).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
        })
      }
  for (const { id, status } of await deps.db.selectFrom('refunds').selectAll().execute()) {
    if (status === 'failed') await retryRefund(calm, { id: admin }, id)
    await sendRefund(calm, id)
  }
  app.clock.ms += 3600_000
  await compareWithProvider(calm, { hours: 24 * 365, afterSaleHours: 24 * 365 })
}

/** What an order was, for the message of a failure. */
const describeOrder = (
  order: OrderRow,
  enrolments: readonly { user_id: string; course_id: string; order_id: string | null }[],
) => ({
  ...order,
  now: enrolments.filter(({ user_id }) => user_id === order.user_id),
})

async function lossesOf(orderId: string): Promise<number> {
  const { rows } = await sql<{ sum: string | null }>`select sum(amount_paise) as sum from ledger_entries
    join ledger_transactions on ledger_transactions.id = transaction_id
    where account = 'losses' and order_id = ${orderId}`.execute(deps.db)
  return Number(rows[0]?.sum ?? 0)
}

test(`whatever happens in whatever order, the money adds up (MONEY_SEED=${seed})`, { timeout: 600_000 }, async () => {
  const outcomes = { done: 0, refused: 0, killed: 0 }
  const done = new Map<string, number>()
  const rounds = Math.ceil(steps[app.database.engine] / atOnce)
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const name = pick(drawn) ?? ''
        const outcome = await take(actions[name]?.run ?? (async () => {}))
        outcomes[outcome]++
        if (outcome === 'done') done.set(name, (done.get(name) ?? 0) + 1)
      }),
    )
    if (round % 25 === 0) expect((await checkLedger(deps.db, new Date())).problems, `round ${round}`).toEqual([])
  }
  expect(Math.min(outcomes.done, outcomes.refused, outcomes.killed)).toBeGreaterThan(0)
  // each kind of step came through, and not only once
  if (rounds >= 100) for (const name of Object.keys(actions)) expect(done.get(name) ?? 0, name).toBeGreaterThan(10)
  await comeToRest()
  expect((await checkLedger(deps.db, new Date())).problems).toEqual([])

  // each buyer has exactly the courses for which the provider holds their money
  const orders = await orderRows()
  const enrolments = await deps.db.selectFrom('enrolments').selectAll().execute()
  const held = orders.filter(
    ({ sold_at, amount_paise, refunded_paise }) =>
      sold_at !== null && (amount_paise === 0 || refunded_paise < amount_paise),
  )
  const enrolledBy = new Set(enrolments.map((one) => one.order_id))
  expect(held.filter(({ id }) => !enrolledBy.has(id)).map((order) => describeOrder(order, enrolments))).toEqual([])
  const heldIds = new Set(held.map(({ id }) => id))
  expect(enrolments.filter(({ order_id }) => !heldIds.has(order_id ?? ''))).toEqual([])
  const unknown: string[] = []
  for (const order of books.values()) {
    const row = orders.find(({ provider_order_id }) => provider_order_id === order.id)
    const captured = paymentsOf(order.id).reduce((sum, { amount }) => sum + amount, 0)
    const returned = order.refunds
      .filter(({ status }) => status === 'processed')
      .reduce((sum, { amount }) => sum + amount, 0)
    const lost = order.dispute?.status === 'lost' ? order.dispute.deducted : 0
    if (!row && captured > 0) unknown.push(...paymentsOf(order.id).map(({ id }) => id))
    if (!row) continue
    const kept = row.sold_at ? row.amount_paise - row.refunded_paise : 0
    // a dispute can be lost after the money went back: that is the platform's loss
    const losses = await lossesOf(row.id)
    expect(captured - returned - lost, `${order.id} ${row.status}`).toBe(kept - losses)
  }
  // an order whose id never reached us, because the answer was lost, and that someone paid all the same
  const findings = await deps.db.selectFrom('payment_findings').select(['kind', 'subject']).execute()
  expect(findings.filter(({ kind }) => kind !== 'unknown-order')).toEqual([])
  expect(findings.map(({ subject }) => subject).sort()).toEqual(unknown.sort())
  for (const educator of educators) {
    const balance = await findEducatorBalance(deps.db, educator, new Date(deps.clock.now().getTime() + 30 * 86_400_000))
    expect(balance.payable).toBe(Math.max(0, balance.owed))
  }
  const uses = await sql<{ code: string; most: number | null; count: number; of_user: number }>`
    select code, max_uses as most, count(*)::int as count,
      (select max(count) from (select count(*)::int from coupon_uses as own
        where own.coupon_id = coupons.id and own.state <> 'released' group by own.user_id) as counts) as of_user
    from coupons join coupon_uses on coupon_uses.coupon_id = coupons.id where state <> 'released' group by coupons.id`.execute(
    deps.db,
  )
  expect(uses.rows.length).toBeGreaterThan(0)
  for (const { code, most, count, of_user } of uses.rows) {
    expect(count, code).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY)
    if (code === 'LESS-100') expect(of_user).toBeLessThanOrEqual(2)
  }
  // a use is reserved while its order is open, used when it was sold, and released otherwise
  const wrong = await sql<{ id: string }>`
    select orders.id, orders.status, coupon_uses.state from orders
    left join coupon_uses on coupon_uses.order_id = orders.id
    where orders.coupon_id is not null and coupon_uses.state is distinct from
      case when orders.status = 'created' then 'reserved' when orders.sold_at is not null then 'used' else 'released' end`.execute(
    deps.db,
  )
  expect(wrong.rows).toEqual([])
  // no number of a document is missing or there twice
  const { rows } = await sql<{ kind: string; count: number; last: number }>`
    select kind, count(*)::int as count, max(substring(number from '[0-9]+$')::int) as last
    from invoices group by 1`.execute(deps.db)
  for (const { kind, count, last } of rows) expect(count, kind).toBe(last)
})
