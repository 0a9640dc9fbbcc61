import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'

test('the page of components shows them all, and its windows give the focus back', async ({ page, expectRefusals }) => {
  // one of its photos is missing on purpose
  expectRefusals.value = true
  await page.goto('/dev/ui')
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
  await lookAt(page)
  for (const [name, role] of [
    ['Dialog', 'dialog'],
    ['Alert dialog', 'alertdialog'],
    ['Leaving unsaved', 'alertdialog'],
    ['Full sheet', 'dialog'],
    ['Bottom sheet', 'dialog'],
  ] as const) {
    const opener = page.getByRole('main').getByRole('button', { name, exact: true })
    await opener.click()
    await expect(page.getByRole(role)).toBeVisible()
    if (role === 'alertdialog') await page.getByRole(role).getByRole('button').first().click()
    else await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.getByRole('main').getByRole('button', { name: 'Success', exact: true }).last().click()
  await expect(page.getByRole('status').getByText('Course created')).toBeVisible()
})
