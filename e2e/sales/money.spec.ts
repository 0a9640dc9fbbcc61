import { expect as expectIn, type Locator, type Page } from '@playwright/test'
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

const checkout = (page: Page) => page.frameLocator('iframe[title="Checkout"]')
const enroll = (page: Page) => page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })

/** The text of a PDF that a link leads to. */
async function textBehind(page: Page, link: Locator): Promise<string> {
  const href = await link.getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expectIn(answer.headers()['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.body())), { mergePages: true })
  return text
}

test('money from a coupon to the bank: invoice, refund, credit note, payout, statement', async ({
  browser,
  problems,
}) => {
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

    await test.step('a student buys with a coupon and opens the tax invoice', async () => {
      await student.goto(`/viewcourse/${courseId}?coupon=HALF-OFF`)
      await expect(student.getByText('Coupon HALF-OFF applied: ₹500 off')).toBeVisible()
      await enroll(student).click()
      await checkout(student).getByRole('button', { name: 'Approve payment' }).click()
      await expect(student.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })).toBeVisible()
      await student.goto('/purchases')
      const text = await textBehind(student, student.getByRole('link', { name: 'PDF' }))
      for (const part of ['Tax invoice', 'Learn & Co', 'GSTIN 29AAGCB7383J1Z4', 'Ravi', 'SQL', '₹500.00'])
        expectIn(text).toContain(part)
      for (const part of ['CGST 9 %', 'SGST 9 %', '₹38.14', '₹423.72', '29)', '999293']) expectIn(text).toContain(part)
    })

    await test.step('they refund it: no access, a credit note, nothing for the educator', async () => {
      await student.getByRole('button', { name: 'Refund' }).click()
      await student.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
      await expect(student.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 15_000 })
      await student.reload()
      await expect(student.getByText(/^Credit note VC\//)).toBeVisible()
      const note = await textBehind(student, student.getByRole('link', { name: 'PDF' }).last())
      for (const part of ['Credit note', 'Refers to', 'SQL', 'CGST', 'SGST', '₹38.14', '₹423.72', '₹500.00'])
        expectIn(note).toContain(part)
      await student.goto(`/viewcourse/${courseId}`)
      await expect(enroll(student)).toBeVisible()
      await educator.reload()
      const earned = await (await educator.request.get('/api/payouts/balance')).json()
      expectIn([earned.earned, earned.held, earned.payable]).toEqual([0, 0, 0])
    })

    await test.step('they buy it again, where nothing is held any longer', async () => {
      // and the seller is not registered: a receipt without tax
      await maker.request.post('/api/admin/settings', { data: { refundDays: 0, sellerGstin: '' } })
      // the page of refunds says something else now, and they agree to that
      await student.reload()
      await enroll(student).click()
      await checkout(student).getByRole('button', { name: 'Approve payment' }).click()
      await expect(student.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })).toBeVisible()
    })

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
