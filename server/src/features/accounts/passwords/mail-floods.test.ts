import { api, deletionWord } from '@virtual-courses/contract'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const current = 'correct horse battery'

// who signs up with the address of someone else sends them a mail by each of these
test('a password is changed ten times an hour, however it is confirmed', async () => {
  const user = await app.makeUser()
  const browser = openBrowser(app, { cookie: user.cookie })
  await browser.call(api.factors.confirm, { body: { current } })
  const change = (password: string) => browser.call(api.accounts.changePassword, { body: { password } })
  for (let number = 0; number < 10; number++) await change(`long password ${number}`)
  await expectProblem(change('one password more'), 429, 'rate_limited')
})

test('an address gets ten accounts a day, one after the other, and attempts at a taken one do not count', async () => {
  const { user } = await app.makeUser()
  const signUp = (email: string, browser = openBrowser(app)) =>
    browser.call(api.accounts.signup, { body: { name: 'Asha', email, password: current, role: 'student' } })
  const email = 'victim@mail-floods.example'
  for (let number = 0; number < 10; number++) {
    await expectProblem(signUp(user.email), 409, 'email_taken')
    const browser = openBrowser(app)
    await signUp(email, browser)
    await browser.call(api.ownAccount.deleteAccount, { body: { confirm: deletionWord, current } })
  }
  await expectProblem(signUp(email), 429, 'rate_limited')
  await expectProblem(signUp(user.email), 409, 'email_taken')
})
