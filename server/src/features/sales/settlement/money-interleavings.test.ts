import { api } from '@virtual-courses/contract'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeWebhook, signConfirmation } from '#adapters/payments/razorpay-codec.ts'
import { type SandboxOrder, sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import { expectNoEchoes } from '#core/events/broadcast.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { attachQueue, queueOf } from '#core/jobs.ts'
import { checkLedger } from '#features/ledger/index.ts'
import { randomOf } from '#features/quizzes/draw.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { expectMoneyAddsUp } from '#test/support/sales/expect-money-adds-up.ts'
import { payoutActs } from '#test/support/sales/payout-acts.ts'
import { bankDetails } from '#test/support/sales/payout-world.ts'
import { razorpayKeys } from '#test/support/services/razorpay-server.ts'
import { confirmPurchase } from '../checkout/confirm-purchase.ts'
import { handleWebhook } from '../checkout/handle-webhook.ts'
import { startPurchase } from '../checkout/start-purchase.ts'
import { findDifferentPayments } from '../findings/finding-queries.ts'
import { compareWithProvider } from '../reconciliation/compare-with-provider.ts'
import { readSettlements } from '../reconciliation/read-settlements.ts'
import { reconcileOrders } from '../reconciliation/reconcile-orders.ts'
import { refundOrder, retryRefund, withdrawPurchase } from '../refunds/refund-order.ts'
import { sendRefund } from '../refunds/send-refund.ts'

// On a real PostgreSQL in parallel: 1,000 steps, with `npm test -- --all` 10,000. The embedded database has one connection.
const steps = { postgres: Number(process.env.MONEY_STEPS ?? (isWhole ? 10_000 : 1000)), embedded: 400 }
const atOnce = 20
/** Each seed explores another order of events; what runs concurrently differs in every run even so. */
const seed = Number(process.env.MONEY_SEED ?? 1)

const random = randomOf(seed)
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
/** The provider, some of whose replies are lost after it has done the work. */
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
for (const name of ['createOrder', 'refundPayment', 'fetchPayment', 'fetchRefunds', 'fetchDispute'] as const) {
  const call = provider[name] as (...given: unknown[]) => Promise<unknown> // arguments are passed on unchanged
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
/** Dependencies with which any step may die in the middle: its transaction is rolled back, as when the process is killed. */
let mortal: FeatureDeps
let buyers: string[]
let courses: string[]
let educators: string[]
/** orders before the first step, which no step takes back: so there is something to be paid out */
const kept = new Set<string>()
/** two admins, since one confirms what the other has planned */
let admins: CurrentUser[]
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
  // the transaction may be aborted after any statement
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
  admins = []
  for (const name of ['First Admin', 'Second Admin']) {
    const { user } = await app.makeUser('admin', name)
    const session = { sessionId: '', language: null, hasFactor: false }
    admins.push({ id: user._id, role: 'admin', name, email: user.email, ...session })
  }
  const owners = [await app.makeUser('educator'), await app.makeUser('educator')]
  educators = owners.map(({ user }) => user._id)
  for (const owner of owners) await owner.call(api.payouts.saveAccount, { body: bankDetails })
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
  const calm = { ...deps, payments: provider }
  for (const courseId of courses) {
    const buyer = { id: (await app.makeUser()).user._id, role: 'student' as const }
    await startPurchase(calm, buyer, '10.0.0.1', { courseId })
    const order = [...books.values()].at(-1)
    if (!order) throw new Error('Nothing was ordered')
    await provider.hosted?.act(order.id, 'approve', { drop: true })
    const paymentId = paymentsOf(order.id)[0]?.id ?? ''
    const signature = signConfirmation(razorpayKeys.keySecret, order.id, paymentId)
    await confirmPurchase(calm, buyer.id, { orderId: order.id, paymentId, signature })
    kept.add(order.receipt)
  }
  // no one can withdraw from them any more
  app.clock.ms += 8 * 86_400_000
  buyers = []
  for (let count = 0; count < 6; count++) buyers.push((await app.makeUser()).user._id)
})
afterAll(() => app.close())

const adminOf = (): CurrentUser => {
  const admin = pick(admins)
  if (!admin) throw new Error('There is no admin')
  return admin
}
const changing = async () =>
  (await deps.db.selectFrom('orders').selectAll().execute()).filter(({ id }) => !kept.has(id))
const changingBooks = () => [...books.values()].filter(({ receipt }) => !kept.has(receipt))
const paymentsOf = (orderId: string) => books.get(orderId)?.payments.filter(({ status }) => status === 'captured') ?? []

const isProcessed = ({ status }: { status: string }): boolean => status === 'processed'
let byHand = 0

const actions: Record<string, { weight: number; run: () => Promise<unknown> }> = {
  order: {
    weight: 20,
    run: () => {
      const buyer = { id: pick(buyers) ?? '', role: 'student' as const }
      if (random() < 0.15) return startPurchase(mortal, buyer, '10.0.0.1', { courseId: null, bundleId })
      const coupon = pick(coupons)
      return startPurchase(mortal, buyer, '10.0.0.1', {
        courseId: pick(courses) ?? '',
        ...(random() < 0.4 && coupon && { coupon }),
      })
    },
  },
  pay: {
    weight: 16,
    run: async () => {
      const order = pick([...books.values()].slice(-40))
      // sometimes twice, and at the end also for orders that expired long ago
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
      const row = pick((await changing()).filter(({ sold_at }) => sold_at !== null))
      if (row) await withdrawPurchase(mortal, { id: row.user_id }, row.id)
    },
  },
  refund: {
    weight: 5,
    run: async () => {
      const row = pick((await changing()).filter(({ sold_at }) => sold_at !== null))
      if (!row) return
      const amount = random() < 0.5 ? null : Math.ceil(random() * row.amount_paise)
      await refundOrder(mortal, adminOf(), row.id, { amount, note: '' })
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
        // the next attempt succeeds
        const order = [...books.values()].find(({ payments }) => payments.some(({ id }) => id === refund.payment_id))
        for (const payment of order?.payments ?? []) payment.refundFault = undefined
        await retryRefund(mortal, adminOf(), refund.id)
      }
      if (refund) await sendRefund(mortal, refund.id)
    },
  },
  dispute: {
    weight: 4,
    run: async () => {
      const order = pick(changingBooks().filter(({ payments }) => payments.some((one) => one.status === 'captured')))
      const ended = order?.dispute && !['open', 'under_review'].includes(order.dispute.status)
      const status = order?.dispute ? (pick(['under_review', 'won', 'lost'] as const) ?? 'won') : 'open'
      if (order && !ended) await provider.hosted?.dispute(order.id, status)
    },
  },
  payout: { weight: 6, run: () => pick(payoutActs)?.(mortal, adminOf(), pick) ?? Promise.resolve() },
  settlements: { weight: 1, run: () => readSettlements(mortal) },
  /** An admin pays a pending or failed refund in the provider's dashboard: all of it, or once a part. */
  'refund by hand': {
    weight: 2,
    run: async () => {
      const waiting = deps.db.selectFrom('refunds').selectAll().where('status', 'in', ['pending', 'failed'])
      const refund = pick(await waiting.execute())
      const order = [...books.values()].find(({ payments }) => payments.some(({ id }) => id === refund?.payment_id))
      const payment = order?.payments.find(({ id }) => id === refund?.payment_id)
      const returned = order?.refunds.reduce((sum, one) => sum + (one.status === 'failed' ? 0 : one.amount), 0) ?? 0
      if (!refund || !order || !payment || payment.amount - returned < refund.amount_paise) return
      if (order.dispute && order.dispute.status !== 'won') return
      const isFirst = refund.booked && order.refunds.every(({ key }) => key !== null)
      const amount = Math.ceil(refund.amount_paise * (isFirst && random() < 0.5 ? random() : 1))
      const made = { id: `rfnd_hand${++byHand}`, paymentId: payment.id, amount }
      order.refunds.push({ ...made, status: 'processed', key: null, createdAt: app.clock.ms })
    },
  },
  /** The bank returns a refund that was paid. */
  'returned refund': {
    weight: 1,
    run: async () => {
      const order = pick([...books.values()].filter(({ refunds }) => refunds.some(isProcessed)))
      const refund = order?.refunds.find(isProcessed)
      const payment = order?.payments.find(({ id }) => id === refund?.paymentId)
      if (!order || !refund || !payment || order.dispute) return
      refund.status = 'failed'
      const { id, orderId: order_id, amount, currency, status } = payment
      const entities = {
        payment: { id, order_id, amount, currency, status },
        refund: { id: refund.id, payment_id: id, amount: refund.amount, status: 'failed', receipt: refund.key },
      }
      await handleWebhook(
        mortal,
        encodeWebhook(razorpayKeys.webhookSecret, 'refund.failed', entities, `evt_${random()}`),
      )
    },
  },
}
const drawn = Object.entries(actions).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name))

/** Runs a step. Steps that the rules refuse and steps that are killed are expected. */
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

/** Whether money is on its way to a buyer, or was returned at the provider and is not recorded yet. */
const isWaiting = async (): Promise<boolean> =>
  (await deps.db.selectFrom('refunds').select('id').where('status', 'in', ['pending', 'failed']).execute()).length >
    0 || (await findDifferentPayments(deps.db, 1)).length > 0

/** Runs all waiting jobs and compares everything with the provider. */
async function waitUntilIdle(): Promise<void> {
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
  app.clock.ms += 3600_000
  // differences that the comparison finds, such as a returned refund, are sent and compared again: each may owe another
  for (let pass = 0; pass < 2 || (pass < 8 && (await isWaiting())); pass++) {
    for (const { id, status } of await deps.db.selectFrom('refunds').selectAll().execute()) {
      if (status === 'failed') await retryRefund(calm, adminOf(), id)
      await sendRefund(calm, id)
    }
    await compareWithProvider(calm, { hours: 24 * 365, afterSaleHours: 24 * 365 })
  }
}

test(`the money adds up after any events in any order (MONEY_SEED=${seed})`, { timeout: 600_000 }, async () => {
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
  // each kind of step was completed more than once; how often also depends on the machine
  if (rounds >= 100) for (const name of Object.keys(actions)) expect(done.get(name) ?? 0, name).toBeGreaterThan(3)
  await waitUntilIdle()
  expect((await checkLedger(deps.db, new Date())).problems).toEqual([])
  await expectMoneyAddsUp(deps, books, educators)
})
