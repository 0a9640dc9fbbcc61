import { api, type Endpoint } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { confirmation, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let admin: TestUser
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin', 'Head Admin')
  educator = await app.makeUser('educator', 'Edna Teacher')
})
afterAll(() => app.close())

const calls = Object.entries(api.adminOrders).map(([name, endpoint]): [string, Endpoint] => [name, endpoint])
const list = (query: object = {}) => admin.call(api.adminOrders.list, { query })
const read = (orderId: string) => admin.call(api.adminOrders.read, { params: { orderId } })
const refund = (orderId: string, body: { amount?: number; reason: string }) =>
  admin.call(api.adminOrders.refund, { params: { orderId }, body })
const auditOf = async (id: string) =>
  (await admin.call(api.admin.audit, { query: { limit: 100 } })).entries
    .filter(({ subjectId }) => subjectId === id)
    .map(({ action, detail, subject, subjectKind }) => ({ action, detail, subject, subjectKind }))

let number = 0
/** An order that was paid, and its payment. */
async function sell(price = 499, name = `Buyer ${++number}`) {
  const title = `Sold course ${++number}`
  const course = await makeCourse(educator, { title, price })
  const student = await app.makeUser('student', name)
  const { id } = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
  const body = confirmation(id)
  if (price > 0) await student.call(api.enrolments.verifyPayment, { body })
  const [order] = (await list({ text: title })).orders
  if (!order) throw new Error('the order is not in the list')
  return { order, course, student, title, paymentId: body.razorpay_payment_id, providerOrderId: id }
}

describe('the list of orders', () => {
  test('finds orders by their ids, their buyer and their course', async () => {
    const sold = await sell(499, 'Zubin 100%_Mehta')
    await sell()
    const { order, student, paymentId, providerOrderId, title } = sold
    const texts = [order._id, providerOrderId, paymentId, 'zubin', student.user.email, title, '100%_m']
    for (const text of texts) {
      const { orders, total } = await list({ text })
      expect([text, orders.map(({ _id }) => _id), total]).toEqual([text, [order._id], 1])
    }
    for (const text of ['nothing like it', '%%', "'; drop table orders; --", '\\', '🙂'])
      expect([text, (await list({ text })).total]).toEqual([text, 0])
    expect(order).toMatchObject({
      status: 'paid',
      amount: 499,
      refunded: 0,
      paymentId,
      providerOrderId,
      buyer: { name: 'Zubin 100%_Mehta', email: student.user.email },
      courses: [{ title }],
    })
  })

  test('filters by status and day, and pages', async () => {
    const { order } = await sell()
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: app.deps.config.TIME_ZONE }).format(app.clock.ms)
    const all = await list()
    expect((await list({ from: today, to: today })).total).toBe(all.total)
    expect((await list({ to: '2020-01-01' })).total).toBe(0)
    expect((await list({ from: '2199-01-01' })).total).toBe(0)
    expect((await list({ status: 'paid', text: order._id })).total).toBe(1)
    expect((await list({ status: 'refunded', text: order._id })).total).toBe(0)
    const page = await list({ limit: 1 })
    const next = await list({ limit: 1, cursor: page.next })
    expect([page.orders[0]?._id, next.orders[0]?._id]).toEqual([all.orders[0]?._id, all.orders[1]?._id])
    expect((await list({ limit: 1, cursor: next.previous })).orders).toEqual(page.orders)
  })
})

describe('an order', () => {
  test('shows how it is split, what the ledger has, and its history', async () => {
    const { order, paymentId } = await sell(1000)
    const shown = await read(order._id)
    expect(shown).toMatchObject({ _id: order._id, paymentId, refundable: 1000, refunds: [], disputes: [] })
    const [item] = shown.items
    expect(item).toMatchObject({ educator: { name: 'Edna Teacher' }, amount: 1000, enrolled: true })
    expect((item?.tax ?? 0) + (item?.fee ?? 0) + (item?.educatorShare ?? 0)).toBe(1000)
    expect(shown.ledger.map(({ kind }) => kind)).toEqual(['sale'])
    const entries = shown.ledger[0]?.entries ?? []
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0)
    expect(shown.timeline.map(({ kind }) => kind).slice(0, 2)).toEqual(['created', 'status'])
    expect(shown.timeline.map(({ text }) => text)).toContain('Status: open → paid')
  })

  test('is refunded in part and then to the end, each with its entry in the audit log', async () => {
    const { order, title, student, course } = await sell(1000)
    await refund(order._id, { amount: 250.5, reason: 'Half of it was missing' })
    await runJobs(app, 'send-refund')
    expect(await read(order._id)).toMatchObject({ status: 'partly_refunded', refunded: 250.5, refundable: 749.5 })
    const enrolled = { params: { courseId: course._id } }
    expect(await student.call(api.enrolments.enrolled, enrolled)).toEqual({ enrolled: true })
    const tooMuch = await expectProblem(refund(order._id, { amount: 749.51, reason: 'All' }), 409, 'refund_not_allowed')
    expect(tooMuch.message).toMatch(/749\.5/)
    await refund(order._id, { reason: 'The rest' })
    await runJobs(app, 'send-refund')
    const shown = await read(order._id)
    expect(shown).toMatchObject({ status: 'refunded', refunded: 1000, refundable: 0 })
    expect(shown.refunds).toMatchObject([
      { amount: 250.5, status: 'processed', note: 'Half of it was missing', requestedBy: { name: 'Head Admin' } },
      { amount: 749.5, status: 'processed', reason: 'admin' },
    ])
    expect(await student.call(api.enrolments.enrolled, enrolled)).toEqual({ enrolled: false })
    const about = { action: 'order-refunded', subject: title, subjectKind: 'order' }
    expect(await auditOf(order._id)).toEqual([
      { ...about, detail: 'Refund of all that was left: The rest' },
      { ...about, detail: 'Refund of ₹250.50: Half of it was missing' },
    ])
    await expectProblem(refund(order._id, { reason: 'Again' }), 409, 'refund_not_allowed')
    expect(await auditOf(order._id)).toHaveLength(2)
  })

  test('of refunds at once one is made, and one is in the audit log', async () => {
    const { order, student } = await sell()
    const answers = await Promise.allSettled([
      refund(order._id, { reason: 'One' }),
      refund(order._id, { reason: 'Two', amount: 499 }),
      student.call(api.orders.refund, { params: { orderId: order._id } }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { refunds } = await read(order._id)
    expect(refunds).toHaveLength(1)
    expect(await auditOf(order._id)).toHaveLength(refunds[0]?.reason === 'admin' ? 1 : 0)
  })

  test('a refund that failed is sent again', async () => {
    const { order, title } = await sell()
    await refund(order._id, { reason: 'Asked by mail' })
    const { refunds } = await read(order._id)
    const params = { refundId: refunds[0]?._id ?? '' }
    const retry = () => admin.call(api.adminOrders.retryRefund, { params })
    await expectProblem(retry(), 409, 'refund_not_allowed')
    await app.deps.db
      .updateTable('refunds')
      .set({ status: 'failed', problem: 'No money' })
      .where('id', '=', params.refundId)
      .execute()
    const money = await admin.call(api.adminOrders.money)
    expect(money.failedRefunds).toMatchObject({ total: 1, rows: [{ orderId: order._id, problem: 'No money' }] })
    await retry()
    await runJobs(app, 'send-refund')
    expect(await read(order._id)).toMatchObject({ status: 'refunded', refunds: [{ status: 'processed', attempt: 2 }] })
    expect((await auditOf(order._id))[0]).toEqual({
      action: 'refund-retried',
      detail: 'Refund of ₹499 sent again.',
      subject: title,
      subjectKind: 'order',
    })
  })

  test('mails its invoices to the buyer again', async () => {
    const { order, student } = await sell()
    const [invoice] = (await read(order._id)).invoices
    const resend = (orderId: string) => admin.call(api.adminOrders.resendInvoice, { params: { orderId } })
    await runJobs(app, 'mail-invoice')
    await resend(order._id)
    await runJobs(app, 'mail-invoice')
    const mails = await app.deps.db.selectFrom('outbox_mails').select('recipient').execute()
    expect(mails.filter(({ recipient }) => recipient === student.user.email)).toHaveLength(2)
    const { timeline } = await read(order._id)
    expect(timeline.at(-1)).toMatchObject({
      kind: 'mail',
      text: `Mail to the buyer: ${invoice?.number}, again`,
      actor: 'Head Admin',
    })
    expect(await auditOf(order._id)).toMatchObject([
      { action: 'invoice-resent', detail: `Mailed again: ${invoice?.number}.` },
    ])
    const free = await sell(0)
    await expectProblem(resend(free.order._id), 404, 'not_found')
  })

  test('keeps events of kinds and shapes that this version does not know', async () => {
    const { order } = await sell()
    const events = [
      { kind: 'weather', details: '{}' },
      { kind: 'webhook', details: '{"event":"payment.captured","outcome":"settled"}' },
      { kind: 'refund', details: '[]' },
      { kind: 'dispute', details: '{"amount":49900,"status":"under_review"}' },
      { kind: 'invoice', details: '{"number":"VC/26-27/000001"}' },
    ]
    for (const event of events)
      await sql`insert into order_events (order_id, at, kind, details)
        values (${order._id}, now(), ${event.kind}, ${event.details}::jsonb)`.execute(app.deps.db)
    const { timeline } = await read(order._id)
    expect(timeline.slice(-5).map(({ text }) => text)).toEqual([
      'weather',
      'Webhook payment.captured: settled',
      'refund',
      'Dispute about ₹499: under review',
      'Invoice VC/26-27/000001 issued',
    ])
  })
})

describe('money', () => {
  test('shows the balances, which add up to zero, and the last check', async () => {
    await sell(200)
    const money = await admin.call(api.adminOrders.money)
    expect(money.balances.map(({ account }) => account)).toContain('educator_payable')
    expect(money.balances.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0)
    expect(money.check).toBeNull()
    const check = { balanced: true, problems: [], checkedAt: new Date(app.clock.ms).toISOString() }
    await app.deps.db
      .insertInto('site_figures')
      .values({ name: 'ledger-check', value: JSON.stringify(check), counted_at: new Date(app.clock.ms) })
      .execute()
    expect((await admin.call(api.adminOrders.money)).check).toEqual(check)
  })

  test('a finding is closed once, with a note in the audit log', async () => {
    const at = new Date(app.clock.ms)
    const finding = { id: 'finding-1', kind: 'unknown-order' as const, subject: 'pay_unknown', order_id: null }
    await app.deps.db
      .insertInto('payment_findings')
      .values({ ...finding, amount_paise: 12_300, detail: 'No order', found_at: at, seen_at: at })
      .execute()
    const { findings } = await admin.call(api.adminOrders.money)
    expect(findings).toMatchObject({ total: 1, rows: [{ _id: 'finding-1', subject: 'pay_unknown', amount: 123 }] })
    const resolve = () =>
      admin.call(api.adminOrders.resolveFinding, { params: { findingId: 'finding-1' }, body: { note: 'Asked them' } })
    const answers = await Promise.allSettled([resolve(), resolve()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectProblem(resolve(), 404, 'not_found')
    expect((await admin.call(api.adminOrders.money)).findings).toEqual({ total: 0, rows: [] })
    expect(await auditOf('finding-1')).toEqual([
      {
        action: 'finding-resolved',
        detail: 'Difference (unknown-order) closed: Asked them',
        subject: 'pay_unknown',
        subjectKind: 'finding',
      },
    ])
  })
})

describe('the export', () => {
  const get = (query = '', who = admin) =>
    app.server.inject({ url: `${api.adminOrders.export.path}?${query}`, headers: { cookie: who.cookie } })

  test('is a table of the filtered orders, without formulas, and is written to the audit log', async () => {
    const { order, student } = await sell(499, '=HYPERLINK("http://x")')
    const answer = await get(new URLSearchParams({ text: order._id, status: 'paid' }).toString())
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.split('\r\n')
    expect(lines[0]).toMatch(/^\ufeffOrder,Created at,Status,Buyer,/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")",${student.user.email}`)
    const entries = (await admin.call(api.admin.audit, { query: { action: 'orders-exported' } })).entries
    expect(entries[0]?.detail).toBe('Orders downloaded as CSV: status paid, filtered by words.')
    expect((await get('text=nothing%20like%20it')).body.trim().split('\r\n')).toHaveLength(1)
  })

  test('is limited', async () => {
    const other = await app.makeUser('admin')
    const statuses = []
    for (let time = 0; time < 21; time++) statuses.push((await get('to=2000-01-01', other)).statusCode)
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})

const send = async ([name, { method, path }]: [string, Endpoint], cookie: string, id = 'x', body = bodies[name]) => {
  const url = path.replace(/:\w+/, encodeURIComponent(id))
  const answer = await app.server.inject({ method, url, headers: { cookie }, ...(body && { payload: body }) })
  return { status: answer.statusCode, code: answer.body.startsWith('{') ? answer.json().code : undefined }
}
const bodies: Record<string, object> = { refund: { reason: 'x' }, resolveFinding: { note: 'x' } }

describe.each(calls.filter(([, { path }]) => path.includes(':')))('%s', (...call) => {
  test.each(['x', "' or 1=1 --", '%', '../../etc/passwd', '💥', 'a'.repeat(64)])(
    'answers the id %s with 404',
    async (id) => {
      expect(await send(call, admin.cookie, id)).toEqual({ status: 404, code: 'not_found' })
    },
  )
  test.each(['\u0000', 'a'.repeat(65)])('refuses an id that cannot be one', async (id) => {
    expect(await send(call, admin.cookie, id)).toMatchObject({ status: 400 })
  })
})

describe('input that is refused', () => {
  test.each([
    ['refund', {}],
    ['refund', { reason: '   ' }],
    ['refund', { reason: 'x'.repeat(501) }],
    ['refund', { reason: 'x', amount: 0 }],
    ['refund', { reason: 'x', amount: -1 }],
    ['refund', { reason: 'x', amount: 0.001 }],
    ['refund', { reason: 'x', amount: 1e12 }],
    ['refund', { reason: 'x', amount: '5' }],
    ['refund', { reason: 'x', amount: null }],
    ['resolveFinding', {}],
    ['resolveFinding', { note: '' }],
    ['resolveFinding', { note: 5 }],
  ])('%s %j', async (name, body) => {
    const call = calls.find(([one]) => one === name)
    if (!call) throw new Error(name)
    expect(await send(call, admin.cookie, 'x', body)).toEqual({ status: 400, code: 'invalid_input' })
  })
  const queries = [
    'status=lost',
    'limit=0',
    'limit=101',
    'cursor=x',
    'from=yesterday',
    'from=0000-01-01',
    'to=2026-02-30',
    `text=${'x'.repeat(101)}`,
  ]
  test.each(queries)('orders?%s', async (query) => {
    const url = `${api.adminOrders.list.path}?${query}`
    const answer = await app.server.inject({ url, headers: { cookie: admin.cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })
  test.each(['student', 'educator'] as const)('a %s reads none of it', async (role) => {
    const { cookie } = await app.makeUser(role)
    for (const call of calls) expect(await send(call, cookie)).toEqual({ status: 403, code: 'forbidden' })
  })
})
