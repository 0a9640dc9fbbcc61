import { type APIRequestContext, expect as expectIn, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { newAccount } from '../support/accounts.ts'
import { lookAt } from '../support/look.ts'
import { ownServer } from '../support/own-server.ts'
import { expect, test, watch } from '../support/test.ts'

const keys = {
  RAZORPAY_KEY_ID: 'rzp_sandbox_payouts',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-this-test',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-this-test',
  PAYMENTS: 'sandbox',
}

async function post(client: APIRequestContext, path: string, data: object = {}) {
  const answer = await client.post(path, { data })
  expectIn(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** Buys as the checkout does, which other tests show in a browser. The amount is in paise. */
async function buy(client: APIRequestContext, data: { courseId: string; coupon?: string }) {
  const { id, amount } = await post(client, '/api/payment/create-order', data)
  const { confirmation } = await post(client, `/sandbox/checkout/${id}/act`, { outcome: 'approve' })
  const { orderId: razorpay_order_id, paymentId: razorpay_payment_id, signature: razorpay_signature } = confirmation
  await post(client, '/api/payment/verify-payment', { razorpay_order_id, razorpay_payment_id, razorpay_signature })
  const { orders } = await (await client.get('/api/payment/orders')).json()
  return { amount, orderId: orders[0]._id, invoiceId: orders[0].invoices[0]._id }
}

/** The text of an invoice's PDF. */
async function textOf(client: APIRequestContext, invoiceId: string): Promise<string> {
  const answer = await client.get(`/api/invoices/${invoiceId}/pdf`)
  expectIn(answer.headers()['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.body())), { mergePages: true })
  return text
}

test('money from a coupon to the bank: invoice, refund, credit note, payout, statement', async ({
  browser,
  problems,
}) => {
  test.setTimeout(120_000)
  // its settings concern this test alone
  const server = await ownServer(keys)
  const contexts = await Promise.all([1, 2, 3, 4].map(() => browser.newContext({ baseURL: server.url })))
  const pages = await Promise.all(contexts.map((context) => context.newPage()))
  const [educator, maker, checker, student] = pages as [Page, Page, Page, Page]
  try {
    const password = newAccount('').password
    for (const [client, role, name] of [
      [educator.request, 'educator', 'Asha Iyer'],
      [maker.request, 'admin', 'Maker'],
      [checker.request, 'admin', 'Checker'],
      [student.request, 'student', 'Ravi'],
    ] as const)
      expectIn((await client.post('/api/auth/signup', { data: { ...newAccount(name), role } })).status()).toBe(201)
    for (const page of pages) watch(page, problems)
    const registered = {
      sellerName: 'Learn & Co',
      sellerAddress: '12 MG Road\nBengaluru 560001',
      sellerState: '29',
      sellerGstin: '29AAGCB7383J1Z4',
      gstPercent: 18,
    }
    const settings = { platformFeePercent: 10, ...registered }
    expectIn((await maker.request.post('/api/admin/settings', { data: settings })).status()).toBe(200)

    await educator.goto('/earnings')
    await educator.getByLabel('Account holder').fill('Asha Iyer')
    await educator.getByLabel('Account number', { exact: true }).fill('1234 5678 9012')
    await educator.getByLabel('Account number again').fill('123456789012')
    await educator.getByLabel('IFSC').fill('SBIN0001234')
    await educator.getByRole('button', { name: 'Save bank details' }).click()
    const question = educator.getByRole('dialog', { name: 'Confirm that it is you' })
    await question.getByLabel('Current password').fill(password)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(educator.getByText('•••• 9012')).toBeVisible()
    await expect(educator.getByText('123456789012')).toHaveCount(0)

    const made = await educator.request.post('/api/course/create', { data: { title: 'SQL', category: 'Others' } })
    const { _id: courseId } = await made.json()
    await educator.request.post(`/api/course/editcourse/${courseId}`, {
      multipart: { price: '1000', isPublished: 'true' },
    })
    const coupon = { code: 'HALF-OFF', kind: 'percent', value: 50 }
    expectIn((await educator.request.post('/api/offers/coupons', { data: coupon })).status()).toBe(201)

    await test.step('a purchase with a coupon has a tax invoice', async () => {
      const { amount, orderId, invoiceId } = await buy(student.request, { courseId, coupon: 'HALF-OFF' })
      expectIn(amount).toBe(50_000)
      const text = await textOf(student.request, invoiceId)
      for (const part of ['Tax invoice', 'Learn & Co', 'GSTIN 29AAGCB7383J1Z4', 'Ravi', 'SQL', '₹500.00'])
        expectIn(text).toContain(part)
      for (const part of ['CGST 9 %', 'SGST 9 %', '₹38.14', '₹423.72', '29)', '999293']) expectIn(text).toContain(part)
      await post(student.request, `/api/payment/orders/${orderId}/refund`)
    })

    await test.step('it was refunded: a credit note, nothing for the educator', async () => {
      await student.goto('/purchases')
      await expect(student.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 15_000 })
      const { orders } = await (await student.request.get('/api/payment/orders')).json()
      const note = orders[0].invoices.find(({ kind }: { kind: string }) => kind === 'credit_note')
      await expect(student.getByText(`Credit note ${note.number}`)).toBeVisible()
      const text = await textOf(student.request, note._id)
      for (const part of ['Credit note', 'Refers to', 'SQL', 'CGST', 'SGST', '₹38.14', '₹423.72', '₹500.00'])
        expectIn(text).toContain(part)
      const earned = await (await educator.request.get('/api/payouts/balance')).json()
      expectIn([earned.earned, earned.held, earned.payable]).toEqual([0, 0, 0])
    })

    // bought again, where nothing is held any longer, and the seller is not registered: a receipt without tax
    await post(maker.request, '/api/admin/settings', { refundDays: 0, sellerGstin: '' })
    await buy(student.request, { courseId })

    await maker.goto('/admin/payouts')
    await expect(maker.getByText('Asha Iyer')).toBeVisible()
    await maker.getByRole('button', { name: 'Draft a run' }).click()
    await maker.getByLabel('Note').fill('November')
    await maker.getByRole('button', { name: 'Draft run' }).click()
    await expect(maker.getByText('another admin has to confirm it')).toBeVisible()
    await lookAt(maker)

    await checker.goto(new URL(maker.url()).pathname)
    await checker.getByRole('button', { name: 'Confirm run' }).click()
    await checker.getByRole('dialog').getByRole('button', { name: 'Confirm run' }).click()
    const download = checker.waitForEvent('download')
    await checker.getByRole('link', { name: 'Bank file' }).click()
    const file = await (await download).createReadStream()
    const text = (await file.toArray()).join('')
    expect(text).toMatch(/^Beneficiary name,.*\r\nAsha Iyer,123456789012,SBIN0001234,900\.00,\w+\r\n$/)
    await checker.getByRole('button', { name: 'Mark as paid' }).click()
    await checker.getByLabel('The bank’s reference').fill('UTR 7')
    await checker.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
    await expect(checker.getByText('Paid', { exact: true }).first()).toBeVisible()

    await educator.reload()
    await expect(educator.getByText('Reference UTR 7')).toBeVisible()
    const statement = educator.getByRole('link', { name: /^Statement of .* as CSV$/ })
    const csv = await (await educator.request.get((await statement.getAttribute('href')) ?? '')).text()
    expect(csv).toMatch(
      /,Sale,\w+,SQL,381\.35,381\.35\r\n.*,Refund,\w+,SQL,-381\.35,0\r\n.*,Sale,\w+,SQL,900,900\r\n.*,Payout,\w+,,-900,0\r\n,Closing balance,,,,0\r\n$/,
    )
    await lookAt(educator)
    await checker.goto('/admin/payouts')
    await lookAt(checker)
  } finally {
    for (const context of contexts) await context.close()
    await server.remove()
  }
})
