import { expect, type Page } from '@playwright/test'

/** The newest code that was mailed to an address, as someone reads it in the outbox; `before` is a code that is known already. */
export async function mailedCode(page: Page, email: string, before = ''): Promise<string> {
  const reader = await page.context().newPage()
  const mail = reader.getByRole('article').filter({ hasText: email }).first()
  let code = ''
  await expect(async () => {
    await reader.goto('/dev/outbox')
    const text = await mail.locator('pre').textContent({ timeout: 1000 })
    code = text?.match(/(?<!\d)\d{4}(?!\d)/)?.[0] ?? ''
    expect(code).toMatch(/^\d{4}$/)
    expect(code).not.toBe(before)
  }).toPass({ timeout: 20_000 })
  await reader.close()
  return code
}

/** A code of four digits that is not this one. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0')

/** The link of the newest mail with a code to this address. */
export async function mailedLink(page: Page, email: string): Promise<string> {
  await mailedCode(page, email)
  const reader = await page.context().newPage()
  await reader.goto('/dev/outbox')
  const mail = reader.getByRole('article').filter({ hasText: email }).first()
  const text = await mail.locator('pre').textContent()
  await reader.close()
  return text?.match(/http\S+/)?.[0] ?? ''
}
