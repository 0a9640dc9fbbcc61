import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeWebhook } from '#adapters/payments/razorpay-codec.ts'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { sandboxStore } from '#app/database-stores.ts'
import { DomainError } from '#core/domain-error.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { transact } from '#core/transact.ts'
import type { OrderRow } from '#db/schema.ts'
import { checkLedger } from '#features/ledger/index.ts'
import { planRun } from '#features/payouts/index.ts'
import { bundle } from '#test/support/bundle.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { type Step, steps } from '#test/support/sales/money-steps.ts'
import { confirmation, newPaymentId, paymentKeys } from '#test/support/sales/pay.ts'
import { makeSeller, passTime } from '#test/support/sales/payout-world.ts'
import { quietSandbox } from '#test/support/services/quiet-sandbox.ts'
import { reconcileOrders } from '../reconciliation/reconcile-orders.ts'

const source = join(import.meta.dirname, '../../../../test/support/sales/killed-step.ts')
/** Number of steps that are killed at the same time, each in its own process. */
const atOnce = 3
const limits = { timeout: 300_000 }

const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = paymentKeys
const keys = { keyId, keySecret, webhookSecret }

let folder: string
let program: string
let app: TestApp
let educator: TestUser
let admin: TestUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vc-killed-'))
  program = await bundle(source, folder)
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  admin = await app.makeUser('admin')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Each step opens an order, and with `--all` there are more steps than orders that a client may open in an hour. */
const resetLimits = (): object => Object.assign(app.deps.limits, createLimits(memoryStore()))

/** Runs a step in a process that dies during its statement number `killAt`. Returns the number of statements, or null when killed. */
async function doStep(name: Step, input: object, killAt: number): Promise<number | null> {
  const about = {
    keys,
    settings: app.deps.settings.current(),
    now: app.deps.clock.now(),
    payoutSecrets: app.deps.payoutSecrets,
    name,
    killAt,
    input,
  }
  const child = spawn(process.execPath, [program, JSON.stringify({ ...about, url: app.database.url })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  await exited
  if (child.signalCode === 'SIGKILL') return null
  expect(complaint).toBe('')
  return Number.parseInt(out, 10)
}

async function order() {
  const course = await makeCourse(educator)
  const student = await app.makeUser()
  const made = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
  const row = (): Promise<OrderRow> =>
    app.deps.db.selectFrom('orders').selectAll().where('provider_order_id', '=', made.id).executeTakeFirstOrThrow()
  const enrolled = async () =>
    (await student.call(api.enrolments.enrolled, { params: { courseId: course._id } })).enrolled
  const {
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature: signature,
  } = confirmation(made.id)
  const settle = { userId: student.user._id, confirmation: { orderId, paymentId, signature } }
  return { course, student, made, row, enrolled, settle }
}

/** Does what a restarted server does by itself. */
async function recover(): Promise<void> {
  app.clock.ms += 2 * 3600_000
  await runJobs(app, 'send-refund')
  await reconcileOrders(app.deps)
  await runJobs(app, 'send-refund')
  app.clock.ms -= 2 * 3600_000
}

/** The input of a step, and a check after the recovery that it was done once or not at all. */
type Prepared = { input: object; check: () => Promise<void> }

/**
 * Maximum number of statements of a step at which it is killed, spread evenly over the step. `npm test -- --all` takes every statement; run
 * it after a change of settlements, refunds or payouts.
 */
const most = isWhole ? Number.POSITIVE_INFINITY : 3

/** Kills a step at its statements, each time with new data, and checks the state after the recovery. */
async function killEverywhere(name: Step, prepare: () => Promise<Prepared>): Promise<void> {
  resetLimits()
  const whole = await prepare()
  const statements = (await doStep(name, whole.input, 0)) ?? 0
  await recover()
  await whole.check()
  expect(statements).toBeGreaterThan(5)
  const count = Math.min(most, statements)
  // the first and the last one are among them
  const points = Array.from({ length: count }, (_, index) => 1 + Math.round((index * (statements - 1)) / (count - 1)))
  let killed = 0
  for (let start = 0; start < points.length; start += atOnce) {
    resetLimits()
    const left: Prepared[] = []
    for (const _ of points.slice(start, start + atOnce)) left.push(await prepare())
    const ends = await Promise.all(left.map(({ input }, index) => doStep(name, input, points[start + index] ?? 0)))
    killed += ends.filter((end) => end === null).length
    await recover()
    for (const { check } of left) await check()
    expect((await checkLedger(app.deps.db, new Date())).problems).toEqual([])
  }
  expect(killed).toBe(points.length)
}

describe('a server that is killed', () => {
  test.skipIf(!isWhole)(
    'at any statement of a settlement leaves the buyer with what they paid for',
    limits,
    async ({ skip }) => {
      if (!app.database.url) return skip('a process of its own needs a database server')
      await killEverywhere('settle', async () => {
        const { settle, row, enrolled, made, student } = await order()
        return {
          input: settle,
          async check() {
            const { status, sold_at } = await row()
            const paid = await app.deps.payments.fetchPaymentsOfOrder(made.id)
            // killed before the request to the provider: the buyer's page confirms again
            if (paid.length === 0) return
            expect([status, sold_at !== null, await enrolled()]).toEqual(['paid', true, true])
            const rows = await app.deps.db
              .selectFrom('enrolments')
              .select('course_id')
              .where('user_id', '=', student.user._id)
              .execute()
            expect(rows).toHaveLength(1)
          },
        }
      })
    },
  )

  test('at any statement of a webhook leaves the buyer with what they paid for', limits, async ({ skip }) => {
    if (!app.database.url) return skip('a process of its own needs a database server')
    await killEverywhere('webhook', async () => {
      const { row, enrolled, made } = await order()
      const payment = {
        id: newPaymentId(),
        order_id: made.id,
        amount: made.amount,
        currency: 'INR',
        status: 'captured',
      }
      const { headers, rawBody } = encodeWebhook(webhookSecret, 'payment.captured', { payment }, `evt_${payment.id}`)
      return {
        input: { headers, body: rawBody.toString() },
        async check() {
          const paid = await app.deps.payments.fetchPaymentsOfOrder(made.id)
          const { status, sold_at } = await row()
          // killed before the request to the provider: the provider repeats its webhook
          expect([status, sold_at !== null, await enrolled()]).toEqual(
            paid.length === 0 ? ['created', false, false] : ['paid', true, true],
          )
        },
      }
    })
  })

  test.skipIf(!isWhole)(
    'at any statement of the sale of a bundle with a coupon sells all of it or nothing',
    limits,
    async ({ skip }) => {
      if (!app.database.url) return skip('a process of its own needs a database server')
      let count = 0
      await killEverywhere('settle', async () => {
        const courses = [await makeCourse(educator), await makeCourse(educator)]
        const courseIds = courses.map(({ _id }) => _id)
        const { _id: bundleId } = await educator.call(api.ownOffers.createBundle, {
          body: { title: 'Both', price: 300, courseIds, isPublished: true },
        })
        const code = `KILLED-${++count}`
        await admin.call(api.adminOffers.createCoupon, { body: { code, kind: 'percent', value: 10, maxUses: 1 } })
        const student = await app.makeUser()
        const made = await student.call(api.enrolments.createOrder, { body: { bundleId, coupon: code } })
        const fields = confirmation(made.id)
        const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = fields
        return {
          input: { userId: student.user._id, confirmation: { orderId, paymentId, signature } },
          async check() {
            const paid = await app.deps.payments.fetchPaymentsOfOrder(made.id)
            const { rows } = await sql<{ state: string; enrolled: number; papers: number; amount: number }>`
            select coupon_uses.state, orders.amount_paise as amount,
              (select count(*)::int from enrolments where enrolments.order_id = orders.id) as enrolled,
              (select count(*)::int from invoices where invoices.order_id = orders.id) as papers
            from orders join coupon_uses on coupon_uses.order_id = orders.id
            where orders.provider_order_id = ${made.id}`.execute(app.deps.db)
            const done = paid.length > 0
            const expected = { state: done ? 'used' : 'reserved', enrolled: done ? 2 : 0, papers: done ? 1 : 0 }
            expect(rows).toEqual([{ ...expected, amount: 27_000 }])
          },
        }
      })
    },
  )

  test(
    'at any statement of a lost dispute reverses the sale once, when the webhook is repeated',
    limits,
    async ({ skip }) => {
      if (!app.database.url) return skip('a process of its own needs a database server')
      const sandbox = quietSandbox(app.deps.db, keys)
      await killEverywhere('dispute', async () => {
        const { student, made, row, enrolled } = await order()
        await student.call(api.enrolments.verifyPayment, { body: confirmation(made.id) })
        await sandbox.hosted?.dispute(made.id, 'lost')
        const { id } = await row()
        const known = await sandboxStore(app.deps.db).load(made.id)
        const input = { disputeId: known?.dispute?.id ?? '' }
        return {
          input,
          async check() {
            await steps.dispute(app.deps, input)
            const notes = await app.deps.db
              .selectFrom('invoices')
              .select('id')
              .where('order_id', '=', id)
              .where('kind', '=', 'credit_note')
              .execute()
            expect([(await row()).status, await enrolled(), notes.length]).toEqual(['refunded', false, 1])
          },
        }
      })
    },
  )

  test('at any statement of a refund refunds once or not at all', limits, async ({ skip }) => {
    if (!app.database.url) return skip('a process of its own needs a database server')
    await killEverywhere('refund', async () => {
      const { student, made, row, enrolled } = await order()
      await student.call(api.enrolments.verifyPayment, { body: confirmation(made.id) })
      const { id: orderId, payment_id: paymentId } = await row()
      return {
        input: { userId: student.user._id, orderId },
        async check() {
          const refunds = await app.deps.payments.fetchRefunds(paymentId ?? '')
          expect([
            ['paid', true, 0],
            ['refunded', false, 1],
          ]).toContainEqual([(await row()).status, await enrolled(), refunds.length])
        },
      }
    })
  })

  test('at any statement of a payout run pays each educator once when it is repeated', limits, async ({ skip }) => {
    if (!app.database.url) return skip('a process of its own needs a database server')
    await killEverywhere('payout', async () => {
      const seller = await makeSeller(app, [1000])
      await passTime(app)
      const { runId } = await transact(app.deps.db, (tx) =>
        planRun(app.deps, tx, { adminId: admin.user._id, note: '' }),
      )
      const input = { runId, adminId: admin.user._id }
      return {
        input,
        async check() {
          await steps.payout(app.deps, input).catch((error: unknown) => {
            // another run paid all of it
            if (!(error instanceof DomainError)) throw error
          })
          expect(await seller.call(api.payouts.balance)).toMatchObject({ payable: 0, onItsWay: 0, paidOut: 1000 })
        },
      }
    })
  })
})
