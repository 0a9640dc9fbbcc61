import type { Page } from '@playwright/test'
import { demoCourses, expectRedirect, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectPage, isWhole, test } from '../support/test.ts'

const checkout = (page: Page) => page.frameLocator('iframe[title="Checkout"]')

test('a purchase from the open order to its refund, and what an admin sees of it', async ({ page }) => {
  const student = await startAs(page, 'student', 'Careful Student')
  const course = (await demoCourses(page)).find(({ price }) => price > 0)
  if (!course) throw new Error('the demo has a course with a price')
  const purchase = page.getByRole('article', { name: course.title })

  await test.step('an order that was left open is paid from the list', async () => {
    await page.goto('/purchases')
    await expect(page.getByText('You have not bought anything yet')).toBeVisible()
    await lookAt(page)
    await page.goto(`/viewcourse/${course._id}`)
    await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).click()
    await checkout(page).getByRole('button', { name: 'Close without paying' }).click()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'My Purchases' }).click()
    await expectPage(page, '/purchases', 'My Purchases')
    await expect(purchase.getByText('Not paid', { exact: true })).toBeVisible()
    await lookAt(page)
    await purchase.getByRole('button', { name: 'Pay now' }).click()
    await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(purchase.getByText('Paid', { exact: true })).toBeVisible()
    await expect(purchase.getByText('· You are enrolled')).toBeVisible()
    await lookAt(page)
  })

  await test.step('the student refunds it: access ends, and every page shows so without a reload', async () => {
    await purchase.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText('Your access to the course ends at once.')).toBeVisible()
    await expect(dialog.getByText('So far it is 0 %:')).toBeVisible()
    await lookAt(page)
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByText('Your refund is on its way').first()).toBeVisible()
    await expect(purchase.getByText(/^Refund(ed| on its way)$/)).toBeVisible()
    await expect(purchase.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    await purchase.getByRole('link', { name: course.title }).click()
    await expect(page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })).toBeEnabled()
    await page.goBack()
    // the job sends it, and the notification brings the end of it to the open page
    await expect(purchase.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 15_000 })
    await lookAt(page)
    await expectRedirect(page, '/admin/orders', /^\/$/)
  })

  // what admins see of an order is tested without browsers, and its page is opened in every run
  if (!isWhole) return
  await test.step('an admin finds the order and reads its history', async () => {
    await page.goto('about:blank')
    await startAs(page, 'admin', 'Counting Admin')
    await page.goto('/admin/orders')
    await lookAt(page)
    const field = page.getByRole('searchbox', { name: /^Search by/ })
    await field.fill(student.email)
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: '1 order', exact: true })).toBeVisible()
    await page.getByRole('link', { name: course.title }).filter({ visible: true }).click()
    await expectPage(page, /\/admin\/orders\/\w/, 'Order')
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await expect(timeline.getByText('The order was made')).toBeVisible()
    await expect(timeline.getByText(/^Refund of .* by the student was paid out/)).toBeVisible()
    await expect(timeline.getByText('Status: refund on its way → refunded')).toBeVisible()
    await lookAt(page)
    await page.getByRole('link', { name: 'Money' }).click()
    await expectPage(page, '/admin/money', 'Money')
    await lookAt(page)
  })
})
