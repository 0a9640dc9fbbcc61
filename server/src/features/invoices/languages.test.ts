import { api, type SiteSettings } from '@virtual-courses/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { findInvoicesOf } from './queries.ts'

const gstin = '29AAGCB7383J1Z4'
const seller: Partial<SiteSettings> = {
  sellerName: 'Gyaan Learning Private Limited',
  sellerAddress: '12 MG Road\nBengaluru 560001',
  sellerState: '29',
  sellerGstin: gstin,
}
const devanagari = /[\u0900-\u097f]/

let app: TestApp
let student: TestUser
let invoice: { id: string; number: string }
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  app.deps.settings.current = () => ({ ...app.deps.settings.defaults, ...seller })
  student = await app.makeUser('student', 'Asha Rao')
  await student.call(api.accounts.setLanguage, { body: { language: 'hi' } })
  await buy(student, (await makeCourse(await app.makeUser('educator'), { title: 'Joins', price: 499 }))._id)
  const { id } = await app.deps.db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', student.user._id)
    .executeTakeFirstOrThrow()
  const [first] = await findInvoicesOf(app.deps.db, [id])
  if (!first) throw new Error('a sale has an invoice')
  invoice = first
})
afterAll(() => app.close())

const get = (path: string, language: string) =>
  app.server.inject({ url: path, headers: { cookie: student.cookie, 'x-language': language } })
const textOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

/** What a document says in every language. */
const expectFacts = (text: string): void => {
  for (const fact of [
    invoice.number,
    seller.sellerName ?? '',
    gstin,
    'Asha Rao',
    'Joins',
    'SAC',
    'CGST 9 %',
    '₹422.88',
    '₹499.00',
  ])
    expect(text).toContain(fact)
}

test('the same document is shown and downloaded in the language of its reader; numbers, names and taxes stay', async () => {
  const path = `/api/invoices/${invoice.id}`
  const page = await get(path, 'hi')
  expect(page.body).toContain('<html lang="hi-IN" dir="ltr">')
  expect(page.body).toContain('<svg viewBox="0 0 32 32" aria-hidden="true">')
  expectFacts(page.body)
  expect(page.body).toMatch(/<h1>[^<]*[\u0900-\u097f][^<]*<\/h1>/)
  const hindi = await textOf((await get(`${path}/pdf`, 'hi')).rawPayload)
  expectFacts(hindi)
  expect(hindi).toMatch(devanagari)
  expect(hindi).not.toMatch(/[{}]|Bill to|Page 1/)
  const english = await textOf((await get(`${path}/pdf`, 'en')).rawPayload)
  expectFacts(english)
  expect(english).not.toMatch(devanagari)
  expect(english).toMatch(/Tax invoice.*Bill to.*Page 1 of 1/)
})

test('the mail of a document and its PDF file speak the language of its buyer', async () => {
  await runJobs(app, 'mail-invoice')
  const mail = (await app.deps.mail.outbox?.newest())?.find(({ to }) => to === student.user.email)
  for (const part of [mail?.subject, mail?.text]) expect(part).toMatch(devanagari)
  expect(mail?.attached).toEqual([`invoice-${invoice.number.replaceAll('/', '')}.pdf`])
  const file = await app.deps.mail.outbox?.findAttachment(mail?.id ?? '', 0)
  const text = await textOf(file?.content ?? new Uint8Array())
  expectFacts(text)
  expect(text).toMatch(devanagari)
})
