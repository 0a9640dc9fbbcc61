import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allJobs } from '#app/job-registry.ts'
import { enqueue } from '#core/jobs.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { connectSocket, listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { linkIn } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { mailBankDetails } from '../payouts/jobs.ts'

const devanagari = /[\u0900-\u097f]/
const password = 'correct horse battery'

let app: TestApp
let siteLanguage: string
const sent: OutgoingMail[] = []
beforeAll(async () => {
  const mail = {
    async send(one: OutgoingMail) {
      sent.push(one)
    },
  }
  app = await createTestApp({ config: paymentKeys, overrides: { mail } })
  app.deps.settings.current = () => ({ ...app.deps.settings.defaults, language: siteLanguage })
})
beforeEach(() => {
  siteLanguage = 'en'
  sent.length = 0
})
afterAll(() => app.close())

const choose = (who: TestUser, language: string) => who.call(api.accounts.setLanguage, { body: { language } })
const mailTo = (to: string): OutgoingMail | undefined => sent.findLast((mail) => mail.to === to)
/** Expects both parts, the subject and the frame of a mail in Hindi, with nothing left to fill in. */
function expectHindi(mail: OutgoingMail | undefined): void {
  expect(mail?.html).toContain('<html lang="hi" dir="ltr">')
  for (const part of [mail?.subject, mail?.text, mail?.html.replace(/<style>.*?<\/style>/s, '')]) {
    expect(part).toMatch(devanagari)
    expect(part).not.toMatch(/[{}]|undefined|\[object/)
  }
  // codes are the only numbers of four digits in mails
  expect(mail?.text.replaceAll(/http\S+/g, '').match(/\b\d{4}\b/g) ?? []).toHaveLength(
    /\n {4}\d{4}\n/.test(mail?.text ?? '') ? 1 : 0,
  )
}
const expectEnglish = (mail: OutgoingMail | undefined): void => {
  expect(mail?.html).toContain('<html lang="en" dir="ltr">')
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(devanagari)
}
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'POST', url, payload, headers })

describe('a notification', () => {
  test('is said to each of its readers in their own language, in the list and by mail', async () => {
    const educator = await app.makeUser('educator', 'Meera Iyer')
    await choose(educator, 'hi')
    await educator.call(api.notifications.saveSetting, { body: { subject: 'sales', byMail: true } })
    const course = await makeCourse(educator, { title: 'SQL at work', price: 499 })
    const student = await app.makeUser('student', 'Asha Rao')
    await buy(student, course._id)
    await runJobs(app, 'announce-enrolment')
    await runJobs(app, 'mail-notifications')
    expect(mailTo(student.user.email)?.subject).toBe('You are enrolled in SQL at work')
    expectEnglish(mailTo(student.user.email))
    const hindi = mailTo(educator.user.email)
    expectHindi(hindi)
    for (const name of ['Asha Rao', 'SQL at work']) expect(hindi?.subject).toContain(name)

    const [shown] = (await educator.call(api.notifications.list)).notifications
    expect(shown).toMatchObject({ kind: 'student-enrolled', message: expect.stringMatching(devanagari) })
    // the page that asks names its language, whatever the account has chosen
    const asked = await app.server.inject({
      url: api.notifications.list.path,
      headers: { cookie: educator.cookie, 'x-language': 'en' },
    })
    expect(asked.json().notifications[0].message).toBe('Asha Rao enrolled in SQL at work')
  })

  test('of a purchase is a receipt in Hindi, with the amount and the date', async () => {
    const course = await makeCourse(await app.makeUser('educator'), { title: 'Joins', price: 1499 })
    const student = await app.makeUser()
    await choose(student, 'hi')
    await buy(student, course._id)
    await runJobs(app, 'announce-enrolment')
    await runJobs(app, 'mail-notifications')
    const mail = mailTo(student.user.email)
    expectHindi(mail)
    for (const part of ['₹1,499', 'Joins', `/viewlecture/${course._id}`]) expect(mail?.text).toContain(part)
  })

  test('speaks the language of the site to readers who have chosen none', async () => {
    siteLanguage = 'hi'
    const course = await makeCourse(await app.makeUser('educator'), { price: 0 })
    const [none, english] = [await app.makeUser(), await app.makeUser()]
    await choose(english, 'en')
    for (const student of [none, english]) await buy(student, course._id)
    await runJobs(app, 'announce-enrolment')
    await runJobs(app, 'mail-notifications')
    expectHindi(mailTo(none.user.email))
    expectEnglish(mailTo(english.user.email))
  })

  test('arrives at sockets in the language of each reader', async () => {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { title: 'Indexes', price: 0 })
    await app.deps.queue.work(allJobs(app.deps))
    const address = await listen(app.server)
    const student = await app.makeUser()
    await choose(student, 'hi')
    const sockets = [
      await connectSocket(address, { cookie: student.cookie }),
      await connectSocket(address, { cookie: educator.cookie }),
    ]
    await buy(student, course._id)
    await until(() => sockets.every(({ received }) => received.length > 0))
    const [theirs, other] = sockets.map(({ received }) => received[0]?.[1] as { message: string })
    expect(theirs?.message).toMatch(devanagari)
    expect(other?.message).toMatch(/ enrolled in Indexes$/)
    for (const { socket } of sockets) socket.disconnect()
  })
})

describe('a mail about an account', () => {
  const forgot = async (who: TestUser, headers: Record<string, string>) => {
    await post(api.accounts.sendOtp.path, { email: who.user.email }, headers)
    await runJobs(app, 'deliver-password-code')
    await until(() => mailTo(who.user.email) !== undefined)
    return mailTo(who.user.email)
  }

  test('with a code speaks the language of the account, else that of the page on which it was asked for', async () => {
    const [chosen, none, english] = [await app.makeUser(), await app.makeUser(), await app.makeUser()]
    await choose(chosen, 'hi')
    await choose(english, 'en')
    const mail = await forgot(chosen, {})
    expectHindi(mail)
    expect(linkIn(mail?.text)).not.toBe('')
    expectHindi(await forgot(none, { 'x-language': 'hi' }))
    expectEnglish(await forgot(english, { 'x-language': 'hi' }))
  })

  test('goes to a new and to the old address in the language of its owner', async () => {
    const who = await app.makeUser()
    await choose(who, 'hi')
    const [email, headers] = ['neha.hindi@test.example', { cookie: who.cookie }]
    await post(api.ownAccount.changeEmail.path, { email, current: password }, headers)
    await runJobs(app, 'deliver-account-code')
    await until(() => mailTo(email) !== undefined)
    expectHindi(mailTo(email))
    const code = /\n {4}(\d{6})\n/.exec(mailTo(email)?.text ?? '')?.[1]
    expect((await post(api.ownAccount.confirmEmail.path, { code }, headers)).statusCode).toBe(200)
    await runJobs(app, 'mail-address-changed')
    await until(() => mailTo(who.user.email) !== undefined)
    expectHindi(mailTo(who.user.email))
  })

  test('that invites an admin speaks the language of who invites them', async () => {
    const admin = await app.makeUser('admin')
    const email = 'new.admin@test.example'
    await post(api.invitations.send.path, { email }, { cookie: admin.cookie, 'x-language': 'hi' })
    await runJobs(app, 'mail-admin-invitation')
    await until(() => mailTo(email) !== undefined)
    expectHindi({ ...mailTo(email), text: mailTo(email)?.text.replace(/\d{4}-\d\d-\d\d/, '') } as OutgoingMail)
  })

  test('about changed bank details speaks the language of the educator', async () => {
    const educator = await app.makeUser('educator')
    await choose(educator, 'hi')
    await enqueue(app.deps.db, mailBankDetails, { userId: educator.user._id, at: new Date().toISOString() })
    await runJobs(app, mailBankDetails.name)
    await until(() => mailTo(educator.user.email) !== undefined)
    expectHindi(mailTo(educator.user.email))
  })

  test('speaks the language of a deleted account for the last time', async () => {
    const who = await app.makeUser()
    await choose(who, 'hi')
    await who.call(api.ownAccount.deleteAccount, { body: { current: password, confirm: 'DELETE' } })
    await runJobs(app, 'mail-account-deleted')
    await until(() => mailTo(who.user.email) !== undefined)
    expectHindi(mailTo(who.user.email))
  })
})
