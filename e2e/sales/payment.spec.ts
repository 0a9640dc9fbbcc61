import type { Page } from '@playwright/test'
import { demoCourses, startAs } from '../support/api.ts'
import { expect, isWhole, test } from '../support/test.ts'

const enroll = (page: Page) => page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })
const watch = (page: Page) => page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })
const checkout = (page: Page) => page.frameLocator('iframe[title="Checkout"]')
const checkouts = (page: Page) => page.locator('iframe[title="Checkout"]')

test('enrolling, when more happens than a payment', async ({ page, problems, expectErrors }) => {
  expectErrors.value = true
  const student = await startAs(page, 'student', 'Undecided Student')
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
    const covered = await page.getByRole('region', { name: 'Messages' }).evaluate((list) => {
      const at = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom })
      const message = at(list.getBoundingClientRect())
      return (
        [...document.querySelectorAll('main button')]
          .map((button) => at(button.getBoundingClientRect()))
          // a large one, as the image that plays the preview, can be pressed beside the message
          .filter((one) => one.bottom - one.top < 96)
          .filter((one) => one.left < message.right && one.right > message.left && one.top < message.bottom)
          .filter((one) => one.bottom > message.top).length
      )
    })
    expect(covered).toBe(0)
    expect(problems.filter((one) => !one.includes('status of 500'))).toEqual([])
    problems.length = 0
  })

  await test.step('"Make Payment" resumes what was left open, and says so when there is nothing', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    await page.getByRole('button', { name: 'Account menu' }).click()
    const pay = page.getByRole('menuitem', { name: 'Make Payment' })
    await expect(pay).toContainText('Nothing to pay')
    await expect(pay).toBeDisabled()
    await page.getByRole('menuitem', { name: 'My Profile' }).click()
    await expect(page.getByRole('button', { name: 'Make Payment' })).toBeDisabled()
    await expect(page.getByRole('main').getByText('Nothing to pay')).toBeVisible()
    // not on the dark band behind the photo, where it could not be read
    const band = await page.locator('main div.bg-night').boundingBox()
    const button = await page.getByRole('button', { name: 'Make Payment' }).boundingBox()
    expect(button?.y).toBeGreaterThanOrEqual((band?.y ?? 0) + (band?.height ?? 0))
    await page.goBack()

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

  await test.step('the preview stops when the checkout covers it', async () => {
    await open(second)
    const { lectures } = await (await page.request.get(`/api/course/getcourse/${second._id}`)).json()
    const free = lectures.find((one: { isPreviewFree: boolean }) => one.isPreviewFree)
    await page.getByRole('button', { name: free.lectureTitle }).click()
    const video = page.locator('video:not([hidden])')
    await expect(video).toHaveJSProperty('paused', false)
    await enroll(page).click()
    await expect(checkout(page).getByRole('button', { name: 'Close without paying' })).toBeVisible()
    await expect(video).toHaveJSProperty('paused', true)
    await checkout(page).getByRole('button', { name: 'Close without paying' }).click()
  })

  // `purchase.test.ts` has each end of a payment
  if (isWhole)
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

  // a free course is taken in `public-pages.spec.ts`, and other tabs follow an account in `language.spec.ts`
  if (isWhole)
    await test.step('a free course is enrolled at once, without a checkout', async () => {
      await open(free)
      const other = await page.context().newPage()
      await other.goto(`/viewcourse/${free._id}`)
      await expect(enroll(other)).toBeEnabled()
      await enroll(page).click()
      await expect(watch(page)).toBeVisible()
      await expect(checkouts(page)).toHaveCount(0)
      await test.step('which the other tabs show, as they follow signing out and in', async () => {
        await expect(watch(other)).toBeVisible()
        await page.getByRole('button', { name: 'Account menu' }).click()
        await page.getByRole('menuitem', { name: 'LogOut' }).click()
        await expect(other.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible()
        await expect(page.getByText('LogOut Successfully')).toBeVisible()
        await page.goto('/login')
        await page.getByLabel('Email').fill(student.email)
        await page.getByLabel('Password', { exact: true }).fill(student.password)
        await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
        await expect(page).toHaveURL('/')
        await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible()
        await expect(watch(other)).toBeVisible()
        await other.close()
      })
    })
  expect(problems.filter((one) => !/status of 40\d|ERR_FAILED/.test(one))).toEqual([])
  problems.length = 0
})
