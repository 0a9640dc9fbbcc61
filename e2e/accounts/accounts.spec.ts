import { type Browser, type Page, request } from '@playwright/test'
import { type Account, newAccount } from '../support/accounts.ts'
import { startAs } from '../support/api.ts'
import { holdBack } from '../support/line.ts'
import { lookAt } from '../support/look.ts'
import { mailedCode, mailedLink, otherCode } from '../support/outbox.ts'
import { expect, isWhole, test } from '../support/test.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const codeField = (page: Page) => page.getByLabel('4-digit code')

/** A password that is not the one of the sign-up. */
const fresh = 'another long enough password'

/** Someone with an account, whose browser is not this one. */
async function someone(name: string): Promise<Account> {
  const client = { request: await request.newContext() }
  const person = await startAs(client, 'student', name)
  await client.request.dispose()
  return person
}

/** Fills in the last step and sends it. */
async function choosePassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(again)
  await button(page, 'Reset Password').click()
}

test.describe('a forgotten password', () => {
  test('is replaced in three steps, with the code from the outbox', async ({ page, expectErrors }) => {
    expectErrors.value = true
    const person = await someone('Forgetful Student')
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    const heading = page.getByRole('heading', { level: 1 })
    const backToLogin = page.getByRole('link', { name: 'Back to Login', exact: true })

    const code = await test.step('the address', async () => {
      await page.goto('/login')
      await page.getByRole('link', { name: 'Forget your password?' }).click()
      await expect(page).toHaveURL('/forgotpassword')
      await expect(heading).toHaveText('Forgot password')
      await expect(backToLogin).toHaveAttribute('href', '/login')
      await page.getByLabel('Email', { exact: true }).fill(person.email)
      await button(page, 'Send OTP').click()
      await expect(page.getByText('If this address has an account, a code is on its way')).toBeVisible()
      return mailedCode(page, person.email)
    })

    await test.step('the code', async () => {
      await expect(heading).toBeFocused()
      await expect(backToLogin).toBeVisible()
      await expect(page.getByText('This demo keeps its mail in the outbox')).toBeVisible()
      await expect(page.getByRole('link', { name: 'outbox' })).toHaveAttribute('href', '/dev/outbox')
      await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
      await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
      await codeField(page).fill('12')
      await button(page, 'Verify OTP').click()
      await expect(page.getByRole('alert').getByText('Enter all 4 digits of the code')).toBeVisible()
      expect(calls).not.toContain('/api/auth/verifyotp')
      await codeField(page).fill(otherCode(code))
      await button(page, 'Verify OTP').click()
      const wrong = 'This code is not right, or no longer valid. Request a new one and try again.'
      await expect(page.getByRole('alert').getByText(wrong)).toBeVisible()
      await expect(codeField(page)).toBeFocused()
      await lookAt(page)
    })

    await test.step('says when something is missing, and sends another code after a moment', async () => {
      await page.clock.install()
      await page.reload()
      calls.length = 0
      const again = button(page, 'Send a new code')
      await expect(again).toHaveAttribute('aria-disabled', 'true')
      await again.click({ force: true })
      expect(calls).not.toContain('/api/auth/sendotp')
      await page.clock.fastForward(31_000)
      await expect(again).not.toHaveAttribute('aria-disabled', 'true')
      const release = await holdBack(page, '**/api/auth/sendotp', 'answers')
      await again.click()
      const second = await mailedCode(page, person.email, code)
      // pasted with the sentence around it, before the answer is here
      await codeField(page).fill(`Your code is ${second}.`)
      release()
      await expect(again).toHaveAttribute('aria-disabled', 'true')
      await expect(codeField(page)).toHaveValue(second)
      await button(page, 'Verify OTP').click()
      await expect(page.getByText('Code verified')).toBeVisible()
    })

    await test.step('the new password', async () => {
      await expect(page.getByLabel('New password', { exact: true }).and(page.locator('input'))).toBeVisible()
      await expect(heading).toBeFocused()
      await expect(backToLogin).toBeVisible()
      await page.reload()
      calls.length = 0
      await choosePassword(page, fresh, `${fresh}!`)
      await expect(page.getByRole('alert').getByText('password does not match')).toBeVisible()
      expect(calls.filter((path) => path.startsWith('/api/auth'))).toEqual([])
      await expect(page.getByLabel('New password', { exact: true })).toHaveValue(fresh)
      await lookAt(page)
      await choosePassword(page, 'short')
      await expect(page.getByText('A password needs at least 8 characters').first()).toBeVisible()
      await choosePassword(page, fresh)
      await expect(page).toHaveURL('/login')
      await expect(page.getByText('Password changed. Please log in.')).toBeVisible()
      const login = await page.request.post('/api/auth/login', { data: { email: person.email, password: fresh } })
      expect(login.status()).toBe(200)
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(person.email)
    })
  })

  test('is replaced without the page that asked for the code', async ({ page, browser, expectErrors }) => {
    expectErrors.value = true
    await test.step('is replaced by the link of the mail in another browser, once', async () => {
      const person = await someone('Linked Student')
      const elsewhere = await request.newContext()
      expect((await elsewhere.post('/api/auth/sendotp', { data: { email: person.email } })).ok()).toBe(true)
      await elsewhere.dispose()
      const link = await mailedLink(page, person.email)
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
      await expect(page.getByText(`For ${person.email}.`)).toBeVisible()
      await expect(page).toHaveURL('/forgotpassword')
      await page.reload()
      await choosePassword(page, fresh)
      await expect(page).toHaveURL('/login')
      await page.goto(link)
      const used = 'This link is not right, was used already, or is too old.'
      await expect(page.getByRole('alert').getByText(used)).toBeVisible()
    })
    await test.step('is replaced before the page has its script, too', () => resetWithoutScripts(browser))
  })
})

async function resetWithoutScripts(browser: Browser): Promise<void> {
  const person = await someone('Scriptless Student')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const bare = await context.newPage()
  await bare.goto('/forgotpassword')
  await bare.getByLabel('Email', { exact: true }).fill(person.email)
  await button(bare, 'Send OTP').click()
  await expect(codeField(bare)).toBeVisible()
  const code = await mailedCode(bare, person.email)
  const outbox = await context.newPage()
  await outbox.goto('/dev/outbox')
  await expect(outbox.getByRole('article').filter({ hasText: person.email }).locator('pre')).toContainText(code)
  await codeField(bare).fill(code)
  await button(bare, 'Verify OTP').click()
  await choosePassword(bare, fresh)
  await expect(bare).toHaveURL('/login')
  await context.close()
}

test('Google sign-in', async ({ page, problems, expectErrors }) => {
  expectErrors.value = true
  const google = page.getByRole('button', { name: 'Continue with Google' })
  const userData = () => page.evaluate(() => localStorage.getItem('userData'))
  const exchange = '**/api/auth/google/token'

  await test.step('opens an account in the chosen role and brings the visitor back to their page', async () => {
    const person = newAccount('Google Educator')
    await page.goto('/allcourses')
    await expect(page).toHaveURL(/\/signup\?next=/)
    await expect(page.getByText(/^Local sign-in:/)).toBeVisible()
    await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
    await expect(google).toBeDisabled()
    await expect(page.getByText('Google sign-in is for students and educators.')).toBeVisible()
    await page.getByRole('radio', { name: 'Educator' }).check({ force: true })
    const consent = page.waitForRequest(
      (request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/dev/sign-in',
    )
    await google.click()
    const asked = new URL((await consent).url()).searchParams
    expect(asked.get('response_type')).toBe('code')
    expect(asked.get('scope')).toBe('openid email profile')
    expect(asked.get('access_type')).toBe('offline')
    expect(asked.get('prompt')).toBe('consent')
    expect(asked.get('client_id')).toBeTruthy()
    expect(asked.get('state')).toMatch(/^[0-9a-f]{32}$/)
    expect(asked.get('redirect_uri')).toBe(new URL('/auth/callback', page.url()).href)
    // the stand-in is of this origin, so what was kept for the return can be seen from its page
    await page.getByRole('heading', { name: 'Local sign-in' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('google_signup_role'))).toBe('educator')

    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText('Successfully signed in with Google!')).toBeVisible()
    await expect(page).toHaveURL('/allcourses')
    expect(JSON.parse((await userData()) ?? '{}')).toMatchObject({ email: person.email, role: 'educator' })
    expect(await page.evaluate(() => sessionStorage.getItem('google_signup_role'))).toBeNull()

    // every part of the page knows it, without another document
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByText(person.email).filter({ visible: true })).toBeVisible()
    await page.getByRole('menuitem', { name: 'LogOut' }).click()
    await expect(page.getByText('LogOut Successfully')).toBeVisible()
    expect(await userData()).toBeNull()
  })

  await page.goto('/login')
  // each end of the way is tested without browsers, in `google.test.ts` and `google-redirect.test.ts`
  if (isWhole)
    await test.step('says what went wrong on the way', async () => {
      const fails = async (text: string) => {
        await expect(page.getByRole('alert').getByText(text)).toBeVisible()
        await expect(page).toHaveURL('/login')
      }
      expect(problems).toEqual([])

      await google.click()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await fails('Google authentication was cancelled')

      await page.goto('/auth/callback')
      await fails('No authorization code received')

      await page.goto('/auth/callback?code=someone-elses&state=not-mine')
      await fails('Authentication failed')

      // a code that the provider does not take
      await google.click()
      await page.waitForURL('**/dev/sign-in?**')
      const state = new URL(page.url()).searchParams.get('state')
      await page.goto(`/auth/callback?code=made-up&state=${state}`)
      await fails('Failed to exchange code for token')

      // someone between us and the server, who has no words of ours
      await page.route(exchange, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
      await google.click()
      await page.getByRole('button', { name: /student@demo\.example/ }).click()
      await fails('Failed to exchange code for token')
      await page.unroute(exchange)

      await page.route('**/api/auth/google/consent', (route) => route.fulfill({ status: 503, body: 'no' }), {
        times: 1,
      })
      await google.click()
      await fails('Google sign-in failed. Please try again.')
      await expect(google).toBeEnabled()
      problems.length = 0
    })

  await test.step('shows that it is at work, exchanges the code once, and survives going back', async () => {
    const exchanges: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(exchange, async (route) => {
      exchanges.push(route.request().postData() ?? '')
      await held
      await route.continue()
    })
    await google.click()
    await page.getByRole('button', { name: /Aarav|student@demo\.example/ }).click()
    await expect(page.getByText('Authenticating with Google...')).toBeVisible()
    await lookAt(page)
    release()
    await expect(page.getByText('Successfully signed in with Google!')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(exchanges).toHaveLength(1)
    expect(JSON.parse(exchanges[0] ?? '{}')).not.toHaveProperty('role')
    // the same return once more: someone who is signed in goes on, nothing is exchanged again
    const { code } = JSON.parse(exchanges[0] ?? '{}')
    await page.goto(`/auth/callback?code=${encodeURIComponent(code)}&state=x`)
    await expect(page).toHaveURL('/')
    expect(exchanges).toHaveLength(1)
  })
})
