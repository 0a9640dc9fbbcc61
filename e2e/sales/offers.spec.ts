import { type Page, request } from '@playwright/test'
import { newAccount } from '../support/accounts.ts'
import { makeCourse, newClient, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectPage, isWhole, onlyWithAll, test } from '../support/test.ts'

const enroll = (page: Page) => page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })
const checkout = (page: Page) => page.frameLocator('iframe[title="Checkout"]')

test('a link with a coupon, a gift and a bundle', async ({ page }) => {
  const teacher = await newClient('educator', 'Generous Teacher')
  const mark = stamp()
  const [first, second, third] = [
    await makeCourse(teacher, `Offered ${mark}`),
    await makeCourse(teacher, `Bundled ${mark}`),
    await makeCourse(teacher, `Given ${mark}`),
  ]
  for (const id of [first, second, third])
    await teacher.request.post(`/api/course/editcourse/${id}`, { multipart: { price: '1000' } })
  const half = `HALF-${mark}`.toUpperCase()
  const gift = `GIFT-${mark}`.toUpperCase()
  for (const [code, value] of [
    [half, 50],
    [gift, 100],
  ])
    expect(
      (await teacher.request.post('/api/offers/coupons', { data: { code, kind: 'percent', value } })).status(),
    ).toBe(201)
  const made = await teacher.request.post('/api/offers/bundles', {
    data: { title: `Together ${mark}`, price: 1500, courseIds: [first, second], isPublished: true },
  })
  expect(made.status()).toBe(201)
  await teacher.request.dispose()
  const person = newAccount('Thrifty Student')
  const api = await request.newContext()
  await api.post('/api/auth/signup', { data: { ...person, role: 'student' } })
  await api.dispose()

  await test.step('the code of a link is kept through the log-in, and the order has its discount', async () => {
    await page.goto(`/viewcourse/${first}?coupon=${half}`)
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expectPage(page, /\/login/, 'Login')
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/viewcourse/${first}?coupon=${half}`)
    await expect(page.getByText(`Coupon ${half} applied: ₹500 off`)).toBeVisible()
    await lookAt(page)
    const ordered = page.waitForResponse('**/api/payment/create-order')
    await enroll(page).click()
    expect(await (await ordered).json()).toMatchObject({ amount: 50_000, listAmount: 100_000, coupon: half })
    await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.getByText('Payment successful. You are enrolled!')).toBeVisible()
  })

  // what a code takes off, and what a bundle costs, is tested without browsers
  if (!isWhole) return
  await test.step('a typed code is refused with the reason; one that takes all off enrols at once', async () => {
    await page.goto(`/viewcourse/${third}`)
    await page.getByRole('button', { name: 'Have a coupon?' }).click()
    await page.getByLabel('Coupon code').fill(half)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('You have used this coupon as often as you may')).toBeVisible()
    await page.getByLabel('Coupon code').fill(gift)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(`Coupon ${gift} applied: ₹1,000 off`)).toBeVisible()
    await enroll(page).click()
    await expect(page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })).toBeVisible()
  })

  await test.step('a bundle costs the rest of it', async () => {
    await page.goto(`/viewcourse/${second}`)
    await page.getByRole('link', { name: `Together ${mark}` }).click()
    await expect(page.getByText('You have this course')).toBeVisible()
    await expect(page.getByText('₹750', { exact: true })).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'Enroll in the bundle' }).click()
    await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.getByRole('link', { name: 'You have all of these courses' })).toBeVisible()
  })
})

test('a sale lowers the price for everyone until it ends', async ({ page }) => {
  await startAs(page, 'educator', 'Seasonal Teacher')
  const course = await makeCourse(page, `Reduced ${stamp()}`)
  await page.request.post(`/api/course/editcourse/${course}`, { multipart: { price: '1000' } })
  await page.goto(`/addcourses/${course}`)
  const sale = page.getByRole('region', { name: 'Sale' })
  await sale.getByLabel('Sale price').fill('600')
  const end = new Date(Date.now() + 2 * 24 * 3600_000).toISOString().slice(0, 16)
  await sale.getByLabel('Ends').fill(end)
  await sale.getByRole('button', { name: 'Start the sale' }).click()
  await expect(sale.getByText('then ₹1,000 again')).toBeVisible()
  const student = await newClient('student', 'Waiting Student')
  const order = async () =>
    (await student.request.post('/api/payment/create-order', { data: { courseId: course } })).json()
  expect(await order()).toMatchObject({ amount: 60_000 })
  await page.goto(`/viewcourse/${course}`)
  await expect(page.getByText('₹600', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  // on sale for minutes: no former price may be struck through
  await expect(page.locator('s', { hasText: '₹1,000' })).toHaveCount(0)
  await page.goto(`/addcourses/${course}`)
  await sale.getByRole('button', { name: 'End the sale' }).click()
  await expect(sale.getByLabel('Sale price')).toBeVisible()
  expect(await order()).toMatchObject({ amount: 100_000 })
  await student.request.dispose()
})

test('an educator makes a coupon and a bundle', async ({ page, expectErrors }) => {
  onlyWithAll('both are used in every run; what an offer may be is tested without browsers')
  expectErrors.value = true
  await startAs(page, 'educator', 'Busy Teacher')
  const mark = stamp()
  for (const title of [`Left ${mark}`, `Right ${mark}`]) {
    const id = await makeCourse(page, title)
    await page.request.post(`/api/course/editcourse/${id}`, { multipart: { price: '500' } })
  }
  await page.goto('/offers/coupons')
  await page.getByLabel('Code').fill(`new-${mark}`)
  await page.getByLabel('Per cent off').fill('25')
  await page.getByLabel('For', { exact: true }).selectOption('some')
  await page.getByRole('searchbox', { name: 'Find courses' }).fill(`left ${mark}`)
  await expect(page.getByLabel(`Right ${mark}`)).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Left ${mark}` }).check()
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await expect(page.getByRole('button', { name: `Disable NEW-${mark.toUpperCase()}` })).toBeVisible()
  await page.getByRole('button', { name: 'Links with NEW' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: `Copy link to Left ${mark}` })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await lookAt(page)
  await page.getByRole('link', { name: 'Bundles' }).click()
  await page.getByRole('button', { name: 'New bundle' }).click()
  await page.getByLabel('Title').fill(`Pair ${mark}`)
  await page.getByRole('checkbox', { name: `Left ${mark}` }).check()
  await page.getByRole('checkbox', { name: `Right ${mark}` }).check()
  await page.getByLabel('Price of the bundle').fill('1000')
  await page.getByRole('button', { name: 'Create bundle' }).click()
  await expect(page.getByText('The price must be below ₹1,000, which its courses cost alone')).toBeVisible()
  await page.getByLabel('Price of the bundle').fill('800')
  await lookAt(page)
  await page.getByRole('button', { name: 'Create bundle' }).click()
  await expect(page.getByText('instead of ₹1,000')).toBeVisible()
})
