import type { Page } from '@playwright/test'
import { demoCourses, startAs } from './support/api.ts'
import { expect, test } from './support/test.ts'

const enroll = (page: Page) => page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })
const watch = (page: Page) => page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })
const checkout = (page: Page) => page.frameLocator('iframe[title="Checkout"]')
const checkouts = (page: Page) => page.locator('iframe[title="Checkout"]')

test('enrolling, when more happens than a payment', async ({ page, problems, expectErrors }) => {
  expectErrors.value = true
  await startAs(page, 'student', 'Undecided Student')
  const courses = await demoCourses(page)
  const [first, second, third] = courses.filter(({ price }) => price > 0)
  const free = courses.find(({ price }) => price === 0)
  if (!first || !second || !third || !free) throw new Error('the demo has three courses with a price, and a free one')
  const open = ({ _id }: { _id: string }) => page.goto(`/viewcourse/${_id}`)

  await test.step('two clicks open one checkout; a refused order returns the button', async () => {
    await open(first)
    await page.route(
      '**/api/payment/create-order',
      (route) => route.fulfill({ status: 500, json: { message: 'No', code: 'internal', requestId: 'x' } }),
      { times: 1 },
    )
    await enroll(page).click()
    await expect(page.getByText('Something went wrong while enrolling.').first()).toBeVisible()
    await expect(enroll(page)).toBeEnabled()
    expect(problems.filter((one) => !one.includes('500'))).toEqual([])
    problems.length = 0
  })

  await test.step('"Make Payment" resumes what was left open, and says so when there is nothing', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Make Payment' }).click()
    await expect(page.getByText('Something went wrong while processing payment.').first()).toBeVisible()
    expect(problems).toHaveLength(1)

    await enroll(page).dblclick()
    await expect(checkout(page).getByRole('button', { name: 'Approve payment' })).toBeVisible()
    await expect(checkouts(page)).toHaveCount(1)
    await checkout(page).getByRole('button', { name: 'Close without paying' }).click()
    await expect(enroll(page)).toBeEnabled()

    // from another page, and on a phone
    await page.getByRole('banner').getByRole('link', { name: 'Virtual Courses' }).click()
    await expect(page).toHaveURL('/')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Make Payment' }).click()
    await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.getByText('Payment successful. You are enrolled!')).toBeVisible()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'My Courses' }).click()
    await expect(page).toHaveURL('/enrolledcourses')
    await expect(page.getByRole('heading', { name: first.title })).toBeVisible()
    await page.setViewportSize(size)
  })

  await test.step('a payment that cannot be verified is said, and the button comes back', async () => {
    await page.route('**/api/payment/verify-payment', (route) =>
      route.fulfill({
        status: 400,
        json: { message: 'Payment verification failed.', code: 'payment_not_verified', requestId: 'x' },
      }),
    )
    await open(second)
    await enroll(page).click()
    await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.getByText('Payment verification failed.').first()).toBeVisible()
    await expect(page.getByText('Processing...')).toHaveCount(0)
    await page.unroute('**/api/payment/verify-payment')
  })

  await test.step('anyone who closes the tab after paying is enrolled all the same', async () => {
    // The browser's own confirmation never arrives: only the provider's notice can tell.
    await page.route('**/api/payment/verify-payment', (route) => route.abort())
    await open(third)
    await enroll(page).click()
    await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.getByText('Payment verification failed.')).toBeVisible()
    const enrolled = async () => (await (await page.request.get(`/api/courses/enrolled/${third._id}`)).json()).enrolled
    await expect.poll(enrolled).toBe(true)
    await page.reload()
    await expect(watch(page)).toBeVisible()
  })

  await test.step('a free course is enrolled at once, without a checkout', async () => {
    await open(free)
    await enroll(page).click()
    await expect(watch(page)).toBeVisible()
    await expect(checkouts(page)).toHaveCount(0)
  })
  expect(problems.filter((one) => !/40\d|ERR_FAILED/.test(one))).toEqual([])
  problems.length = 0
})
