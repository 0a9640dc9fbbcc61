import { signInAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, onlyWithAll, test } from '../support/test.ts'

test('what comes next, and the calendar', async ({ page, context }) => {
  onlyWithAll('the page is opened in every run; what comes next, and secret addresses, are tested without browsers')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'student')
  await page.goto('/enrolledcourses')
  const next = page.getByRole('region', { name: 'What comes next' })
  await expect(next.getByRole('heading', { name: 'Go on with' })).toBeVisible()
  await lookAt(page)

  await next.getByRole('button', { name: 'Add to my calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your calendar' })
  const address = dialog.getByLabel('Secret address')
  await expect(address).toHaveValue(/\/api\/agenda\/feed\/[0-9a-f-]+\/courses\.ics$/)
  const first = await address.inputValue()
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  const read = async (url: string) => (await page.request.get(new URL(url).pathname)).status()
  expect(await read(first)).toBe(200)
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Make another address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make another address' }).click()
  await expect(address).not.toHaveValue(first)
  expect(await read(first)).toBe(404)
  await dialog.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('The address does not work any more')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 390, height: 800 })
  await lookAt(page)
  await next.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/viewlecture\/.*lecture=/)
})
