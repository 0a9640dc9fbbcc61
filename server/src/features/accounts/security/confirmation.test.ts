import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { factorSteps, ownPassword } from '#test/support/factor-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { bankDetails } from '#test/support/sales/payout-world.ts'
import { localCode } from '#test/support/sign-in-flow.ts'
import { createSoftPasskey } from '#test/support/soft-passkey.ts'
import { inviteAsOperator } from '../../admin/users/send-invitation.ts'
import { renewApps } from '../factors/renew-apps.ts'
import { placeOf } from '../sessions/place.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { makeOwner, logIn, firstStep, addApp, addPasskey, mailsTo } = factorSteps(() => app)

/** Bank details without the password that `bankDetails` has. */
const { current: _, ...details } = bankDetails

/** The newest code that was mailed to show that an account's owner is there. */
async function mailedCode(email: string): Promise<string> {
  await runJobs(app, 'deliver-account-code')
  const mail = (await app.deps.mail.outbox?.newest())?.find(({ to }) => to === email)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('a confirmation', () => {
  test('counts ten minutes for all that is sensitive, in its session alone', async () => {
    const user = await app.makeUser('educator')
    const browser = openBrowser(app, { cookie: user.cookie })
    const other = openBrowser(app)
    await logIn(other, user)
    const change = (email: string) => browser.call(api.ownAccount.changeEmail, { body: { email } })
    await expectProblem(change('one@new.example'), 400, 'wrong_password')
    const options = await browser.call(api.factors.confirmOptions)
    expect(options).toMatchObject({ ways: ['password'], confirmedUntil: null, addressProven: false, passkey: null })
    await expectProblem(browser.call(api.factors.confirm, { body: { current: 'a guess' } }), 400, 'wrong_password')
    await expectProblem(browser.call(api.factors.confirm, { body: {} }), 400, 'wrong_password')
    const { confirmedUntil } = await browser.call(api.factors.confirm, { body: { current: ownPassword } })
    expect(Date.parse(confirmedUntil) - app.clock.ms).toBeGreaterThan(9.9 * 60_000)
    expect((await browser.call(api.factors.confirmOptions)).confirmedUntil).not.toBeNull()
    await change('two@new.example')
    await browser.call(api.payouts.saveAccount, { body: details })
    await expectProblem(
      other.call(api.ownAccount.changeEmail, { body: { email: 'three@new.example' } }),
      400,
      'wrong_password',
    )
    // what is given is checked all the same
    const wrong = { email: 'four@new.example', current: 'a guess' }
    await expectProblem(browser.call(api.ownAccount.changeEmail, { body: wrong }), 400, 'wrong_password')
    app.clock.ms += 10 * 60_000
    await expectProblem(change('five@new.example'), 400, 'wrong_password')
  })

  test('changes the password and deletes the account without typing it again', async () => {
    const user = await app.makeUser()
    const browser = openBrowser(app, { cookie: user.cookie })
    const body = { password: 'another long password' }
    expect(
      (await expectProblem(browser.call(api.accounts.changePassword, { body }), 400, 'invalid_input')).fields,
    ).toEqual([{ path: 'current', message: 'The current password is required' }])
    await browser.call(api.factors.confirm, { body: { current: ownPassword } })
    await browser.call(api.accounts.changePassword, { body })
    await browser.call(api.ownAccount.deleteAccount, { body: { confirm: 'DELETE' } })
    await expectProblem(browser.call(api.accounts.current), 401, 'unauthenticated')
  })

  test('is made by a passkey or a code of the app too, each once', async () => {
    const user = await makeOwner()
    const { codeAt } = await addApp(user)
    const { soft } = await addPasskey(user)
    app.clock.ms += 11 * 60_000
    const asked = await user.browser.call(api.factors.confirmOptions)
    expect(asked.ways).toEqual(['password', 'passkey', 'app'])
    const passkey = soft.answer(asked.passkey ?? { challenge: '' })
    await user.browser.call(api.factors.confirm, { body: { passkey } })
    await expectProblem(user.browser.call(api.factors.confirm, { body: { passkey } }), 400, 'passkey_refused')
    const code = codeAt(app.clock.ms)
    await user.browser.call(api.factors.confirm, { body: { code } })
    await expectProblem(user.browser.call(api.factors.confirm, { body: { code } }), 400, 'wrong_code')
  })

  test('by a mailed code is for those who have nothing else; with a second factor mail is not enough', async () => {
    const person = { name: 'Goog', email: 'goog@test.example', emailVerified: true }
    const redirectUri = 'http://localhost:8000/auth/callback'
    const signIn = async () => {
      const { code = '', cookie } = await localCode(app, person, redirectUri)
      const browser = openBrowser(app, { cookie })
      return { browser, end: browser.call(api.accounts.googleToken, { body: { code, redirect_uri: redirectUri } }) }
    }
    const { browser, end } = await signIn()
    const { user } = await end
    expect((await browser.call(api.factors.confirmOptions)).ways).toEqual(['mail'])
    await browser.call(api.ownAccount.sendOwnerCode)
    await browser.call(api.factors.confirm, { body: { ownerCode: await mailedCode(person.email) } })
    const { codeAt } = await addApp({ browser })
    app.clock.ms += 11 * 60_000
    expect((await browser.call(api.factors.confirmOptions)).ways).toEqual(['app'])
    await browser.call(api.ownAccount.sendOwnerCode)
    const ownerCode = await mailedCode(person.email)
    const body = { email: 'moved@test.example', ownerCode }
    await expectProblem(browser.call(api.ownAccount.changeEmail, { body }), 400, 'wrong_code')
    await expectProblem(browser.call(api.factors.confirm, { body: { ownerCode } }), 400, 'wrong_password')
    // and the identity provider alone does not sign in any more
    const again = await signIn()
    await expectProblem(again.end, 403, 'second_step_needed')
    const code = codeAt(app.clock.ms)
    expect((await again.browser.call(api.signIn.finish, { body: { code } }))._id).toBe(user._id)
  })
})

test('a factor needs a proven address: who opens an account with a foreign one keeps no one out of it', async () => {
  const user = await app.makeUser()
  const browser = openBrowser(app, { cookie: user.cookie })
  await expectProblem(browser.call(api.factors.beginApp), 403, 'confirmation_needed')
  await browser.call(api.factors.confirm, { body: { current: ownPassword } })
  for (const begin of [api.factors.beginApp, api.factors.passkeyOptions] as const)
    await expectProblem(browser.call(begin), 403, 'address_not_proven')
  expect((await browser.call(api.factors.list)).addressProven).toBe(false)
  await expectProblem(browser.call(api.factors.proveAddress, { body: { ownerCode: '1' } }), 400, 'wrong_code')
  await browser.call(api.ownAccount.sendOwnerCode)
  await browser.call(api.factors.proveAddress, { body: { ownerCode: await mailedCode(user.user.email) } })
  expect((await addApp({ browser })).recoveryCodes).toHaveLength(10)
})

describe('a factor that a stranger has added to an account whose address no one had proven', () => {
  test('goes when the owner of the address takes an invitation, and lets the owner in', async () => {
    const silent = await createTestApp({ config: { outbox: false, adminSignup: 'closed' } })
    const stranger = await silent.makeUser('student')
    const browser = openBrowser(silent, { cookie: stranger.cookie })
    await browser.call(api.factors.confirm, { body: { current: ownPassword } })
    const { soft } = await factorSteps(() => silent).addPasskey({ browser })
    const { link } = await inviteAsOperator(silent.deps, stranger.user.email, true)
    const own = { name: 'Real Admin', password: 'a password of my own' }
    await silent.visitor(api.invitations.accept, {
      body: { token: /#([\w-]{43})/.exec(link ?? '')?.[1] ?? '', ...own },
    })
    const late = openBrowser(silent)
    const passkey = soft.answer(await late.call(api.signIn.passkeyOptions))
    await expectProblem(late.call(api.signIn.withPasskey, { body: { passkey } }), 400, 'passkey_refused')
    const body = { email: stranger.user.email, password: own.password }
    expect((await openBrowser(silent).call(api.accounts.login, { body })).role).toBe('admin')
    await silent.close()
  })

  test('goes when the owner signs in with Google', async () => {
    const stranger = await makeOwner()
    const { soft } = await addPasskey(stranger)
    const update = app.deps.db.updateTable('users').set({ email_verified_at: null })
    await update.where('id', '=', stranger.user._id).execute()
    const redirectUri = 'http://localhost:8000/auth/callback'
    const person = { name: 'Owner', email: stranger.user.email, emailVerified: true }
    const { code = '', cookie } = await localCode(app, person, redirectUri)
    const owner = openBrowser(app, { cookie })
    const { user } = await owner.call(api.accounts.googleToken, { body: { code, redirect_uri: redirectUri } })
    expect(user._id).toBe(stranger.user._id)
    const late = openBrowser(app)
    const passkey = soft.answer(await late.call(api.signIn.passkeyOptions))
    await expectProblem(late.call(api.signIn.withPasskey, { body: { passkey } }), 400, 'passkey_refused')
  })
})

test('a factor is not added by a request under way when all sessions are ended', async () => {
  const user = await makeOwner()
  const passkey = createSoftPasskey().create(await user.browser.call(api.factors.passkeyOptions))
  // after the first look at the confirmation, and before the account is locked
  const between = vi.spyOn(app.deps.limits.factorChanges, 'consume').mockImplementationOnce(async () => {
    await app.deps.db.deleteFrom('sessions').where('user_id', '=', user.user._id).execute()
  })
  const body = { name: 'Late', passkey }
  await expectProblem(user.browser.call(api.factors.addPasskey, { body }), 403, 'confirmation_needed')
  between.mockRestore()
  const kept = await app.deps.db.selectFrom('passkeys').select('id').where('user_id', '=', user.user._id).execute()
  expect(kept).toEqual([])
})

test('on a site without mail an address cannot be proven, and need not be: a demand locks no one out', async () => {
  const quiet = await createTestApp({ config: { outbox: false } })
  const user = await quiet.makeUser('admin')
  const browser = openBrowser(quiet, { cookie: user.cookie })
  await browser.call(api.factors.confirm, { body: { current: ownPassword } })
  expect((await browser.call(api.factors.list)).addressProven).toBe(true)
  await browser.call(api.factors.beginApp)
  await quiet.close()
})

describe('what the site demands', () => {
  const demand = async (secondStepFor: 'none' | 'admins' | 'payees' | 'both') => {
    const head = await makeOwner('admin')
    await addApp(head)
    await head.call(api.admin.saveSettings, { body: { secondStepFor } })
  }

  test('of admins leads them to set it up, and keeps them from nothing else', async () => {
    const admin = await makeOwner('admin')
    await admin.call(api.admin.overview)
    await demand('admins')
    await expectProblem(admin.browser.call(api.admin.overview), 403, 'second_factor_demanded')
    expect((await admin.browser.call(api.factors.list)).demanded).toBe(true)
    expect((await logIn(openBrowser(app), admin))._id).toBe(admin.user._id)
    await addPasskey(admin)
    await admin.browser.call(api.admin.overview)
    await demand('none')
  })

  test('of educators with bank details keeps the details and the statements until then', async () => {
    const [paid, fresh] = [await makeOwner('educator'), await makeOwner('educator')]
    await paid.browser.call(api.payouts.saveAccount, { body: details })
    await demand('payees')
    await expectProblem(paid.browser.call(api.payouts.balance), 403, 'second_factor_demanded')
    await expectProblem(paid.browser.call(api.payouts.list), 403, 'second_factor_demanded')
    await expectProblem(paid.browser.call(api.payouts.statements), 403, 'second_factor_demanded')
    await fresh.browser.call(api.payouts.balance)
    await fresh.browser.call(api.payouts.list)
    const save = () => fresh.browser.call(api.payouts.saveAccount, { body: details })
    await expectProblem(save(), 403, 'second_factor_demanded')
    await addPasskey(fresh)
    await save()
    await demand('none')
    await paid.browser.call(api.payouts.list)
  })
})

describe('a new browser', () => {
  test('is mailed about, but not the first of an account, nor one that was there before', async () => {
    const body = { name: 'New', email: 'new-device@test.example', password: ownPassword, role: 'student' as const }
    const first = openBrowser(app)
    const user = await first.call(api.accounts.signup, { body })
    const account = { user, call: first.call, cookie: '' }
    await first.call(api.accounts.logout)
    await logIn(first, account)
    expect(await mailsTo(account)).toEqual([])
    const second = openBrowser(app, { address: '203.0.113.77' })
    await logIn(second, account)
    const [mail] = await mailsTo(account)
    expect(mail?.subject).toBe('Your account was signed in to in a new browser')
    expect(mail?.text).toContain('203.0.113.x')
    expect(mail?.text).not.toMatch(/\b\d{4}\b/)
    const { sessions } = await second.call(api.accounts.sessions)
    expect(sessions.find(({ current }) => current)?.place).toBe('203.0.113.x')
    await logIn(second, account)
    expect(await mailsTo(account)).toHaveLength(1)
    // ten a day at most, for clients that keep no cookies
    for (let count = 0; count < 8; count++) await logIn(openBrowser(app), account)
    expect(await mailsTo(account)).toHaveLength(5)
  })

  test('is mailed about also when its session has ended before the mail is sent', async () => {
    const account = await makeOwner()
    const update = app.deps.db.updateTable('users').set({ first_sign_in_at: new Date() })
    await update.where('id', '=', account.user._id).execute()
    const stranger = openBrowser(app, { address: '203.0.113.9' })
    await logIn(stranger, account)
    await stranger.call(api.accounts.logout)
    const [mail] = await mailsTo(account)
    expect(mail?.subject).toBe('Your account was signed in to in a new browser')
    expect(mail?.text).toContain('203.0.113.x')
  })

  test.each([
    ['203.0.113.7', '203.0.113.x'],
    ['2001:db8:1:2::/64', '2001:db8:1:x'],
    ['unknown', ''],
  ])('at %s is shown as %j', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })
})

test('authenticator apps are encrypted again when the secret changes', async () => {
  const user = await makeOwner()
  const { codeAt } = await addApp(user)
  const own = app.deps.payoutSecrets
  const next = { current: 'the next secret, of more than 32 characters', old: own.current }
  const { db } = app.deps
  await renewApps({ db, payoutSecrets: next })
  const body = { code: codeAt(app.clock.ms) }
  await expectProblem((await firstStep(user)).call(api.signIn.finish, { body }), 400, 'wrong_code')
  await renewApps({ db, payoutSecrets: { current: own.current, old: next.current } })
  expect((await (await firstStep(user)).call(api.signIn.finish, { body }))._id).toBe(user.user._id)
})
