import type { Page } from '@playwright/test'
import { logIn, newAccount, signUp } from './support/accounts.ts'
import { lookAt } from './support/look.ts'
import { mailedCode, mailedLink, otherCode } from './support/outbox.ts'
import { expect, test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const backToLogin = (page: Page) => page.getByRole('link', { name: 'Back to Login', exact: true })
const codeField = (page: Page) => page.getByLabel('4-digit code')

/** A password that is not the one of the sign-up. */
const fresh = 'another long enough password'

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('/forgotpassword')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await button(page, 'Send OTP').click()
  await expect(codeField(page)).toBeVisible()
}

test.describe('a forgotten password', () => {
  test('is replaced in three steps, with the code from the outbox', async ({ page, expectErrors }) => {
    expectErrors.value = true
    const person = await signUp(page, 'Student', 'Forgetful Student')
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forget your password?' }).click()
    await expect(page).toHaveURL('/forgotpassword')

    // step 1
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
    await expect(backToLogin(page)).toHaveAttribute('href', '/login')
    await lookAt(page)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await button(page, 'Send OTP').click()
    await expect(page.getByText('If this address has an account, a code is on its way')).toBeVisible()

    // step 2
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(backToLogin(page)).toBeVisible()
    await expect(page.getByText('This demo keeps its mail in the outbox')).toBeVisible()
    await expect(page.getByRole('link', { name: 'outbox' })).toHaveAttribute('href', '/dev/outbox')
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await lookAt(page)
    const code = await mailedCode(page, person.email)
    await codeField(page).fill(otherCode(code))
    await button(page, 'Verify OTP').click()
    const wrong = 'This code is not right, or no longer valid. Request a new one and try again.'
    await expect(page.getByRole('alert').getByText(wrong)).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await lookAt(page)
    await page.reload()
    // pasted with the sentence around it
    await codeField(page).fill(`Your code is ${code}.`)
    await expect(codeField(page)).toHaveValue(code)
    await button(page, 'Verify OTP').click()

    // step 3
    await expect(page.getByLabel('New password', { exact: true }).and(page.locator('input'))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(backToLogin(page)).toBeVisible()
    await page.reload()
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.getByLabel('New password', { exact: true }).fill(fresh)
    await page.getByLabel('Confirm password').fill(`${fresh}!`)
    await button(page, 'Reset Password').click()
    await expect(page.getByRole('alert').getByText('password does not match')).toBeVisible()
    expect(calls.filter((path) => path.startsWith('/api/auth'))).toEqual([])
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue(fresh)
    await lookAt(page)
    await page.getByLabel('Confirm password').fill(fresh)
    await button(page, 'Reset Password').click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Password changed. Please log in.')).toBeVisible()
    await logIn(page, person.email, fresh)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(code)
  })

  test('says when something is missing, and sends another code after a moment', async ({ page, expectErrors }) => {
    expectErrors.value = true
    const person = await signUp(page, 'Student', 'Patient Student')
    await page.clock.install()
    await askForCode(page, person.email)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await codeField(page).fill('12')
    await button(page, 'Verify OTP').click()
    await expect(page.getByRole('alert').getByText('Enter all 4 digits of the code')).toBeVisible()
    expect(calls).not.toContain('/api/auth/verifyotp')

    const first = await mailedCode(page, person.email)
    const again = button(page, 'Send a new code')
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await again.click({ force: true })
    expect(calls).not.toContain('/api/auth/sendotp')
    await page.clock.fastForward(31_000)
    await expect(again).not.toHaveAttribute('aria-disabled', 'true')
    await again.click()
    await expect.poll(() => calls).toContain('/api/auth/sendotp')
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    const second = await mailedCode(page, person.email, first)
    await codeField(page).fill(second)
    await button(page, 'Verify OTP').click()
    await expect(page.getByText('Code verified')).toBeVisible()

    await button(page, 'Reset Password').click()
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('Confirm password').fill('short')
    await button(page, 'Reset Password').click()
    await expect(page.getByText('A password needs at least 8 characters').first()).toBeVisible()
    await backToLogin(page).click()
    await expect(page).toHaveURL('/login')
  })

  test('is replaced by the link of the mail in another browser, once', async ({ page, browser, expectErrors }) => {
    expectErrors.value = true
    const person = await signUp(page, 'Student', 'Linked Student')
    await askForCode(page, person.email)
    const link = await mailedLink(page, person.email)
    const elsewhere = await browser.newContext()
    const phone = await elsewhere.newPage()
    await phone.goto(link)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    await expect(phone.getByText(`For ${person.email}.`)).toBeVisible()
    await expect(phone).toHaveURL('/forgotpassword')
    await phone.reload()
    await phone.getByLabel('New password', { exact: true }).fill(fresh)
    await phone.getByLabel('Confirm password').fill(fresh)
    await button(phone, 'Reset Password').click()
    await expect(phone).toHaveURL('/login')
    await elsewhere.close()
    await page.goto(link)
    await expect(
      page.getByRole('alert').getByText('This link is not right, was used already, or is too old.'),
    ).toBeVisible()
  })

  test('is replaced before the page has its script, too', async ({ page, browser }) => {
    const person = await signUp(page, 'Student', 'Scriptless Student')
    const context = await browser.newContext({ javaScriptEnabled: false })
    const bare = await context.newPage()
    await bare.goto('/forgotpassword')
    await bare.getByLabel('Email', { exact: true }).fill(person.email)
    await button(bare, 'Send OTP').click()
    await codeField(bare).fill(await mailedCode(page, person.email))
    await button(bare, 'Verify OTP').click()
    await bare.getByLabel('New password', { exact: true }).fill(fresh)
    await bare.getByLabel('Confirm password').fill(fresh)
    await button(bare, 'Reset Password').click()
    await expect(bare).toHaveURL('/login')
    await context.close()
  })
})

test.describe('Google sign-in', () => {
  const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
  const userData = (page: Page) => page.evaluate(() => localStorage.getItem('userData'))

  test('opens an account in the chosen role and brings the visitor back to their page', { tag: '@phone' }, async ({
    page,
    isMobile,
  }) => {
    const person = newAccount('Google Educator')
    await page.goto('/allcourses')
    await expect(page).toHaveURL(/\/signup\?next=/)
    await expect(page.getByText(/^Local sign-in:/)).toBeVisible()
    await page.getByRole('radio', { name: 'Educator' }).check({ force: true })
    const consent = page.waitForRequest(
      (request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/dev/sign-in',
    )
    await google(page).click()
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
    expect(JSON.parse((await userData(page)) ?? '{}')).toMatchObject({ email: person.email, role: 'educator' })
    expect(await page.evaluate(() => sessionStorage.getItem('google_signup_role'))).toBeNull()

    // every part of the page knows it, without another document
    await page.getByRole('button', { name: isMobile ? 'Open menu' : 'Account menu' }).click()
    await expect(page.getByText(person.email).filter({ visible: true })).toBeVisible()
    await page
      .getByRole(isMobile ? 'button' : 'menuitem', { name: 'LogOut' })
      .first()
      .click()
    await expect(page.getByText('LogOut Successfully')).toBeVisible()
    expect(await userData(page)).toBeNull()
  })

  test('shows that it is at work, exchanges the code once, and survives going back', async ({ page, expectErrors }) => {
    expectErrors.value = true
    const exchanges: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/auth/google/token', async (route) => {
      exchanges.push(route.request().postData() ?? '')
      await held
      await route.continue()
    })
    await page.goto('/login')
    await google(page).click()
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

  test('says what went wrong on the way', async ({ page, problems, expectErrors }) => {
    expectErrors.value = true
    const alert = (text: string) => expect(page.getByRole('alert').getByText(text)).toBeVisible()

    await page.goto('/signup')
    await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
    await expect(google(page)).toBeDisabled()
    await expect(page.getByText('Google sign-in is for students and educators.')).toBeVisible()

    await page.goto('/login')
    await google(page).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await alert('Google authentication was cancelled')
    await expect(page).toHaveURL('/login')

    await page.goto('/auth/callback')
    await alert('No authorization code received')
    await expect(page).toHaveURL('/login')

    await page.goto('/auth/callback?code=someone-elses&state=not-mine')
    await alert('Authentication failed')
    await expect(page).toHaveURL('/login')

    // a code that the provider does not take
    await google(page).click()
    await page.waitForURL('**/dev/sign-in?**')
    const state = new URL(page.url()).searchParams.get('state')
    await page.goto(`/auth/callback?code=made-up&state=${state}`)
    await alert('Failed to exchange code for token')
    await expect(page).toHaveURL('/login')

    // someone between us and the server, who has no words of ours
    await page.route('**/api/auth/google/token', (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
    )
    await google(page).click()
    await page.getByRole('button', { name: /student@demo\.example/ }).click()
    await alert('Failed to exchange code for token')
    await expect(page).toHaveURL('/login')

    await page.route('**/api/auth/google/consent', (route) => route.fulfill({ status: 503, body: 'no' }))
    await google(page).click()
    await alert('Google sign-in failed. Please try again.')
    await expect(google(page)).toBeEnabled()
    problems.length = 0
  })
})
