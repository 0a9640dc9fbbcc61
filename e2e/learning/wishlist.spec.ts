import type { Locator, Page } from '@playwright/test'
import { documentAt, freshCourses, makeCourse, newClient, stamp, startAs } from '../support/api.ts'
import { tabTo } from '../support/keyboard.ts'
import { holdBack } from '../support/line.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, isWhole, onlyWithAll, test, watch } from '../support/test.ts'

const card = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const empty = (page: Page, title: string): Locator => card(page, title).getByRole('button', { name: 'Add to wishlist' })
const full = (page: Page, title: string): Locator =>
  card(page, title).getByRole('button', { name: 'Remove from wishlist' })

/** The courses of the wishlist as the server has them. */
async function stored(page: Page): Promise<string[]> {
  const { wishlist } = await (await page.request.get('/api/user/wishlist')).json()
  return wishlist.map((course: { _id: string }) => course._id)
}

test('hearts on cards and on the course page', async ({ page, context, problems }) => {
  await startAs(page, 'student', 'Wishing Student')
  const teacher = await newClient('educator', 'Fresh Teacher')
  const title = `Longed for ${stamp()}`
  const _id = await makeCourse(teacher, title)
  await teacher.request.dispose()
  await page.goto('/')

  await test.step('a heart is full at once, stays so after a reload, and never opens the course', async () => {
    await expect(empty(page, title)).toHaveAttribute('aria-pressed', 'false')
    const calls = '**/api/user/addtowishlist'
    const answer = await holdBack(page, calls)
    await empty(page, title).click()
    await expect(full(page, title)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Added to wishlist')).toBeHidden()
    answer()
    await expect(page.getByText('Added to wishlist')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await page.unroute(calls)

    // in the document itself, before any script
    const html = await documentAt(page, '/')
    expect(html.split('Remove from wishlist')).toHaveLength(2)
    await page.goto('/allcourses')
    await full(page, title).click()
    await expect(page.getByText('Removed from wishlist')).toBeVisible()
    await expect(empty(page, title)).toBeVisible()
    await expect(page).toHaveURL(/\/allcourses$/)
    await page.reload()
    await expect(empty(page, title)).toBeVisible()
  })

  // presses that meet, and those that are refused, are tested without browsers in `save-heart.test.ts`
  if (isWhole)
    await test.step('pressed twice quickly, the last press wins', async () => {
      const heart = card(page, title).getByRole('button', { name: /wishlist/ })
      const calls = '**/api/user/{addto,removefrom}wishlist'
      /** Holds the calls until all is pressed: then the last word is said once, at the end. */
      const pressing = async (press: () => Promise<void>): Promise<void> => {
        const release = await holdBack(page, calls)
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
      await expect(empty(page, title)).toBeVisible()
      expect(await stored(page)).toEqual([])
      await expect(page.getByText('Added to wishlist')).toHaveCount(0)
      await pressing(() => heart.click({ clickCount: 3 }))
      await expect(page.getByText('Added to wishlist')).toBeVisible()
      await page.unroute(calls)
      await expect(full(page, title)).toBeVisible()
      expect(await stored(page)).toEqual([_id])
      await full(page, title).click()
      await expect(empty(page, title)).toBeVisible()
      await expect.poll(() => stored(page)).toEqual([])
    })

  if (isWhole)
    await test.step('a heart goes back when the server does not take it, and says why', async () => {
      await page.route('**/api/user/addtowishlist', (route) => route.abort(), { times: 1 })
      await empty(page, title).click()
      await expect(page.getByText('Wishlist update failed')).toBeVisible()
      await expect(empty(page, title)).toBeVisible()

      const problem = { message: 'Not today', code: 'conflict', requestId: 'r' }
      const refuse = { status: 409, json: problem }
      await page.route('**/api/user/addtowishlist', (route) => route.fulfill(refuse), { times: 1 })
      await empty(page, title).click()
      await expect(page.getByText('Not today')).toBeVisible()
      await expect(empty(page, title)).toBeVisible()
      // both failures are written to the console by the browser itself
      expect(problems).toHaveLength(2)
      problems.length = 0
    })

  await test.step('the course page and other tabs show the same heart', async () => {
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
    await other.close()
  })

  await test.step('hearts work by keyboard alone', async () => {
    await page.getByLabel('Sort by').focus()
    await tabTo(page, empty(page, title))
    await page.keyboard.press('Space')
    await expect(full(page, title)).toBeFocused()
    await expect(full(page, title)).toHaveAccessibleDescription(title)
    await expect.poll(() => stored(page)).toEqual([_id])
  })
})

test('the wishlist of a student, until the session ends', async ({ page, problems }) => {
  onlyWithAll('hearts are pressed in every run; what the list holds is tested without browsers')
  await startAs(page, 'student', 'Choosy Student')
  const [first, second] = await freshCourses()
  const bar = page.getByRole('banner')
  await page.goto('/wishlist')

  await test.step('the wishlist: empty, filled, a course taken off and put back', async () => {
    await expect(page.getByRole('heading', { name: 'My Wishlist' })).toBeVisible()
    await expect(page.getByText('Your wishlist is empty')).toBeVisible()
    await lookAt(page)
    await page.getByRole('link', { name: 'View all Courses' }).click()
    await expect(page).toHaveURL(/\/allcourses$/)

    // on a slow line the page is there before the courses are saved
    const save = await holdBack(page, '**/api/user/addtowishlist')
    await empty(page, first.title).click()
    await empty(page, second.title).click()
    await expect(full(page, second.title)).toBeVisible()
    await bar.getByRole('link', { name: 'Wishlist', exact: true }).click()
    await expect(page).toHaveURL(/\/wishlist$/)
    await expect(page.getByText('Your wishlist is empty')).toBeVisible()
    save()
    await expect(page.getByText('2 courses')).toBeVisible()
    await page.unroute('**/api/user/addtowishlist')

    await full(page, first.title).click()
    await expect(page.getByText('Removed from wishlist')).toBeVisible()
    await expect(card(page, first.title)).toHaveCount(0)
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeFocused()
    // a course, and the place of one that was taken off
    await lookAt(page)
    await page.keyboard.press('Enter')
    await expect(full(page, first.title)).toBeFocused()
    await expect(page.getByText('Added to wishlist').first()).toBeVisible()
    await full(page, first.title).click()
    await full(page, second.title).click()
    await expect(page.getByText('Your wishlist is empty')).toBeVisible()
    await expect(undo).toHaveCount(2)
    await expect.poll(() => stored(page)).toEqual([])
    await page.reload()
    await expect(page.getByText('Your wishlist is empty')).toBeVisible()
    await expect(undo).toHaveCount(0)
  })

  await test.step('the wishlist says that it loads, and that it could not', async () => {
    await page.request.post('/api/user/addtowishlist', { data: { courseId: first._id } })
    // once its socket is open, a page asks for its notifications, with which it would notice by itself that the session has ended
    const isConnected = page.waitForResponse('**/api/user/notifications?*')
    // another document: it has not listed the wishlist yet
    await page.goto('/allcourses')
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/user/wishlist/page', async (route) => {
      await asked
      await route.abort()
    })
    await bar.getByRole('link', { name: 'Wishlist', exact: true }).click()
    await expect(page.getByText('Loading...')).toBeVisible()
    answer()
    await expect(page.getByText('Failed to fetch wishlist')).toBeVisible()
    await page.unroute('**/api/user/wishlist/page')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(full(page, first.title)).toBeVisible()
    expect(problems).toHaveLength(1)
    problems.length = 0
    await isConnected
  })

  await test.step('a student who was logged out meanwhile reads so', async () => {
    await page.context().clearCookies()
    await full(page, first.title).click()
    const said = page.getByRole('alert')
    await expect(said.getByText('Please log in to continue')).toBeVisible()
    await expect(said.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('href', '/login')
    await expect(page.getByText('Only students can access wishlist')).toBeVisible()
    await expectAccessible(page)
    expect(problems.filter((one) => !/status of 4\d\d/.test(one))).toEqual([])
    expect(problems.length).toBeGreaterThan(0)
    problems.length = 0
  })
})
