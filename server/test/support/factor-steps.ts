import { api } from '@virtual-courses/contract'
import { TOTP } from 'otpauth'
import { openBrowser, type TestBrowser } from './browser.ts'
import type { TestApp, TestUser } from './create-test-app.ts'
import { expectProblem } from './expect-problem.ts'
import { runJobs } from './run-jobs.ts'
import { createSoftPasskey } from './soft-passkey.ts'

/** Password of every test user. */
export const ownPassword = 'correct horse battery'

/** The steps of people with a second factor. */
export function factorSteps(getApp: () => TestApp) {
  /** A user whose address is proven, in a browser that was confirmed a moment ago. */
  async function makeOwner(
    role: 'student' | 'educator' | 'admin' = 'student',
  ): Promise<TestUser & { browser: TestBrowser }> {
    const app = getApp()
    const user = await app.makeUser(role)
    const update = app.deps.db.updateTable('users').set({ email_verified_at: new Date() })
    await update.where('id', '=', user.user._id).execute()
    const browser = openBrowser(app, { cookie: user.cookie })
    await browser.call(api.factors.confirm, { body: { current: ownPassword } })
    return { ...user, browser }
  }

  const logIn = (browser: TestBrowser, { user }: TestUser) =>
    browser.call(api.accounts.login, { body: { email: user.email, password: ownPassword } })

  /** A new browser in which the password of a user was typed. */
  async function firstStep(user: TestUser, browser = openBrowser(getApp())): Promise<TestBrowser> {
    await expectProblem(logIn(browser, user), 403, 'second_step_needed')
    return browser
  }

  /** Adds an authenticator app. The code that was typed for it is over then. */
  async function addApp({ browser }: { browser: TestBrowser }) {
    const { clock } = getApp()
    const { secret, uri } = await browser.call(api.factors.beginApp)
    const totp = new TOTP({ secret, digits: 6, period: 30 })
    const codeAt = (ms: number) => totp.generate({ timestamp: ms })
    const { recoveryCodes } = await browser.call(api.factors.confirmApp, { body: { code: codeAt(clock.ms) } })
    clock.ms += 60_000
    return { secret, uri, codeAt, recoveryCodes: recoveryCodes ?? [] }
  }

  async function addPasskey({ browser }: { browser: TestBrowser }, name = 'Laptop') {
    const soft = createSoftPasskey()
    const options = await browser.call(api.factors.passkeyOptions)
    const added = await browser.call(api.factors.addPasskey, { body: { name, passkey: soft.create(options) } })
    return { soft, options, ...added }
  }

  /** Mails about the account of a user, the newest first. */
  const mailsTo = async ({ user }: TestUser) => {
    const app = getApp()
    await runJobs(app, 'tell-account-change', 'mail-new-device')
    return ((await app.deps.mail.outbox?.newest()) ?? []).filter(({ to }) => to === user.email)
  }
  return { makeOwner, logIn, firstStep, addApp, addPasskey, mailsTo }
}
