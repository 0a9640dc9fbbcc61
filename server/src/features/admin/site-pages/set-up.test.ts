import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { decideSetUp } from './set-up.ts'

const facts = {
  ...{ siteName: 'S', siteUrl: 'https://s.example', operator: 'S Ltd', address: '1 Road', registration: '' },
  ...{ gstin: '27AAPFU0939F1ZV', gstPercent: '18', supportEmail: 'a@s.example', supportPhone: '+91 1', courtPlace: '' },
  ...{ grievanceName: 'R', grievanceDesignation: 'Head', grievanceEmail: 'r@s.example', grievancePhone: '+91 2' },
  ...{ originCountry: 'India', refundDays: '7', refundWatchedPercent: '20' },
}
const ready = {
  facts,
  settings: { storeCopy: 'live' as const, sellerState: '27' as const },
  unpublished: [],
  ...{ realPayments: true, realMail: true, https: true },
}

test.each([
  ['nothing', {}, []],
  ['the legal name', { facts: { ...facts, operator: '' } }, [['operator', 'missing', ['operator']]]],
  ['a telephone', { facts: { ...facts, supportPhone: '' } }, [['care', 'missing', ['supportPhone']]]],
  [
    'the officer',
    { facts: { ...facts, grievanceName: '', grievancePhone: '' } },
    [['grievance', 'missing', ['grievanceName', 'grievancePhone']]],
  ],
  ['a page', { unpublished: ['/terms'] }, [['pages', 'missing', ['/terms']]]],
  ['refunds', { facts: { ...facts, refundDays: '0' } }, [['refunds', 'advice', []]]],
  ['the tax', { facts: { ...facts, gstin: '' } }, [['tax', 'advice', []]]],
  ['real payments', { realPayments: false }, [['payments', 'missing', []]]],
  ['a mail server', { realMail: false }, [['mail', 'missing', []]]],
  ['https', { https: false }, [['address', 'missing', []]]],
  [
    'true numbers',
    { settings: { storeCopy: 'checked' as const, sellerState: '27' as const } },
    [['storeCopy', 'advice', []]],
  ],
])('a site that lacks %s is told so', (_what, changes, expected) => {
  const open = decideSetUp({ ...ready, ...changes }).filter(({ state }) => state !== 'done')
  expect(open.map(({ step, state, lacks }) => [step, state, lacks])).toEqual(expected)
})

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

test('the list names what is missing, until it is stated and published', async () => {
  const step = async (wanted: string) =>
    (await admin.call(api.adminPages.setUp)).steps.find(({ step: name }) => name === wanted)
  expect(await step('grievance')).toEqual({
    step: 'grievance',
    state: 'missing',
    lacks: [
      'name of the grievance officer',
      'designation of the grievance officer',
      'email of the grievance officer',
      'telephone of the grievance officer',
    ],
  })
  const stated = {
    grievanceName: 'R',
    grievanceDesignation: 'Head',
    grievanceEmail: 'r@s.example',
    grievancePhone: '1800 123',
  }
  await admin.call(api.admin.saveSettings, { body: stated })
  expect(await step('grievance')).toMatchObject({ state: 'done' })
  expect((await step('pages'))?.lacks).toContain('/terms')
  const body = { language: 'en', source: 'Ours' }
  await admin.call(api.adminPages.publish, { params: { kind: 'terms' }, body })
  expect((await step('pages'))?.lacks).not.toContain('/terms')
  const { pages } = await admin.call(api.adminPages.list)
  expect(pages.find(({ kind, language }) => kind === 'terms' && language === 'hi')).toMatchObject({
    publishedAt: null,
    shownIn: 'en',
  })
})

test('a mail server that does not answer is named, one that takes the login is not, and is asked once a minute', async () => {
  const { mail } = app.deps
  const state = async () => (await admin.call(api.adminPages.setUp)).steps.find(({ step }) => step === 'mail')?.state
  expect(await state()).toBe('missing')
  let logins = 0
  app.deps.mail = { ...mail, check: async () => void logins++ }
  expect([await state(), await state(), logins]).toEqual(['done', 'done', 1])
  app.deps.mail = { ...mail, check: async () => Promise.reject(new Error('connect ECONNREFUSED')) }
  expect(await state()).toBe('missing')
  app.deps.mail = mail
})

test.each([
  { supportPhone: 'call me' },
  { supportPhone: '1'.repeat(40) },
  { grievancePhone: '+' },
  { grievanceEmail: 'no address' },
  { grievanceName: 'a'.repeat(101) },
  { originCountry: 'a'.repeat(61) },
  { sellerRegistration: 7 },
])('refuses details like %j', async (body) => {
  await expect(admin.call(api.admin.saveSettings, { body: body as object })).rejects.toMatchObject({ status: 400 })
})
