import type { Locator, Page } from '@playwright/test'
import { demoAccounts, logIn } from './support/accounts.ts'
import { freshCourses, startAs } from './support/api.ts'
import { tabTo } from './support/keyboard.ts'
import { lookAt } from './support/look.ts'
import { expect, test, watch } from './support/test.ts'

const card = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const empty = (page: Page, title: string): Locator => card(page, title).getByRole('button', { name: 'Add to wishlist' })
const full = (page: Page, title: string): Locator =>
  card(page, title).getByRole('button', { name: 'Remove from wishlist' })

test('a heart is full at once, stays so after a reload, and never opens the course', { tag: '@phone' }, async ({
  page,
}) => {
  await startAs(page, 'student', 'Wishing Student')
  const [{ title }] = await freshCourses()
  await page.goto('/')
  await expect(empty(page, title)).toHaveAttribute('aria-pressed', 'false')

  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/user/addtowishlist', async (route) => {
    await asked
    await route.continue()
  })
  await empty(page, title).click()
  await expect(full(page, title)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Added to wishlist')).toBeHidden()
  answer()
  await expect(page.getByText('Added to wishlist')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)

  // in the document itself, before any script
  const html = await (await page.request.get('/')).text()
  expect(html.split('Remove from wishlist')).toHaveLength(2)
  await page.reload()
  await expect(full(page, title)).toBeVisible()
  await page.goto('/allcourses')
  await full(page, title).click()
  await expect(page.getByText('Removed from wishlist')).toBeVisible()
  await expect(empty(page, title)).toBeVisible()
  await expect(page).toHaveURL(/\/allcourses$/)
  await page.reload()
  await expect(empty(page, title)).toBeVisible()
})

test('a heart goes back when the server does not take it, and says why', async ({ page, problems }) => {
  await startAs(page, 'student', 'Unlucky Student')
  const [{ title }] = await freshCourses()
  await page.goto('/')
  await page.route('**/api/user/addtowishlist', (route) => route.abort(), { times: 1 })
  await empty(page, title).click()
  await expect(page.getByText('Wishlist update failed')).toBeVisible()
  await expect(empty(page, title)).toBeVisible()

  const problem = { message: 'Not today', code: 'conflict', requestId: 'r' }
  await page.route('**/api/user/addtowishlist', (route) => route.fulfill({ status: 409, json: problem }), { times: 1 })
  await empty(page, title).click()
  await expect(page.getByText('Not today')).toBeVisible()
  await expect(empty(page, title)).toBeVisible()
  // both failures are written to the console by the browser itself
  expect(problems).toHaveLength(2)
  problems.length = 0
})

test('pressed twice quickly, the last press wins', async ({ page }) => {
  await startAs(page, 'student', 'Hasty Student')
  const [{ title }] = await freshCourses()
  await page.goto('/')
  const heart = card(page, title).getByRole('button', { name: /wishlist/ })
  const calls = '**/api/user/{addto,removefrom}wishlist'
  /** Holds the calls until all is pressed: then the last word is said once, at the end. */
  const pressing = async (press: () => Promise<void>): Promise<void> => {
    const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
    await page.route(calls, async (route) => {
      await pressed
      await route.continue()
    })
    await press()
    release()
  }
  await pressing(async () => {
    const first = page.waitForRequest(calls)
    await heart.click()
    await first
    await heart.click()
  })
  await expect(page.getByText('Removed from wishlist')).toBeVisible()
  await page.unroute(calls)
  await page.reload()
  await expect(empty(page, title)).toBeVisible()
  await pressing(() => heart.click({ clickCount: 3 }))
  await expect(page.getByText('Added to wishlist')).toBeVisible()
  await page.reload()
  await expect(full(page, title)).toBeVisible()
})

test('the course page and other tabs show the same heart', async ({ page, context, problems }) => {
  await startAs(page, 'student', 'Student with tabs')
  const [{ _id, title }] = await freshCourses()
  await page.goto('/')
  await expect(empty(page, title)).toBeVisible()
  const other = await context.newPage()
  watch(other, problems)
  await other.goto(`/viewcourse/${_id}`)
  const box = other.getByRole('complementary', { name: 'Enrollment' })
  await box.getByRole('button', { name: 'Add to wishlist' }).click()
  await expect(other.getByText('Added to wishlist')).toBeVisible()
  await expect(full(page, title)).toBeVisible()
  await full(page, title).click()
  await expect(box.getByRole('button', { name: 'Add to wishlist' })).toBeVisible()
  // going from page to page changes nothing
  await other.getByRole('link', { name: 'Back' }).click()
  await expect(empty(other, title)).toBeVisible()
})

test('the wishlist: empty, filled, a course taken off and put back', async ({ page }) => {
  await startAs(page, 'student', 'Choosy Student')
  const [first, second] = await freshCourses()
  await page.goto('/wishlist')
  await expect(page.getByRole('heading', { name: 'My Wishlist' })).toBeVisible()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
  await lookAt(page)
  await page.getByRole('link', { name: 'View all Courses' }).click()
  await expect(page).toHaveURL(/\/allcourses$/)

  await empty(page, first.title).click()
  await empty(page, second.title).click()
  await expect(full(page, second.title)).toBeVisible()
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: 'Wishlist', exact: true }).click()
  await expect(page).toHaveURL(/\/wishlist$/)
  await expect(page.getByText('2 courses')).toBeVisible()
  await lookAt(page)

  await full(page, first.title).click()
  await expect(page.getByText('Removed from wishlist')).toBeVisible()
  await expect(card(page, first.title)).toHaveCount(0)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await lookAt(page)
  await page.keyboard.press('Enter')
  await expect(full(page, first.title)).toBeFocused()
  await expect(page.getByText('Added to wishlist').first()).toBeVisible()
  await full(page, first.title).click()
  await full(page, second.title).click()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
  await expect(undo).toHaveCount(2)
  await page.reload()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
  await expect(undo).toHaveCount(0)
})

test('the wishlist says that it loads, and that it could not', async ({ page, problems }) => {
  await startAs(page, 'student', 'Patient Student')
  const [{ _id, title }] = await freshCourses()
  await page.request.post('/api/user/addtowishlist', { data: { courseId: _id } })
  await page.goto('/allcourses')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/user/wishlist', async (route) => {
    await asked
    await route.abort()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist', exact: true }).click()
  await expect(page.getByText('Loading...')).toBeVisible()
  answer()
  await expect(page.getByText('Failed to fetch wishlist')).toBeVisible()
  await page.unroute('**/api/user/wishlist')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(full(page, title)).toBeVisible()
  expect(problems).toHaveLength(1)
  problems.length = 0
})

test('who is no student has no hearts and no wishlist', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Our Popular Courses')).toBeVisible()
  await expect(page.getByRole('button', { name: /wishlist/ })).toHaveCount(0)
  await page.goto('/wishlist')
  await expect(page).toHaveURL(/\/signup\?next=%2Fwishlist$/)
  await logIn(page, demoAccounts.educator, demoAccounts.password)
  await page.goto('/wishlist')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Our Popular Courses')).toBeVisible()
  await expect(page.getByRole('button', { name: /wishlist/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Wishlist', exact: true })).toHaveCount(0)
})

test('a student who was logged out meanwhile reads so', async ({ page, problems, expectErrors }) => {
  expectErrors.value = true
  await startAs(page, 'student', 'Gone Student')
  const [{ title, _id }] = await freshCourses()
  await page.request.post('/api/user/addtowishlist', { data: { courseId: _id } })
  await page.goto('/wishlist')
  await expect(full(page, title)).toBeVisible()
  await page.context().clearCookies()
  await full(page, title).click()
  await expect(page.getByRole('alert').getByText(/./)).toBeVisible()
  await expect(page.getByText('Only students can access wishlist')).toBeVisible()
  await lookAt(page)
  expect(problems.length).toBeGreaterThan(0)
})

test('hearts work by keyboard alone', async ({ page }) => {
  await startAs(page, 'student', 'Student with keys')
  const [{ title }] = await freshCourses()
  await page.goto('/')
  await page.locator('#popular').scrollIntoViewIfNeeded()
  await tabTo(page, empty(page, title))
  await page.keyboard.press('Space')
  await expect(page.getByText('Added to wishlist')).toBeVisible()
  await expect(full(page, title)).toBeFocused()
  await expect(full(page, title)).toHaveAccessibleDescription(title)
})
