import { setTimeout as sleep } from 'node:timers/promises'
import { api, type SitePageKind, type SiteSettings, sitePageKinds } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { localCode } from '#test/support/sign-in-flow.ts'
import { keepConsents, readAgreement } from './keep-consents.ts'
import { chooseLanguage } from './rules.ts'
import { sitePagesOf } from './site-pages.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

const read = (kind: SitePageKind, query: { version?: number; language?: string } = {}) =>
  app.visitor(api.sitePages.read, { params: { kind }, query })
const agreement = async () => (await app.visitor(api.sitePages.agreement)).agreement
const publish = (kind: SitePageKind, source: string, more: { language?: string; version?: string } = {}) =>
  admin.call(api.adminPages.publish, { params: { kind }, body: { language: 'en', source, ...more } })
const save = (body: Partial<SiteSettings>) => admin.call(api.admin.saveSettings, { body })

type Consent = {
  user_id: string
  order_id: string | null
  kind: string
  language: string
  number: number
  body: string
}
const consentsOf = async (userId: string): Promise<Consent[]> =>
  (
    await sql<Consent>`select consents.user_id, consents.order_id, versions.kind, versions.language, versions.number, versions.body
      from consents join site_page_versions as versions on versions.id = consents.version_id
      where consents.user_id = ${userId} order by consents.given_at, versions.kind, versions.number`.execute(
      app.deps.db,
    )
  ).rows

let accounts = 0
const signUp = (more: object) =>
  app.visitor(api.accounts.signup, {
    body: { name: 'Asha', email: `consent.${++accounts}@test.example`, password: 'a long password', ...more },
  })

describe('which text a reader sees', () => {
  test.each([
    ['hi', 'en', [], ['en', 'hi'], 'hi'],
    ['ta', 'hi', [], ['en', 'hi'], 'hi'],
    ['ta', 'ta', [], ['en', 'hi'], 'en'],
    ['hi', 'en', ['en'], ['en', 'hi'], 'en'],
    ['hi', 'hi', ['en', 'hi'], ['en', 'hi'], 'hi'],
    ['hi', 'hi', ['ta'], ['en', 'hi'], 'ta'],
  ])('reader %s, site %s, published %j, defaults %j', (language, siteLanguage, published, defaults, chosen) => {
    expect(chooseLanguage({ language, siteLanguage, published, defaults })).toBe(chosen)
  })
})

test('languages that no text has share one rendered page, which memory holds once', () => {
  const pages = sitePagesOf(app.deps)
  const [one, other] = ['aa-0001', 'zz-0002'].map((language) => pages.render('privacy', language))
  expect(one).toBe(other)
  expect(one).toBe(pages.render('privacy', 'en'))
})

describe('default texts', () => {
  test.each(sitePageKinds)('%s is there in both languages, knows its placeholders, and is marked', async (kind) => {
    for (const language of ['en', 'hi']) {
      const page = await read(kind, { language })
      expect(page).toMatchObject({ kind, language, published: false, current: true })
      expect(page.body).not.toMatch(/\{[?!\w]/)
      expect(page.body.length).toBeGreaterThan(200)
      // what no one has stated is named, in the language of the text
      expect(page.body).toContain(language === 'en' ? '[not stated yet: ' : '\\[')
      expect((await admin.call(api.adminPages.read, { params: { kind }, query: { language } })).defaultLanguage).toBe(
        language,
      )
    }
  })

  test('name the figures of the site, and say so where there are none', async () => {
    expect((await read('refunds')).body).toContain('**7 days**, as long as you have watched less than **20 %**')
    await save({ refundDays: 0 })
    expect((await read('refunds')).body).toContain('no general right to give back')
    expect((await read('refunds')).body).not.toMatch(/within \*\*|watched less/)
    await save({ refundDays: 14, refundWatchedPercent: 0 })
    expect((await read('refunds')).body).toContain('**14 days**, as long as you have not watched any of it')
    await save({ refundDays: 7, refundWatchedPercent: 20 })
  })

  test('show what the operator states as it is written, and nothing as missing that is stated', async () => {
    await save({ grievanceName: 'A. *Rao* <b>', grievanceEmail: 'officer@test.example' })
    const { body } = await read('grievance')
    expect(body).toContain('Name: A\\. \\*Rao\\* \\<b\\>')
    expect(body).toContain('(mailto:officer@test.example)')
    expect(body).toContain('[not stated yet: telephone of the grievance officer')
  })
})

describe('publications', () => {
  test('are kept as versions that never change, with their dates', async () => {
    const first = await publish('about', 'We are {siteName}.\n{?gstin} GSTIN {gstin}')
    expect(first.message).toBe('Page published')
    expect(await read('about')).toMatchObject({
      body: 'We are Virtual Courses.',
      published: true,
      version: { number: 1 },
    })
    await publish('about', 'We are small.')
    const now = await read('about')
    expect(now).toMatchObject({ body: 'We are small.', version: { number: 2 }, others: [{ number: 1 }] })
    expect(await read('about', { version: 1 })).toMatchObject({ body: 'We are Virtual Courses.', current: false })
    await expectProblem(read('about', { version: 9 }), 404, 'not_found')
    for (const change of ['update site_page_versions set body = $$x$$', 'delete from site_page_versions'])
      await expect(sql.raw(change).execute(app.deps.db)).rejects.toThrow('never changes')
    expect(await publish('about', 'We are small.')).toMatchObject({ message: 'Nothing has changed' })
    const { entries } = await admin.call(api.admin.audit, { query: { action: 'page-published' } })
    expect(entries[0]).toMatchObject({ subjectKind: 'page', detail: 'Published the page /about (en).' })
  })

  test('go before the default text of another language, and follow changed figures with a version', async () => {
    await publish('contact', 'Write to {supportEmail}.')
    const hindi = await app.server.inject({ url: '/api/site-pages/contact', headers: { 'x-language': 'hi' } })
    expect(hindi.json()).toMatchObject({ language: 'en', published: true })
    await save({ supportAddress: 'care@test.example' })
    expect(await read('contact')).toMatchObject({
      body: 'Write to [care@test\\.example](mailto:care@test.example).',
      version: { number: 2 },
    })
    await publish('contact', 'संपर्क', { language: 'hi' })
    expect(await read('contact', { language: 'hi' })).toMatchObject({ body: 'संपर्क', language: 'hi' })
    const { versions } = await admin.call(api.adminPages.read, {
      params: { kind: 'contact' },
      query: { language: 'en' },
    })
    expect(versions.map(({ origin }) => origin)).toEqual(['figures', 'published'])
  })

  test('of two admins: the second one is asked to look first', async () => {
    const { version } = await admin.call(api.adminPages.read, {
      params: { kind: 'grievance' },
      query: { language: 'en' },
    })
    await publish('grievance', 'Of the first', { version })
    await expectProblem(publish('grievance', 'Of the second', { version }), 409, 'changed_elsewhere')
    const both = await Promise.allSettled([publish('grievance', 'One'), publish('grievance', 'Other')])
    expect(both.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await read('grievance')).version?.number).toBe(3)
  })

  test.each([
    ['an empty text', { source: ' ' }, 400, 'invalid_input'],
    ['no text', { source: undefined }, 400, 'invalid_input'],
    ['a text that is too long', { source: 'a'.repeat(30_001) }, 400, 'invalid_input'],
    ['figures that make it too long', { source: '{siteUrl} '.repeat(2900) }, 400, 'invalid_input'],
    ['an unknown placeholder', { source: 'Hello {stranger}' }, 400, 'wrong_placeholder'],
    ['an unknown condition', { source: '{?constructor} Hello' }, 400, 'wrong_placeholder'],
    ['an unknown language', { source: 'Hello', language: 'fr' }, 404, 'not_found'],
    ['no language', { source: 'Hello', language: '../en' }, 400, 'invalid_input'],
    ['a wrong version', { source: 'Hello', version: 'x' }, 400, 'invalid_input'],
  ] as const)('refuse %s', async (_what, body, status, code) => {
    const wanted = { language: 'en', ...body } as { language: string; source: string }
    await expectProblem(admin.call(api.adminPages.publish, { params: { kind: 'terms' }, body: wanted }), status, code)
  })

  test.each([
    ['a page that there is none of', '/api/site-pages/imprint'],
    ['a version that is no number', '/api/site-pages/terms?version=new'],
    ['a version below one', '/api/site-pages/terms?version=0'],
  ])('are not read with %s', async (_what, path) => {
    expect((await app.server.inject({ url: path })).statusCode).toBe(400)
  })

  test('are for admins alone', async () => {
    const student = await app.makeUser('student')
    const body = { language: 'en', source: 'Mine' }
    await expectProblem(student.call(api.adminPages.publish, { params: { kind: 'terms' }, body }), 403, 'forbidden')
    await expectProblem(app.visitor(api.adminPages.list), 401, 'unauthenticated')
  })
})

test('every mail links to the pages, in the words of its reader', async () => {
  const { user } = await app.makeUser('student')
  await sql`update users set language = 'hi' where id = ${user._id}`.execute(app.deps.db)
  await app.visitor(api.accounts.sendOtp, { body: { email: user.email } })
  await runJobs(app, 'deliver-password-code')
  const [mail] = (await app.deps.mail.outbox?.newest()) ?? []
  for (const [kind, label] of [
    ['terms', 'शर्तें'],
    ['privacy', 'निजता'],
    ['refunds', 'रिफ़ंड'],
    ['contact', 'संपर्क'],
  ]) {
    expect(mail?.text).toContain(`${label}: `)
    expect(mail?.text).toMatch(new RegExp(`/${kind}$`, 'm'))
    expect(mail?.html).toMatch(new RegExp(`href="[^"]+/${kind}"[^>]*>${label}<`))
  }
})

describe('consent', () => {
  test('is kept for an account with the versions of terms and privacy that it saw, in its language', async () => {
    const { _id } = await signUp({ agreed: await agreement() })
    const kept = await consentsOf(_id)
    expect(kept).toMatchObject([
      { kind: 'privacy', language: 'en', order_id: null },
      { kind: 'terms', language: 'en', order_id: null },
    ])
    expect(kept[1]?.body).toBe((await read('terms')).body)
    // someone has agreed to the default text: it is a version from now on
    expect((await read('terms')).version?.number).toBe(1)
    const other = await signUp({ agreed: await agreement() })
    expect((await consentsOf(other._id)).map(({ number }) => number)).toEqual([1, 1])
  })

  test('is not kept for older clients, which sign up and buy as before', async () => {
    const { _id } = await signUp({})
    expect(await consentsOf(_id)).toEqual([])
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { price: 499, published: true })
    const student = await app.makeUser('student')
    await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    expect(await consentsOf(student.user._id)).toEqual([])
  })

  test('is kept for an order, once, and again when its buyer comes back to changed terms', async () => {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { price: 499, published: true })
    const student = await app.makeUser('student')
    const buy = async () =>
      student.call(api.enrolments.createOrder, { body: { courseId: course._id, agreed: await agreement() } })
    const { id } = await buy()
    await buy()
    const [first, second, ...more] = await consentsOf(student.user._id)
    expect(more).toEqual([])
    expect([first?.kind, second?.kind]).toEqual(['refunds', 'terms'])
    const order = await app.deps.db
      .selectFrom('orders')
      .select('id')
      .where('provider_order_id', '=', id)
      .executeTakeFirst()
    expect(first?.order_id).toBe(order?.id)
    await publish('terms', 'New terms of {siteName}')
    await buy()
    const terms = (await consentsOf(student.user._id)).filter(({ kind }) => kind === 'terms')
    expect(terms.map(({ body }) => body.slice(0, 9))).toEqual(['These ter', 'New terms'])
    // the admins' page of the order names the versions, and leads to them
    const { consents } = await admin.call(api.adminOrders.read, { params: { orderId: order?.id ?? '' } })
    expect(consents.map(({ kind, language }) => [kind, language])).toEqual([
      ['refunds', 'en'],
      ['terms', 'en'],
      ['terms', 'en'],
    ])
    const [older, newer] = consents.slice(1)
    expect((older?.number ?? 0) < (newer?.number ?? 0) && (older?.at ?? '') < (newer?.at ?? '')).toBe(true)
    const { body } = await read('terms', { version: older?.number ?? 0, language: 'en' })
    expect(body).toMatch(/^These ter/)
    const everything = (await app.visitor(api.sitePages.agreement)).agreement
    expect(everything).toMatch(/^[\w-]{22}$/)
  })

  test('leads to the text in its language, where readers are shown another one by now', async () => {
    const { cookie } = await app.makeUser('student')
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { price: 499, published: true })
    const bought = await app.server.inject({
      method: 'POST',
      url: api.enrolments.createOrder.path,
      headers: { cookie, 'x-language': 'hi' },
      payload: { courseId: course._id, agreed: await agreement() },
    })
    const order = app.deps.db.selectFrom('orders').select('id').where('provider_order_id', '=', bought.json().id)
    const { id: orderId } = await order.executeTakeFirstOrThrow()
    const { consents } = await admin.call(api.adminOrders.read, { params: { orderId } })
    const refunds = consents.find(({ kind }) => kind === 'refunds')
    expect(refunds?.language).toBe('hi')
    const shown = { version: refunds?.number ?? 0, language: 'hi' }
    const before = await read('refunds', shown)
    expect(before).toMatchObject({ language: 'hi', current: true })
    // from now on Hindi readers are shown the English text
    await publish('refunds', 'No refunds')
    expect(await read('refunds', shown)).toMatchObject({ language: 'hi', body: before.body, current: false })
    await expectProblem(read('refunds', { version: 99, language: 'hi' }), 404, 'not_found')
  })

  test('to a text that a newer one replaced a moment ago leaves the newer one as the newest', async () => {
    await publish('terms', 'Old terms')
    const shown = await readAgreement(app.deps, 'account', await agreement(), 'en')
    await publish('terms', 'Newer terms')
    const { user } = await app.makeUser('student')
    const newest = (await read('terms')).version
    await transact(app.deps.db, (tx) =>
      keepConsents(tx, shown, { userId: user._id, orderId: null, at: app.deps.clock.now() }),
    )
    expect((await consentsOf(user._id)).at(-1)).toMatchObject({ kind: 'terms', body: 'Old terms' })
    const now = await read('terms')
    expect(now).toMatchObject({ body: 'Newer terms', version: newest })
    expect(now.others.every(({ number }) => number < (newest?.number ?? 0))).toBe(true)
  })

  test('to texts that have changed meanwhile is refused, and nothing is opened', async () => {
    const stale = await agreement()
    await publish('privacy', 'We keep nothing.')
    await expectProblem(signUp({ agreed: stale }), 409, 'terms_changed')
    await expectProblem(
      app.visitor(api.accounts.login, {
        body: { email: `consent.${accounts}@test.example`, password: 'a long password' },
      }),
      401,
      'wrong_credentials',
    )
    const student = await app.makeUser('student')
    const course = await makeCourse(await app.makeUser('educator'), { price: 499, published: true })
    await expectProblem(
      student.call(api.enrolments.createOrder, { body: { courseId: course._id, agreed: stale } }),
      409,
      'terms_changed',
    )
    expect((await student.call(api.enrolments.toPay)).courseId).toBeNull()
  })

  test('to texts that never were has no one read again what has not changed', async () => {
    let changes = 0
    app.deps.settings.onChange(() => void changes++)
    sitePagesOf(app.deps).onChange(() => void changes++)
    // the readings of a second are one
    await sleep(1100)
    await expectProblem(signUp({ agreed: 'x'.repeat(22) }), 409, 'terms_changed')
    expect(changes).toBe(0)
  })

  test('is kept for an account that is opened with Google, and only then', async () => {
    const person = { name: 'Ravi', email: `ravi.${Date.now()}@test.example`, emailVerified: true }
    const redirect_uri = `${app.deps.config.publicUrl}/auth/callback`
    const signIn = async () => {
      const { code = '', cookie } = await localCode(app, person, redirect_uri)
      const body = { code, redirect_uri, agreed: await agreement() }
      return (await app.callAs(cookie)(api.accounts.googleToken, { body })).user
    }
    const { _id } = await signIn()
    expect((await consentsOf(_id)).map(({ kind }) => kind)).toEqual(['privacy', 'terms'])
    await publish('terms', `Terms of ${Date.now()}`)
    await signIn()
    expect(await consentsOf(_id)).toHaveLength(2)
  })

  test.each([{ agreed: 'x' }, { agreed: 1 }, { agreed: null }, { agreed: ['a'] }])('is refused as %j', async (body) => {
    await expectProblem(signUp(body), 400, 'invalid_input')
  })

  test('stands in the data that a user can ask for', async () => {
    const { _id } = await signUp({ agreed: await agreement() })
    const url = api.admin.exportUser.path.replace(':userId', _id)
    const { consents } = (await app.server.inject({ url, headers: { cookie: admin.cookie } })).json()
    expect(consents).toMatchObject([{ page: 'privacy', order: null }, { page: 'terms' }])
  })
})

test.each(['nothing', '%00', 'terms%20'])('admins are refused the page %s', async (kind) => {
  const answer = await app.server.inject({ url: `/api/admin/site-pages/${kind}`, headers: { cookie: admin.cookie } })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
})
