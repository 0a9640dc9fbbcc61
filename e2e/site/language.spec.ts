import type { Page } from '@playwright/test'
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
  await context.close()
})
