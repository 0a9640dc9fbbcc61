import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { newPassword, resetPaths, resetSteps } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { bankDetails } from '#test/support/sales/payout-world.ts'
import { localCode } from '#test/support/sign-in-flow.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { post, prove } = resetSteps(() => app)

const byReset = async ({ user: { email } }: TestUser) => {
  const cookie = await prove(email)
  expect((await post(resetPaths.reset, { email, password: newPassword }, cookie)).status).toBe(200)
  const browser = openBrowser(app)
  await browser.call(api.accounts.login, { body: { email, password: newPassword } })
  return browser
}
const byProvider = async ({ user: { email } }: TestUser) => {
  const redirectUri = 'http://localhost:8000/auth/callback'
  const { code = '', cookie } = await localCode(app, { name: 'Owner', email, emailVerified: true }, redirectUri)
  const browser = openBrowser(app, { cookie })
  await browser.call(api.accounts.googleToken, { body: { code, redirect_uri: redirectUri } })
  return browser
}

test.each([
  ['a new password', false, byReset],
  ['a provider', false, byProvider],
  ['a new password', true, byReset],
])(
  'an account that is taken over by %s keeps what was left there only if it was proven: %s',
  async (_how, proven, takeOver) => {
    const opener = await app.makeUser('educator')
    if (proven)
      await app.deps.db
        .updateTable('users')
        .set({ email_verified_at: new Date(app.clock.ms) })
        .where('id', '=', opener.user._id)
        .execute()
    await opener.call(api.payouts.saveAccount, { body: bankDetails })
    const { url } = await opener.call(api.agenda.renewAddress)
    await runJobs(app, 'mail-bank-details')
    const mails = async () =>
      ((await app.deps.mail.outbox?.newest()) ?? []).filter(
        ({ to, subject }) => to === opener.user.email && subject === 'Your bank details were changed',
      ).length
    expect(await mails()).toBe(1)

    const owner = await takeOver(opener)

    // the calendar can be read by who opened the account, and money would go to them
    expect((await app.server.inject({ url: new URL(url ?? '').pathname })).statusCode).toBe(proven ? 200 : 404)
    const { account } = await owner.call(api.payouts.balance)
    if (proven) expect(account?.pausedUntil).toBeNull()
    else expect(Date.parse(account?.pausedUntil ?? '')).toBeGreaterThan(app.clock.ms + 2.9 * 24 * 3600_000)
    await runJobs(app, 'mail-bank-details')
    expect(await mails()).toBe(proven ? 1 : 2)
  },
)
