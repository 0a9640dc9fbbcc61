import { api, type SiteSettings } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { findInvoice, findInvoicesOf, type Invoice } from './queries.ts'
import { resendInvoices } from './resend-invoices.ts'

const gstin = '29AAGCB7383J1Z4'
const seller: Partial<SiteSettings> = {
  sellerName: 'Gyaan Learning Private Limited',
  sellerAddress: '12 MG Road\nBengaluru 560001',
  sellerState: '29',
  sellerGstin: gstin,
}

let app: TestApp
let educator: TestUser
let admin: TestUser
let settings: Partial<SiteSettings> = {}
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  app.deps.settings.current = () => ({ ...app.deps.settings.defaults, ...settings })
  educator = await app.makeUser('educator')
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

type Billing = { name?: string; address?: string; state?: string; gstin?: string }
const saveBilling = (who: TestUser, details: Billing) =>
  who.call(api.invoices.saveBilling, { body: { name: '', address: '', state: '', gstin: '', ...details } })

async function sell(price = 499, details?: Billing, title = 'Joins') {
  const student = await app.makeUser('student', 'Asha Rao')
  if (details) await saveBilling(student, details)
  const course = await makeCourse(educator, { title, price })
  await buy(student, course._id)
  const order = await app.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', student.user._id)
    .executeTakeFirstOrThrow()
  const [listed] = await findInvoicesOf(app.deps.db, [order.id])
  const invoice = listed ? await findInvoice(app.deps.db, listed.id) : undefined
  return { student, course, order, invoice: invoice as Invoice } // sales of these tests have one
}

const get = (path: string, who?: TestUser) =>
  app.server.inject({ url: path, ...(who && { headers: { cookie: who.cookie } }) })
const pageOf = (id: string, who?: TestUser) => get(`/api/invoices/${id}`, who)
const pdfOf = (id: string, who?: TestUser) => get(`/api/invoices/${id}/pdf`, who)
const textOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

describe('a sale without a GSTIN', () => {
  test('gets a receipt without tax; a free course gets none', async () => {
    settings = {}
    const { invoice, order } = await sell(499)
    expect(invoice).toMatchObject({
      kind: 'receipt',
      number: expect.stringMatching(/^VC\/\d{4}\/R\d{6}$/),
      orderId: order.id,
      amount: 499_00,
      taxable: 499_00,
      cgst: 0,
      igst: 0,
      placeOfSupply: '',
      seller: { name: 'Virtual Courses', gstin: '' },
      buyer: { name: 'Asha Rao' },
      lines: [{ title: 'Joins', amount: 499_00, percent: 0 }],
    })
    const free = await app.makeUser()
    const course = await makeCourse(educator, { title: 'Free', price: 0 })
    await buy(free, course._id)
    const { rows } = await sql`select 1 from invoices where user_id = ${free.user._id}`.execute(app.deps.db)
    expect(rows).toEqual([])
  })
})

describe('a sale with a GSTIN', () => {
  test.each([
    ['in the state of the seller', { state: '29' }, { cgst: 38_06, sgst: 38_06, igst: 0, placeOfSupply: '29' }],
    ['without an address on record', {}, { cgst: 38_06, igst: 0, placeOfSupply: '29' }],
    ['in another state', { state: '27' }, { cgst: 0, sgst: 0, igst: 76_12, placeOfSupply: '27' }],
    [
      'to a business of another state',
      { gstin: '27AAPFU0939F1ZV', address: '1 Fort, Mumbai' },
      { cgst: 0, igst: 76_12, placeOfSupply: '27' },
    ],
  ])('%s splits the price, and items and ledger agree', async (_name, details, expected) => {
    settings = seller
    const { invoice, order } = await sell(499, details)
    expect(invoice).toMatchObject({ kind: 'invoice', amount: 499_00, taxable: 422_88, ...expected })
    expect(invoice.seller).toMatchObject({ name: 'Gyaan Learning Private Limited', gstin, state: '29' })
    const item = await sql<{ gst_paise: number }>`
      select gst_paise from order_items where order_id = ${order.id}`.execute(app.deps.db)
    const entry = await sql<{ amount: number }>`
      select sum(amount_paise)::int as amount from ledger_entries join ledger_transactions on ledger_transactions.id = transaction_id
      where order_id = ${order.id} and account = 'gst_payable'`.execute(app.deps.db)
    expect([item.rows[0]?.gst_paise, entry.rows[0]?.amount]).toEqual([76_12, -76_12])
  })

  test('has numbers without gaps when many buy at once, and a rollback gives its number back', {
    timeout: 60_000,
  }, async () => {
    settings = { ...seller, invoiceSeries: 'GAP' }
    const course = await makeCourse(educator, { title: 'Popular', price: 100 })
    const students = await Promise.all(Array.from({ length: 20 }, () => app.makeUser()))
    await Promise.all(students.map((student) => buy(student, course._id)))
    await expect(
      transact(app.deps.db, async (tx) => {
        await sql`update invoice_counters set last = last + 1 where series = 'GAP'`.execute(tx)
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    const { rows } = await sql<{ number: string; issued_at: Date }>`
      select number, issued_at from invoices where number like 'GAP/%' order by number`.execute(app.deps.db)
    expect(rows.map(({ number }) => Number(number.slice(-6)))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    const times = rows.map(({ issued_at }) => issued_at.getTime())
    expect(times).toEqual([...times].sort((one, two) => one - two))
  })

  test('is not changed and not deleted, not even by hand', async () => {
    settings = seller
    const { invoice } = await sell(499)
    for (const statement of [
      sql`update invoices set amount_paise = 1 where id = ${invoice.id}`,
      sql`delete from invoices where id = ${invoice.id}`,
    ])
      await expect(statement.execute(app.deps.db)).rejects.toThrow('Invoices are not changed')
    await saveBilling(await app.makeUser(), { name: 'Other' })
    settings = { ...seller, sellerName: 'Renamed' }
    expect(await findInvoice(app.deps.db, invoice.id)).toEqual(invoice)
  })
})

describe('credit notes', () => {
  const refund = async (orderId: string, amount: number) => {
    const refundId = newId()
    await sql`insert into refunds (id, order_id, payment_id, amount_paise, reason, booked, status, created_at)
      values (${refundId}, ${orderId}, 'pay_x', ${amount}, 'admin', true, 'processed', now())`.execute(app.deps.db)
    const issue = (now = app.deps.clock.now()) =>
      transact(app.deps.db, (tx) => issueCreditNote(tx, app.deps, { orderId, refundId, amount, now }))
    return { refundId, issue }
  }

  test('add up to the invoice, once for each refund, in a series of their own', async () => {
    settings = seller
    const { order, invoice } = await sell(499, { state: '29' })
    const notes: Invoice[] = []
    for (const amount of [1_01, 200_00, 297_99]) {
      const { issue } = await refund(order.id, amount)
      const [one, two] = [await issue(), await issue()]
      expect(one).toEqual(two)
      const note = await findInvoice(app.deps.db, one?.issued.id ?? '')
      if (note) notes.push(note)
    }
    const sum = (of: (note: Invoice) => number) => notes.reduce((total, note) => total + of(note), 0)
    expect([sum(({ amount }) => amount), sum(({ taxable }) => taxable), sum(({ cgst }) => cgst)]).toEqual([
      invoice.amount,
      invoice.taxable,
      invoice.cgst,
    ])
    expect(notes.map(({ kind, number }) => [kind, /^VC\/\d{4}\/C\d{6}$/.test(number)])).toEqual(
      notes.map(() => ['credit_note', true]),
    )
    expect(notes[0]?.refersTo?.number).toBe(invoice.number)
    const { issue } = await refund(order.id, 1)
    await expect(issue()).rejects.toThrow(RangeError)
  })

  test('begin at 1 in the next financial year', async () => {
    settings = { ...seller, invoiceSeries: 'NY' }
    const { order } = await sell(499)
    const now = app.deps.clock.now()
    const numbers = []
    for (const at of [now, now, new Date(now.getTime() + 366 * 24 * 3600 * 1000)])
      numbers.push((await (await refund(order.id, 100)).issue(at))?.issued.number.slice(-6))
    expect(numbers).toEqual(['000001', '000002', '000001'])
  })

  test('of refunds at once wait for each other', async () => {
    settings = seller
    const { order } = await sell(499, { state: '27' })
    const refunds = await Promise.all(Array.from({ length: 5 }, () => refund(order.id, 99_80)))
    const issued = await Promise.all(refunds.map(({ issue }) => issue()))
    const notes = await Promise.all(issued.map((one) => findInvoice(app.deps.db, one?.issued.id ?? '')))
    expect(notes.reduce((total, note) => total + (note?.igst ?? 0), 0)).toBe(76_12)
  })

  test('are for chosen courses where these are known, and there are none for an order without an invoice', async () => {
    settings = seller
    const { order, course } = await sell(499)
    const { refundId } = await refund(order.id, 100)
    const credit = { orderId: order.id, refundId, amount: 100, now: app.deps.clock.now() }
    const wrong = { ...credit, amounts: new Map([[course._id, 499_01]]) }
    await expect(transact(app.deps.db, (tx) => issueCreditNote(tx, app.deps, wrong))).rejects.toThrow(RangeError)
    const right = { ...credit, amounts: new Map([[course._id, 100]]) }
    expect(await transact(app.deps.db, (tx) => issueCreditNote(tx, app.deps, right))).toMatchObject({
      issued: { kind: 'credit_note' },
      taxes: new Map([[course._id, 14]]),
    })
    expect(
      await transact(app.deps.db, (tx) => issueCreditNote(tx, app.deps, { ...credit, orderId: 'none' })),
    ).toBeNull()
  })
})

describe('the page and the PDF file', () => {
  test('say the same, to the buyer and to admins', async () => {
    settings = seller
    const { student, invoice } = await sell(499, { name: 'Asha Rao & Sons', address: '1 Fort\nMumbai', state: '27' })
    const page = await pageOf(invoice.id, student)
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(String(page.headers['content-security-policy'])).toMatch(
      /^default-src 'none'; style-src 'nonce-[0-9a-f]+'; font-src 'self';/,
    )
    const pdf = await pdfOf(invoice.id, student)
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice.number.replaceAll('/', '-')}.pdf"`,
    })
    const text = await textOf(pdf.rawPayload)
    const shown = page.body.replaceAll('&amp;', '&')
    for (const part of [
      'Tax invoice',
      invoice.number,
      'Gyaan Learning Private Limited',
      gstin,
      'Asha Rao & Sons',
      'Maharashtra (27)',
      'IGST 18 %',
      '999293',
      '₹422.88',
      '₹76.12',
      '₹499.00',
    ]) {
      expect(text).toContain(part)
      expect(shown).toContain(part)
    }
    expect((await pageOf(invoice.id, admin)).statusCode).toBe(200)
    expect((await pdfOf(invoice.id, admin)).statusCode).toBe(200)
  })

  test('show hostile names and titles as texts', async () => {
    settings = seller
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const { student, invoice } = await sell(499, { name: hostile, address: hostile }, 'A <b>title</b> & more')
    const { body } = await pageOf(invoice.id, student)
    expect(body).not.toMatch(/<script|<img|<b>/)
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(await textOf((await pdfOf(invoice.id, student)).rawPayload)).toContain('<script>alert(1)</script>')
  })

  test('show names and titles from right to left in their own direction', async () => {
    const { student, invoice } = await sell(499, { name: 'زینب', address: 'لاہور', state: '27' }, 'اردو میں SQL!')
    const { body } = await pageOf(invoice.id, student)
    expect(body).toContain('<p dir="auto">زینب</p>')
    expect(body).toContain('<td><bdi>اردو میں SQL!</bdi>')
  })

  test('do not exist for others', async () => {
    const { invoice } = await sell(499)
    const stranger = await app.makeUser()
    for (const path of [`/api/invoices/${invoice.id}`, `/api/invoices/${invoice.id}/pdf`]) {
      expect((await get(path)).statusCode).toBe(401)
      expect((await get(path, stranger)).statusCode).toBe(404)
      expect((await get(path, educator)).statusCode).toBe(404)
    }
  })

  test.each(['unknown', '%00', 'x'.repeat(65), '..%2f..'])('refuse the id %s', async (id) => {
    for (const path of [`/api/invoices/${id}`, `/api/invoices/${id}/pdf`])
      expect([400, 404]).toContain((await get(path, admin)).statusCode)
  })
})

describe('billing details', () => {
  test('are empty until they are saved, and belong to one user', async () => {
    const who = await app.makeUser()
    const empty = { name: '', address: '', state: '', gstin: '' }
    expect(await who.call(api.invoices.billing)).toMatchObject(empty)
    const saved = await saveBilling(who, { name: ' Asha ', address: '1 Fort', gstin: '27aapfu 0939f1zv' })
    expect(saved).toMatchObject({ name: 'Asha', address: '1 Fort', state: '27', gstin: '27AAPFU0939F1ZV' })
    expect(await who.call(api.invoices.billing)).toMatchObject({ state: '27' })
    await saveBilling(who, {})
    expect(await who.call(api.invoices.billing)).toMatchObject(empty)
    await expectProblem(app.visitor(api.invoices.billing), 401, 'unauthenticated')
    await expectProblem(
      app.visitor(api.invoices.saveBilling, { body: { name: '', address: '', state: '', gstin: '' } }),
      401,
      'unauthenticated',
    )
  })

  test.each([
    [{ gstin: '27AAPFU0939F1ZW' }],
    [{ gstin: '27AAPFU0939F1ZV', state: '29' }],
    [{ gstin: '27AAPFU0939F1ZV' }],
    [{ gstin: '27AAPFU0939F1ZV', address: ' \n ' }],
    [{ address: 'a\nb\nc\nd\ne\nf\ng\nh\ni' }],
    [{ gstin: 'x'.repeat(41) }],
    [{ state: '28' }],
    [{ state: '00' }],
    [{ state: 27 as unknown as string }],
    [{ name: 'x'.repeat(201) }],
    [{ address: 'x'.repeat(101) }],
    [{ name: null as unknown as string }],
  ])('refuses %j', async (details) => {
    const who = await app.makeUser()
    await expectProblem(saveBilling(who, details), 400, 'invalid_input')
  })
})

describe('the mail', () => {
  const mails = async (to: string) => ((await app.deps.mail.outbox?.newest()) ?? []).filter((mail) => mail.to === to)

  test('carries the PDF file, once for each sending', async () => {
    settings = seller
    const { student, invoice } = await sell(499)
    await runJobs(app, 'mail-invoice')
    const [mail, ...more] = await mails(student.user.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Your invoice from Virtual Courses' })
    expect(mail?.attached).toEqual([`invoice-${invoice.number.replaceAll('/', '')}.pdf`])
    const file = await app.deps.mail.outbox?.findAttachment(mail?.id ?? '', 0)
    expect(file?.contentType).toBe('application/pdf')
    expect(await textOf(file?.content ?? new Uint8Array())).toContain(invoice.number)
    // codes are the only numbers of four digits in mails
    expect(`${mail?.subject} ${mail?.text} ${mail?.attached.join()}`).not.toMatch(/(?<!\w)\d{4}(?!\w)/)
    const page = await get(`/dev/outbox/${mail?.id}/0`)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await get(`/dev/outbox/${mail?.id}/1`)).statusCode).toBe(404)

    await resendInvoices(app.deps, [invoice.id])
    await runJobs(app, 'mail-invoice')
    expect(await mails(student.user.email)).toHaveLength(2)
  })

  test('is not sent to deleted accounts, nor for unknown documents', async () => {
    const { student, invoice } = await sell(499)
    await admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
    await runJobs(app, 'mail-invoice')
    expect(await mails(student.user.email)).toEqual([])
    await expect(resendInvoices(app.deps, [invoice.id])).rejects.toMatchObject({ code: 'not_found' })
    await expect(resendInvoices(app.deps, ['unknown'])).rejects.toMatchObject({ code: 'not_found' })
    const silent = { ...app.deps, config: { ...app.deps.config, outbox: false, SMTP_URL: undefined } }
    await expect(resendInvoices(silent, [invoice.id])).rejects.toMatchObject({ code: 'no_mail_server' })
  })
})

test('the check of the runbook finds no gaps', async () => {
  const { rows } = await sql<{ last: number; count: number }>`
    select last, (select count(*)::int from invoices where number like series || '/' || year || '/' ||
      case kind when 'receipt' then 'R' when 'credit_note' then 'C' else '' end || '%' and invoices.kind = c.kind) as count
    from invoice_counters c`.execute(app.deps.db)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.map(({ last }) => last)).toEqual(rows.map(({ count }) => count))
})

test('an account takes its billing details along, and leaves its invoices', async () => {
  settings = seller
  const { student, invoice } = await sell(499, { name: 'Asha Rao', address: '1 Fort', state: '27' })
  const url = api.admin.exportUser.path.replace(':userId', student.user._id)
  expect((await get(url, admin)).json()).toMatchObject({
    billingDetails: [{ name: 'Asha Rao', state: '27' }],
    invoices: [{ number: invoice.number, amountPaise: 499_00 }],
  })
  await admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
  const { rows } = await sql`select 1 from billing_details where user_id = ${student.user._id}`.execute(app.deps.db)
  expect(rows).toEqual([])
  expect(await findInvoice(app.deps.db, invoice.id)).toEqual(invoice)
})
