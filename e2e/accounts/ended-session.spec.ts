import { request } from '@playwright/test'
import { makeCourse, signInAs, stamp, startAs } from '../support/api.ts'
import { expect, isWhole, test } from '../support/test.ts'

test('a session that ends leaves the forms of account and settings as they are, with a way to the login', async ({
  page,
  expectErrors,
}) => {
  expectErrors.value = true
  const main = page.getByRole('main')
  const login = page.getByRole('link', { name: 'Log in again in a new tab' })
  const person = await startAs(page, 'student', 'Interrupted Student')
  const logIn = async (browser = page.request) => {
    const data = { email: person.email, password: person.password }
    expect((await browser.post('/api/auth/login', { data })).status()).toBe(200)
  }
  /** Logs in, and comes back from the other tab. */
  const comeBack = async () => {
    await logIn()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  const endElsewhere = async () => {
    const elsewhere = await request.newContext()
    await logIn(elsewhere)
    expect((await elsewhere.delete('/api/user/sessions')).ok()).toBe(true)
    await elsewhere.dispose()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  }

  await test.step('a profile whose session another browser ends is kept, and saved after a login', async () => {
    await page.goto('/editprofile')
    await main.getByLabel('Description').fill('Typed before the session ended')
    await page.getByRole('button', { name: 'Open ChatBot' }).click()
    await expect(page.getByRole('dialog', { name: 'ChatBot' })).toBeVisible()
    await endElsewhere()
    await expect(page.getByText('You were logged out, and the ChatBot was closed.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await expect(page.locator('#content')).toBeFocused()
    await page.getByRole('link', { name: 'हिन्दी', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await page.getByRole('link', { name: 'English', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await main.getByRole('button', { name: 'Save Changes' }).click()
    await expect(login).toHaveAttribute('href', '/login')
    await expect(main.getByLabel('Description')).toHaveValue('Typed before the session ended')
    await login.focus()
    await comeBack()
    await expect(main.getByText(/^You are logged in again/)).toBeFocused()
    await main.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(main.getByText('Typed before the session ended')).toBeVisible()
  })

  // with --all alone: types and a scan of the sources hold that every message knows the way to the login
  if (!isWhole) return
  await test.step('the list of sessions stays, and a confirmation works after a login', async () => {
    // the other browser is listed
    await page.goto('/account/security')
    await main.getByLabel('New password').fill('another long password')
    await main.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Current password').fill(person.password)
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('href', '/login')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await main.getByRole('button', { name: /^Log out (?!every)/ }).click()
    await expect(login).toBeVisible()
    await expect(main.getByLabel('New password')).toHaveValue('another long password')
    await logIn()
    await main.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByLabel('Current password').fill(person.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Password changed. All other browsers were signed out.')).toBeVisible()
    person.password = 'another long password'
  })

  await test.step('the download and the deletion say how to go on', async () => {
    await page.goto('/account/data')
    await main.getByLabel('Type DELETE to confirm').fill('DELETE')
    await endElsewhere()
    const download = main.getByRole('link', { name: 'Download my data' })
    await download.click()
    await login.focus()
    await comeBack()
    await expect(login).toHaveCount(0)
    await expect(download).toBeFocused()
    await page.context().clearCookies()
    await main.getByRole('button', { name: 'Delete my account' }).click()
    await expect(login).toHaveCount(1)
    await expect(main.getByLabel('Type DELETE to confirm')).toHaveValue('DELETE')
  })

  await test.step('what an error says beside a field or in the page leads there, too', async () => {
    const educator = await startAs(page, 'educator', 'Interrupted Educator')
    await page.goto(`/createlecture/${await makeCourse(page, `Interrupted ${stamp()}`)}`)
    await main.getByLabel('Title of the quiz').fill('Typed before the session ended')
    await page.context().clearCookies()
    await main.getByRole('button', { name: 'Create Quiz' }).click()
    await expect(main.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('href', '/login')
    const data = { email: educator.email, password: educator.password }
    expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
    await main.getByRole('button', { name: 'Create Quiz' }).click()
    await expect(main.getByRole('heading', { name: 'Edit quiz' })).toBeVisible()
  })

  await test.step('settings of the site are kept', async () => {
    await signInAs(page, 'admin')
    await page.goto('/admin/settings')
    await main.getByLabel('Support address').fill('typed@e2e.example')
    await page.context().clearCookies()
    await main.getByRole('button', { name: 'Save settings' }).click()
    await expect(login).toHaveCount(1)
    await expect(main.getByLabel('Support address')).toHaveValue('typed@e2e.example')
  })
})
