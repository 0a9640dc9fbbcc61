import type { Page } from '@playwright/test'
import { makeCourse, startAs } from './api.ts'
import type { Guest } from './live.ts'
import { ownServer } from './own-server.ts'
import { expect } from './test.ts'

const keys = {
  RAZORPAY_KEY_ID: 'rzp_sandbox_runs',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-this-test',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-this-test',
  PAYMENTS: 'sandbox',
}

async function post(page: Page, path: string, data: object = {}) {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** A sale of an educator with bank details. Nothing holds it. */
async function sell(guest: Guest, baseURL: string): Promise<void> {
  const [educator, student] = [await guest({ baseURL }), await guest({ baseURL })]
  const { password } = await startAs(educator, 'educator', 'Asha Iyer')
  const accountNumber = '123456789012'
  const details = { holder: 'Asha Iyer', accountNumber, accountNumberAgain: accountNumber, ifsc: 'SBIN0001234' }
  await post(educator, '/api/payouts/account', { ...details, current: password })
  const courseId = await makeCourse(educator, 'SQL')
  await educator.request.post(`/api/course/editcourse/${courseId}`, { multipart: { price: '1000' } })
  await startAs(student, 'student', 'Ravi')
  const order = await post(student, '/api/payment/create-order', { courseId })
  const { confirmation } = await post(student, `/sandbox/checkout/${order.id}/act`, { outcome: 'approve' })
  const { orderId: razorpay_order_id, paymentId: razorpay_payment_id, signature: razorpay_signature } = confirmation
  await post(student, '/api/payment/verify-payment', { razorpay_order_id, razorpay_payment_id, razorpay_signature })
}

type Tools = { guest: Guest; atEnd: (clean: () => unknown) => void }

/**
 * Makes a run of payouts on a server of its own, since the sales of the demo are held or have no bank details, and returns what `look` finds
 * in each of its states: the draft as its maker and as the other admin see it, confirmed, downloaded, and paid.
 */
export async function walkPayoutRun(
  { guest, atEnd }: Tools,
  look: (page: Page, path: string) => Promise<string[]>,
): Promise<string[]> {
  const server = await ownServer(keys)
  atEnd(server.remove)
  const baseURL = server.url
  const [maker, checker] = [await guest({ baseURL }), await guest({ baseURL })]
  await startAs(maker, 'admin', 'Maker')
  await startAs(checker, 'admin', 'Checker')
  await post(maker, '/api/admin/settings', { refundDays: 0 })
  await sell(guest, baseURL)
  const { run } = await post(maker, '/api/admin/payouts/runs', { note: 'November' })
  const [path, call] = [`/admin/payouts/${run._id}`, `/api/admin/payouts/runs/${run._id}`]
  const found = [...(await look(maker, path)), ...(await look(checker, path))]
  await post(checker, `${call}/confirm`)
  found.push(...(await look(checker, path)))
  expect((await checker.request.get(`${call}/file`)).status()).toBe(200)
  found.push(...(await look(checker, path)))
  await post(checker, `${call}/paid`, { reference: 'UTR 7' })
  found.push(...(await look(checker, path)))
  return found
}
