import type { Page } from '@playwright/test'
import { signUp } from './support/accounts.ts'
import { demoCourses } from './support/api.ts'
import { expect, test } from './support/test.ts'

const enroll = (page: Page) => page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })
const watch = (page: Page) => page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })
const checkout = (page: Page) => page.frameLocator('iframe[title="Checkout"]')

test('a free course is enrolled at once, without a checkout', async ({ page }) => {
  await signUp(page, 'Student', 'Thrifty Student')
  const free = (await demoCourses(page)).find((course) => course.price === 0)
  await page.goto(`/viewcourse/${free?._id}`)
  await enroll(page).click()
  await expect(watch(page)).toBeVisible()
  await expect(page.locator('iframe[title="Checkout"]')).toHaveCount(0)
})

test('anyone who closes the tab after paying is enrolled all the same', async ({ page, problems }) => {
  await signUp(page, 'Student', 'Hasty Student')
  const paid = (await demoCourses(page)).find((course) => course.price > 0)
  await page.goto(`/viewcourse/${paid?._id}`)
  // The browser's own confirmation never arrives: only the provider's notice can tell.
  await page.route('**/api/payment/verify-payment', (route) => route.abort())
  await enroll(page).click()
  await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText('Payment verification failed.')).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(async (id) => (await (await fetch(`/api/courses/enrolled/${id}`)).json()).enrolled, paid?._id),
    )
    .toBe(true)
  await page.reload()
  await expect(watch(page)).toBeVisible()
  problems.length = 0
})

test('"Make Payment" resumes what was left open, and says so when there is nothing', { tag: '@phone' }, async ({
  page,
  problems,
  expectErrors,
  isMobile,
}) => {
  expectErrors.value = true
  await signUp(page, 'Student', 'Undecided Student')
  const makePayment = async () => {
    await page.getByRole('button', { name: isMobile ? 'Open menu' : 'Account menu' }).click()
    await page
      .getByRole(isMobile ? 'button' : 'menuitem', { name: 'Make Payment' })
      .or(page.getByRole('button', { name: 'Make Payment' }))
      .first()
      .click()
  }
  await makePayment()
  await expect(page.getByText('Something went wrong while processing payment.').first()).toBeVisible()
  await page.reload()
  const paid = (await demoCourses(page)).find((course) => course.price > 0)
  await page.goto(`/viewcourse/${paid?._id}`)
  await enroll(page).click()
  await checkout(page).getByRole('button', { name: 'Close without paying' }).click()
  await expect(enroll(page)).toBeEnabled()
  await page.goto('/')
  await makePayment()
  await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText('Payment successful. You are enrolled!')).toBeVisible()
  await page.goto('/enrolledcourses')
  await expect(page.getByText(paid?.title ?? '').first()).toBeVisible()
  expect(problems.length).toBeGreaterThan(0)
})

test('two clicks open one checkout; a refused order returns the button', async ({ page, problems, expectErrors }) => {
  expectErrors.value = true
  await signUp(page, 'Student', 'Nervous Student')
  const paid = (await demoCourses(page)).find((course) => course.price > 0)
  await page.goto(`/viewcourse/${paid?._id}`)
  await page.route(
    '**/api/payment/create-order',
    (route) => route.fulfill({ status: 500, json: { message: 'No', code: 'internal', requestId: 'x' } }),
    { times: 1 },
  )
  await enroll(page).click()
  await expect(page.getByText('Something went wrong while enrolling.').first()).toBeVisible()
  await expect(enroll(page)).toBeEnabled()
  await enroll(page).dblclick()
  await expect(checkout(page).getByRole('button', { name: 'Approve payment' })).toBeVisible()
  await expect(page.locator('iframe[title="Checkout"]')).toHaveCount(1)
  problems.length = 0
})

test('a payment that cannot be verified is said, and the button comes back', async ({ page, expectErrors }) => {
  expectErrors.value = true
  await signUp(page, 'Student', 'Unlucky Student')
  const paid = (await demoCourses(page)).find((course) => course.price > 0)
  await page.goto(`/viewcourse/${paid?._id}`)
  await page.route('**/api/payment/verify-payment', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'Payment verification failed.', code: 'payment_not_verified', requestId: 'x' },
    }),
  )
  await enroll(page).click()
  await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText('Payment verification failed.').first()).toBeVisible()
  await expect(page.getByText('Processing...')).toHaveCount(0)
})
