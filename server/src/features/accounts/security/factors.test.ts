import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#test/support/browser.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { factorSteps, ownPassword as password } from '#test/support/factor-steps.ts'
import { linkIn } from '#test/support/reset-steps.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { createSoftPasskey } from '#test/support/soft-passkey.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { makeOwner, logIn, firstStep, addApp, addPasskey, mailsTo } = factorSteps(() => app)

describe('an authenticator app', () => {
  test('is asked for after the password; an account without one logs in as before', async () => {
    const user = await makeOwner()
    expect((await logIn(openBrowser(app), user))._id).toBe(user.user._id)
    const { codeAt, uri, recoveryCodes } = await addApp(user)
    expect(uri).toContain(encodeURIComponent(user.user.email))
    expect(new Set(recoveryCodes).size).toBe(10)
    const browser = await firstStep(user)
    expect([...browser.cookies.keys()].some((name) => name.includes('vc_session'))).toBe(false)
    await expectProblem(browser.call(api.accounts.current), 401, 'unauthenticated')
    expect((await browser.call(api.signIn.secondStep)).ways).toEqual(['app', 'recovery'])
    await expectProblem(browser.call(api.signIn.finish, { body: { code: '000000' } }), 400, 'wrong_code')
    const signedIn = await browser.call(api.signIn.finish, { body: { code: codeAt(app.clock.ms) } })
    expect(signedIn._id).toBe(user.user._id)
    expect((await browser.call(api.accounts.viewer)).user.secondStep).toBe(true)
    await expectProblem(browser.call(api.signIn.secondStep), 409, 'sign_in_expired')
  })

  test.each([
    ['a step behind', -30_000, true],
    ['a step ahead', 30_000, true],
    ['two steps behind', -60_000, false],
    ['two steps ahead', 60_000, false],
    ['an hour behind', -3_600_000, false],
  ])('whose clock is %s: %i ms, taken: %s', async (_name, drift, taken) => {
    const user = await makeOwner()
    const { codeAt } = await addApp(user)
    app.clock.ms += 60_000
    const finish = (await firstStep(user)).call(api.signIn.finish, { body: { code: codeAt(app.clock.ms + drift) } })
    if (taken) expect((await finish)._id).toBe(user.user._id)
    else await expectProblem(finish, 400, 'wrong_code')
  })

  test('has codes that work once, in two browsers at the same moment too, and no older one after them', async () => {
    const user = await makeOwner()
    const { codeAt } = await addApp(user)
    const code = codeAt(app.clock.ms)
    const browsers = [await firstStep(user), await firstStep(user)]
    const ends = await Promise.allSettled(browsers.map(({ call }) => call(api.signIn.finish, { body: { code } })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const late = await firstStep(user)
    const older = codeAt(app.clock.ms - 30_000)
    for (const used of [code, older])
      await expectProblem(late.call(api.signIn.finish, { body: { code: used } }), 400, 'wrong_code')
    const next = codeAt(app.clock.ms + 30_000)
    expect((await late.call(api.signIn.finish, { body: { code: next } }))._id).toBe(user.user._id)
  })

  test('is guessed ten times a quarter of an hour; a browser of the owner is not kept out by that', async () => {
    const user = await makeOwner()
    const { codeAt, recoveryCodes } = await addApp(user)
    const known = await firstStep(user)
    await known.call(api.signIn.finish, { body: { code: codeAt(app.clock.ms) } })
    app.clock.ms += 60_000
    const stranger = await firstStep(user, openBrowser(app, { address: '10.9.8.7' }))
    for (let guess = 0; guess < 10; guess++)
      await expectProblem(stranger.call(api.signIn.finish, { body: { code: '111111' } }), 400, 'wrong_code')
    const code = codeAt(app.clock.ms)
    await expectProblem(stranger.call(api.signIn.finish, { body: { code } }), 429, 'rate_limited')
    await firstStep(user, known)
    expect((await known.call(api.signIn.finish, { body: { code } }))._id).toBe(user.user._id)
    // and in a new browser of theirs, by a recovery code
    const fresh = await firstStep(user)
    const [recoveryCode = ''] = recoveryCodes
    expect((await fresh.call(api.signIn.finish, { body: { recoveryCode } }))._id).toBe(user.user._id)
  })

  test('counts once its first code was typed, and an earlier one counts until then', async () => {
    const user = await makeOwner()
    await user.browser.call(api.factors.beginApp)
    expect((await user.browser.call(api.factors.list)).app).toBeNull()
    expect((await logIn(openBrowser(app), user))._id).toBe(user.user._id)
    const wrong = user.browser.call(api.factors.confirmApp, { body: { code: '123' } })
    expect((await expectProblem(wrong, 400, 'wrong_code')).message).toMatch(
      /check that the clock of your device is right/,
    )
    const first = await addApp(user)
    await user.browser.call(api.factors.beginApp)
    const browser = await firstStep(user)
    await browser.call(api.signIn.finish, { body: { code: first.codeAt(app.clock.ms) } })
    expect(first.recoveryCodes).toHaveLength(10)
    const second = await addApp(user)
    expect(second.recoveryCodes).toEqual([])
  })

  test('has a secret that the database keeps encrypted, and no file or log has', async () => {
    const user = await makeOwner('educator')
    const { secret, recoveryCodes } = await addApp(user)
    const rows = await app.deps.db.selectFrom('authenticator_apps').selectAll().execute()
    const codes = await app.deps.db.selectFrom('recovery_codes').selectAll().execute()
    const headers = { cookie: user.cookie }
    const { body } = await app.server.inject({ url: api.ownAccount.exportData.path, headers })
    const everything = JSON.stringify([rows, codes, body, app.logged, await mailsTo(user)])
    for (const text of [secret, ...recoveryCodes]) expect(everything).not.toContain(text)
    expect(JSON.parse(body).recoveryCodes).toHaveLength(10)
  })

  test('is removed after a confirmation, and with it the recovery codes', async () => {
    const user = await makeOwner()
    await addApp(user)
    app.clock.ms += 11 * 60_000
    await expectProblem(user.browser.call(api.factors.removeApp), 403, 'confirmation_needed')
    await user.browser.call(api.factors.confirm, { body: { current: password } })
    await user.browser.call(api.factors.removeApp)
    await expectProblem(user.browser.call(api.factors.removeApp), 404, 'not_found')
    expect((await user.browser.call(api.factors.list)).recoveryCodesLeft).toBe(0)
    expect((await logIn(openBrowser(app), user))._id).toBe(user.user._id)
    expect((await mailsTo(user)).map(({ subject }) => subject)).toContain(
      'The authenticator app was removed from your account',
    )
  })
})

describe('a recovery code', () => {
  test('works once, however it is typed, and its owner gets a mail', async () => {
    const user = await makeOwner()
    const { recoveryCodes } = await addApp(user)
    const [code = ''] = recoveryCodes
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
    const browser = await firstStep(user)
    for (const wrong of ['', '0000-0000-0000-0000', code.slice(0, -1)])
      await expectProblem(browser.call(api.signIn.finish, { body: { recoveryCode: wrong } }), 400, 'wrong_code')
    expect((await browser.call(api.signIn.finish, { body: { recoveryCode: typed } }))._id).toBe(user.user._id)
    const again = await firstStep(user)
    await expectProblem(again.call(api.signIn.finish, { body: { recoveryCode: code } }), 400, 'wrong_code')
    expect((await user.browser.call(api.factors.list)).recoveryCodesLeft).toBe(9)
    expect((await mailsTo(user)).map(({ subject }) => subject)).toContain('A recovery code was used')
  })

  test('is replaced with all others, and made only beside a factor', async () => {
    const user = await makeOwner()
    await expectProblem(user.browser.call(api.factors.renewCodes), 409, 'no_factor')
    const { recoveryCodes } = await addApp(user)
    const fresh = (await user.browser.call(api.factors.renewCodes)).recoveryCodes
    expect(fresh).toHaveLength(10)
    const browser = await firstStep(user)
    const [old = '', now = ''] = [recoveryCodes[0], fresh[0]]
    await expectProblem(browser.call(api.signIn.finish, { body: { recoveryCode: old } }), 400, 'wrong_code')
    await browser.call(api.signIn.finish, { body: { recoveryCode: now } })
  })
})

describe('a passkey', () => {
  test('signs in alone, without an address, and finishes a sign-in by password', async () => {
    const user = await makeOwner()
    const { soft, recoveryCodes, options } = await addPasskey(user)
    expect(recoveryCodes).toHaveLength(10)
    expect(options.user.name).toBe(user.user.email)
    // no post-quantum ones: under another Node they might not be there
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
    const alone = openBrowser(app)
    const asked = await alone.call(api.signIn.passkeyOptions)
    expect(asked.allowCredentials).toBeUndefined()
    const answer = soft.answer(asked)
    expect((await alone.call(api.signIn.withPasskey, { body: { passkey: answer } }))._id).toBe(user.user._id)
    const browser = await firstStep(user)
    const step = await browser.call(api.signIn.secondStep)
    expect(step.ways).toEqual(['passkey', 'recovery'])
    expect(step.passkey?.allowCredentials?.map(({ id }) => id)).toEqual([soft.credentialId])
    // a key without a PIN is enough beside the password
    const second = soft.answer(step.passkey ?? { challenge: '' }, { verified: false })
    expect((await browser.call(api.signIn.finish, { body: { passkey: second } }))._id).toBe(user.user._id)
    const { passkeys } = await user.browser.call(api.factors.list)
    expect(passkeys).toMatchObject([{ name: 'Laptop', synced: false }])
    expect(passkeys[0]?.lastUsedAt).not.toBeNull()
  })

  test('is refused with a used, foreign or old challenge, another origin, an old counter, or without its user', async () => {
    const user = await makeOwner()
    const { soft } = await addPasskey(user)
    const attempt = async (change: (asked: { challenge: string }) => Parameters<typeof soft.answer>) => {
      const browser = openBrowser(app)
      const asked = await browser.call(api.signIn.passkeyOptions)
      const body = { passkey: soft.answer(...change(asked)) }
      return { browser, body, end: browser.call(api.signIn.withPasskey, { body }) }
    }
    const first = await attempt((asked) => [asked])
    await first.end
    const refused = async (change: Parameters<typeof attempt>[0]) =>
      expectProblem((await attempt(change)).end, 400, 'passkey_refused')
    await refused((asked) => [asked, { origin: 'https://evil.example' }])
    await refused((asked) => [asked, { verified: false }])
    await refused((asked) => [asked, { counter: 1 }])
    const foreign = await openBrowser(app).call(api.signIn.passkeyOptions)
    await refused(() => [foreign])
    const stranger = createSoftPasskey()
    const browser = openBrowser(app)
    const unknown = { passkey: stranger.answer(await browser.call(api.signIn.passkeyOptions)) }
    await expectProblem(browser.call(api.signIn.withPasskey, { body: unknown }), 400, 'passkey_refused')
    const late = openBrowser(app)
    const asked = await late.call(api.signIn.passkeyOptions)
    app.clock.ms += 6 * 60_000
    const old = { passkey: soft.answer(asked) }
    await expectProblem(late.call(api.signIn.withPasskey, { body: old }), 400, 'passkey_refused')
  })

  test('answers a challenge once, also when the browser still has its cookie', async () => {
    const user = await makeOwner()
    const { soft } = await addPasskey(user)
    const browser = openBrowser(app)
    const asked = await browser.call(api.signIn.passkeyOptions)
    const twins = [browser.clone(), browser.clone()]
    const ends = await Promise.allSettled(
      twins.map(({ call }) => call(api.signIn.withPasskey, { body: { passkey: soft.answer(asked) } })),
    )
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('answers no challenge that a browser has asked for ahead of time', async () => {
    const user = await makeOwner()
    const { soft } = await addPasskey(user)
    const browser = openBrowser(app)
    browser.cookies.set('vc_challenge', `${app.clock.ms + 3_600_000}.${'a'.repeat(43)}`)
    const planted = browser.cookies.get('vc_challenge') ?? ''
    const passkey = soft.answer(await browser.call(api.signIn.passkeyOptions))
    app.clock.ms += 58 * 60_000
    browser.cookies.set('vc_challenge', planted)
    await expectProblem(browser.call(api.signIn.withPasskey, { body: { passkey } }), 400, 'passkey_refused')
  })

  test('that was made in one session is not added in another, nor twice', async () => {
    const [user, other] = [await makeOwner(), await makeOwner()]
    const options = await user.browser.call(api.factors.passkeyOptions)
    const passkey = createSoftPasskey()
    const body = { name: 'Phone', passkey: passkey.create(options) }
    const challenge = user.browser.cookies.get('vc_challenge') ?? ''
    other.browser.cookies.set('vc_challenge', challenge)
    await expectProblem(other.browser.call(api.factors.addPasskey, { body }), 400, 'passkey_refused')
    await user.browser.call(api.factors.addPasskey, { body })
    const again = await other.browser.call(api.factors.passkeyOptions)
    const same = { name: 'Phone', passkey: passkey.create(again) }
    await expectProblem(other.browser.call(api.factors.addPasskey, { body: same }), 409, 'passkey_taken')
  })

  test('is renamed and removed by its owner alone; twenty are enough', async () => {
    const [user, other] = [await makeOwner(), await makeOwner()]
    const first = await addPasskey(user)
    const params = { passkeyId: first.passkey._id }
    await expectProblem(
      other.browser.call(api.factors.renamePasskey, { params, body: { name: 'x' } }),
      404,
      'not_found',
    )
    await expectProblem(other.browser.call(api.factors.removePasskey, { params }), 404, 'not_found')
    await expectProblem(
      user.browser.call(api.factors.renamePasskey, { params, body: { name: ' ' } }),
      400,
      'invalid_input',
    )
    await user.browser.call(api.factors.renamePasskey, { params, body: { name: 'Work laptop' } })
    expect((await user.browser.call(api.factors.list)).passkeys[0]?.name).toBe('Work laptop')
    for (let count = 1; count < 20; count++) await addPasskey(user, `Key ${count}`)
    await expectProblem(user.browser.call(api.factors.passkeyOptions), 409, 'passkeys_full')
    await user.browser.call(api.factors.removePasskey, { params })
    expect((await user.browser.call(api.factors.list)).passkeys).toHaveLength(19)
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['no answer', { passkey: null }],
    ['an answer that is too long', { passkey: { id: 'a'.repeat(2000), rawId: 'a', type: 'public-key', response: {} } }],
    ['letters that are none of base64url', { passkey: { id: '<b>', rawId: 'a', type: 'public-key', response: {} } }],
  ])('is no %s', async (_name, payload) => {
    const url = api.signIn.withPasskey.path
    const answer = await app.server.inject({ method: 'POST', url, payload: payload as object })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })
})

describe('the second step', () => {
  test('is not guessed on and on by someone who reads the mail and sets ever new passwords', async () => {
    const user = await makeOwner()
    const { codeAt } = await addApp(user)
    const { email } = user.user
    const guessWithNewPassword = async (round: number): Promise<TestBrowser> => {
      const thief = openBrowser(app, { address: `10.7.0.${round}` })
      await thief.call(api.accounts.sendOtp, { body: { email } })
      await runJobs(app, 'deliver-password-code')
      const mail = (await app.deps.mail.outbox?.newest())?.find(({ to, text }) => to === email && linkIn(text) !== '')
      await thief.call(api.accounts.verifyResetLink, { body: { token: linkIn(mail?.text) } })
      const next = `password of round ${round}`
      await thief.call(api.accounts.resetPassword, { body: { email, password: next } })
      await expectProblem(
        thief.call(api.accounts.login, { body: { email, password: next } }),
        403,
        'second_step_needed',
      )
      return thief
    }
    for (let round = 1; round <= 15; round++) {
      const thief = await guessWithNewPassword(round)
      for (let guess = 0; guess < 10; guess++)
        await expectProblem(thief.call(api.signIn.finish, { body: { code: '111111' } }), 400, 'wrong_code')
    }
    const thief = await guessWithNewPassword(16)
    const code = codeAt(app.clock.ms)
    await expectProblem(thief.call(api.signIn.finish, { body: { code } }), 429, 'rate_limited')
  })

  test('has no tries of its own in browsers that were known before it, and new ones after a new password', async () => {
    const user = await makeOwner()
    const known = [openBrowser(app), openBrowser(app)]
    for (const browser of known) await logIn(browser, user)
    const { codeAt } = await addApp(user)
    const [first = openBrowser(app), second] = known
    await firstStep(user, first)
    for (let guess = 0; guess < 10; guess++)
      await expectProblem(first.call(api.signIn.finish, { body: { code: '111111' } }), 400, 'wrong_code')
    await firstStep(user, second)
    const code = codeAt(app.clock.ms)
    await expectProblem((second ?? first).call(api.signIn.finish, { body: { code } }), 429, 'rate_limited')
    const next = 'another long password'
    app.clock.ms += 60_000
    await user.browser.call(api.factors.confirm, { body: { current: password } })
    await user.browser.call(api.accounts.changePassword, { body: { password: next } })
    const owner = openBrowser(app)
    const login = owner.call(api.accounts.login, { body: { email: user.user.email, password: next } })
    await expectProblem(login, 403, 'second_step_needed')
    const body = { code: codeAt(app.clock.ms) }
    expect((await owner.call(api.signIn.finish, { body }))._id).toBe(user.user._id)
  })

  test('stays after a reset of the password, and a changed password ends what was begun', async () => {
    const user = await makeOwner()
    await addApp(user)
    const browser = await firstStep(user)
    const change = app.deps.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', user.user._id)
    await change.execute()
    await expectProblem(browser.call(api.signIn.finish, { body: { code: '123456' } }), 409, 'sign_in_expired')
    expect((await user.browser.call(api.factors.list)).app).not.toBeNull()
  })

  test('needs a first one, for ten minutes, and no more than one way', async () => {
    const user = await makeOwner()
    const { codeAt } = await addApp(user)
    await expectProblem(openBrowser(app).call(api.signIn.finish, { body: {} }), 409, 'sign_in_expired')
    const browser = await firstStep(user)
    await expectProblem(browser.call(api.signIn.finish, { body: {} }), 400, 'wrong_code')
    const [cookie = ''] = [...browser.cookies]
      .filter(([name]) => name.endsWith('vc_first_step'))
      .map(([, value]) => value)
    const forged = openBrowser(app)
    forged.cookies.set('vc_first_step', cookie.replace(/^[^.]+/, (await makeOwner()).user._id))
    await expectProblem(forged.call(api.signIn.secondStep), 409, 'sign_in_expired')
    app.clock.ms += 10 * 60_000
    const late = { code: codeAt(app.clock.ms) }
    await expectProblem(browser.call(api.signIn.finish, { body: late }), 409, 'sign_in_expired')
  })

  test('is not for the suspended', async () => {
    const [user, admin] = [await makeOwner(), await app.makeUser('admin')]
    const { codeAt } = await addApp(user)
    const browser = await firstStep(user)
    await admin.call(api.admin.suspend, { params: { userId: user.user._id }, body: { reason: 'Spam' } })
    const body = { code: codeAt(app.clock.ms) }
    await expectProblem(browser.call(api.signIn.finish, { body }), 403, 'suspended')
    await expectProblem(logIn(openBrowser(app), user), 403, 'suspended')
  })

  test('that was lost is removed by another admin, with a reason in the audit log and a mail, not by oneself', async () => {
    const [user, admin] = [await makeOwner('admin'), await makeOwner('admin')]
    await addApp(user)
    const params = { userId: user.user._id }
    const body = { reason: 'Lost the phone, known by voice' }
    await expectProblem(user.browser.call(api.admin.removeFactors, { params, body }), 403, 'own_account')
    await expectProblem(admin.call(api.admin.removeFactors, { params, body: { reason: '' } }), 400, 'invalid_input')
    app.clock.ms += 11 * 60_000
    await expectProblem(admin.call(api.admin.removeFactors, { params, body }), 403, 'confirmation_needed')
    await admin.browser.call(api.factors.confirm, { body: { current: password } })
    const { user: shown } = await admin.call(api.admin.removeFactors, { params, body })
    expect(shown.secondStep).toBe(false)
    await expectProblem(user.browser.call(api.accounts.current), 401, 'unauthenticated')
    expect((await logIn(openBrowser(app), user))._id).toBe(user.user._id)
    await expectProblem(admin.call(api.admin.removeFactors, { params, body }), 409, 'no_factor')
    const { entries } = await admin.call(api.admin.audit, { query: { action: 'factors-removed' } })
    expect(entries[0]?.detail).toContain('Lost the phone')
    expect((await mailsTo(user)).map(({ subject }) => subject)).toContain('The second step of your account was removed')
  })
})
