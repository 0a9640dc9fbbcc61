import type { Page } from '@playwright/test'
import { startAs } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

const language = (page: Page) => page.locator('html').getAttribute('lang')

test('another language is chosen by keyboard without losing what was typed, and stays', async ({ page }) => {
  await page.goto('/login')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('reader@example.com')
  const hindi = page.getByRole('contentinfo').locator('a[lang="hi"]')
  await hindi.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.locator('input[type="email"]')).toHaveValue('reader@example.com')
  await expect(hindi).toBeFocused()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  expect(await language(page)).toBe('hi')
  // an address that names a language gives way to what is chosen on its page
  await page.goto('/login?lang=en')
  expect(await language(page)).toBe('en')
  await hindi.click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page).toHaveURL('/login')
})

test('the links of the languages work without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/login?next=%2Fprofile')
  await page.getByRole('contentinfo').locator('a[lang="hi"]').click()
  expect(await language(page)).toBe('hi')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/profile')
  // the reader has chosen it
  await page.goto('/login')
  expect(await language(page)).toBe('hi')
  await page.getByRole('contentinfo').locator('a[lang="en"]').click()
  await page.goto('/login')
  expect(await language(page)).toBe('en')
  await context.close()
})

test('a language that cannot be changed stays; an account brings its own along, and other tabs follow', async ({
  page,
  context,
  problems,
}) => {
  await page.goto('/login')
  const html = page.locator('html')
  const hindi = page.getByRole('contentinfo').locator('a[lang="hi"]')
  await page.route('**/api/language', (route) => route.fulfill({ status: 502, body: '' }))
  await hindi.click()
  await expect(page.getByRole('alert').filter({ hasText: /language|wrong/ })).toBeVisible()
  expect(await language(page)).toBe('en')
  await expect(page.getByRole('contentinfo').locator('a[aria-current]')).toHaveAttribute('lang', 'en')
  // forced colours leave no background that would tell it from the others
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('contentinfo').locator('a[aria-current]')).toHaveCSS('outline-width', '2px')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.unroute('**/api/language')
  expect(problems.filter((one) => !/(status of|response code:) 502/.test(one))).toEqual([])
  problems.length = 0

  const { email, password } = await startAs(page, 'student', 'Asha Rao')
  expect((await page.request.post('/api/language', { data: { language: 'hi' } })).ok()).toBe(true)
  await context.clearCookies()
  await page.goto('/login')
  const other = await context.newPage()
  await other.goto('/login')
  expect(await language(page)).toBe('en')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(html).toHaveAttribute('lang', 'hi')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await expect(other.locator('html')).toHaveAttribute('lang', 'hi')
  await other.close()
})
