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

type Bank = { educator: Page; password: string; holder: string }

async function saveBank({ educator, password, holder }: Bank): Promise<void> {
  const accountNumber = '123456789012'
  const details = { holder, accountNumber, accountNumberAgain: accountNumber, ifsc: 'SBIN0001234' }
  await post(educator, '/api/payouts/account', { ...details, current: password })
}

/** A sale of a new educator, which nothing holds. */
async function sell(guest: Guest, baseURL: string, holder: string, hasBank = true): Promise<Bank> {
  const [educator, student] = [await guest({ baseURL }), await guest({ baseURL })]
  const { password } = await startAs(educator, 'educator', holder)
  if (hasBank) await saveBank({ educator, password, holder })
  const courseId = await makeCourse(educator, 'गाँठें')
  await educator.request.post(`/api/course/editcourse/${courseId}`, { multipart: { price: '1000' } })
  await startAs(student, 'student', 'रवि')
  const order = await post(student, '/api/payment/create-order', { courseId })
  const { confirmation } = await post(student, `/sandbox/checkout/${order.id}/act`, { outcome: 'approve' })
  const { orderId: razorpay_order_id, paymentId: razorpay_payment_id, signature: razorpay_signature } = confirmation
  await post(student, '/api/payment/verify-payment', { razorpay_order_id, razorpay_payment_id, razorpay_signature })
  return { educator, password, holder }
}

/** Names of the buttons that open dialogs, in both languages of the pages. */
const buttons = {
  draft: /^(Draft a run|रन का ड्राफ़्ट बनाएँ)$/,
  confirm: /^(Confirm run|रन कन्फ़र्म करें)$/,
  cancel: /^(Cancel run|रन रद्द करें)$/,
  paid: /^(Mark as paid|भेजा हुआ मार्क करें)$/,
  returned: /^(Payout to .* came back|.* का पेआउट लौट आया)$/,
}

/** Opens a dialog of the page. */
const openBy = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Opens the dialog that writes off what an account is owed. No account of a seller can be deleted here: the page is told that one was. */
async function openWriteOff(page: Page): Promise<void> {
  await page.route('**/api/admin/payouts/payable?*', async (route) => {
    const json = await (await route.fetch()).json()
    for (const educator of json.educators) educator.deleted = true
    await route.fulfill({ json })
  })
  await page.getByLabel(/^(State|स्टेटस)$/).selectOption('missing')
  await openBy(/^(Write off|.* बट्टे खाते में डालें$)/)(page)
}

type Tools = { guest: Guest; atEnd: (clean: () => unknown) => void; language?: string }
type Look = (page: Page, path: string, arrive?: (page: Page) => Promise<void>) => Promise<string[]>

/**
 * Makes runs of payouts on a server of its own, since the sales of the demo are held or have no bank details, and returns what `look` finds
 * in their states, as the maker and as the other admin see them, and in each dialog that the states have.
 */
export async function walkPayoutRun({ guest, atEnd, language = 'en' }: Tools, look: Look): Promise<string[]> {
  const server = await ownServer(keys)
  atEnd(server.remove)
  const baseURL = server.url
  const [maker, checker] = [await guest({ baseURL }), await guest({ baseURL })]
  await startAs(maker, 'admin', language === 'hi' ? 'आशा' : 'Asha')
  await startAs(checker, 'admin', language === 'hi' ? 'मीरा' : 'Meera')
  for (const admin of [maker, checker]) await post(admin, '/api/language', { language })
  await post(maker, '/api/admin/settings', { refundDays: 0 })
  const list = '/admin/payouts'
  const found = [...(await look(maker, list))]
  for (const name of ['लीला', 'सीमा']) await sell(guest, baseURL, name)
  const late = await sell(guest, baseURL, 'विश्वनाथन')
  await sell(guest, baseURL, 'उमा', false)
  found.push(...(await look(maker, list)), ...(await look(maker, list, openBy(buttons.draft))))
  found.push(...(await look(maker, `${list}?state=missing`)), ...(await look(maker, list, openWriteOff)))
  const { run } = await post(maker, '/api/admin/payouts/runs', { note: 'नवंबर' })
  const [path, call] = [`${list}/${run._id}`, `/api/admin/payouts/runs/${run._id}`]
  const lookAs = async (page: Page, ...acts: (RegExp | undefined)[]) => {
    for (const act of acts) found.push(...(await look(page, path, act && openBy(act))))
  }
  await lookAs(maker, undefined, buttons.cancel)
  await lookAs(checker, undefined, buttons.confirm)
  // new bank details: left out, with the reason
  await saveBank(late)
  await post(checker, `${call}/confirm`)
  await lookAs(checker, undefined, buttons.cancel)
  expect((await checker.request.get(`${call}/file`)).status()).toBe(200)
  await lookAs(checker, undefined, buttons.cancel, buttons.returned, buttons.paid)
  await post(checker, `${call}/paid`, { reference: '7' })
  const { payouts } = await (await checker.request.get(call)).json()
  const { _id: payoutId } = payouts.find(({ status }: { status: string }) => status === 'paid')
  await post(checker, `/api/admin/payouts/${payoutId}/returned`, { reason: 'खाता बंद है' })
  await lookAs(checker, undefined)
  return [...found, ...(await look(maker, `${list}?state=paused`))]
}
