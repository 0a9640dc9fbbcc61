import { type Browser, type Locator, type Page, request } from '@playwright/test'
import { addLecture, enrol, makeCourse, stamp, startAs } from './support/api.ts'
import { tabTo } from './support/keyboard.ts'
import { lookAt } from './support/look.ts'
import { awaitScripts, expect, test, watch } from './support/test.ts'

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' })
/** A notification's line on the page of all of them. */
const line = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const markAsRead = (page: Page): Locator => page.getByRole('button', { name: 'Mark as Read' })

type Teacher = { page: Page; courseId: string; title: string }

/** An educator in a browser of their own, with a free course. */
async function teacher(browser: Browser): Promise<Teacher> {
  const page = awaitScripts(await (await browser.newContext()).newPage())
  await startAs(page, 'educator', 'Teacher with Events')
  const title = `Knots ${stamp()}`
  return { page, courseId: await makeCourse(page, title), title }
}

/** Waits until the page hears what happens: once it does, it reads what came before. */
const heard = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/user/notifications?'))

test('nothing yet: the bell and the page say so', async ({ page }) => {
  await startAs(page, 'student', 'New Student')
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'My Notifications' })).toBeVisible()
  await expect(page.getByRole('main').getByText('No notifications')).toBeVisible()
  await lookAt(page)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await bell(page).click()
  await expect(panel(page).getByText('No notifications')).toBeVisible()
  await lookAt(page)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('notifications arrive in two tabs at once, without a reload', { tag: '@phone' }, async ({
  page,
  context,
  browser,
  problems,
}) => {
  const { page: educator, courseId, title } = await teacher(browser)
  await startAs(page, 'student', 'Student with two tabs')
  const other = await context.newPage()
  watch(other, problems)
  await Promise.all([heard(page), page.goto('/')])
  await Promise.all([heard(other), other.goto('/notifications')])

  await enrol(other, courseId)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(line(other, `You are enrolled in ${title}`)).toBeVisible()
  // announced politely: what comes together is one sentence
  const announced = page.getByRole('status').filter({ hasText: `New notification: You are enrolled in ${title}` })
  await expect(announced).toBeAttached()
  await addLecture(educator, courseId, 'The reef knot')
  const sentence = `New lecture in ${title}: The reef knot`
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(bell(other)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(line(other, sentence)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `New notification: ${sentence}` })).toBeAttached()

  await bell(page).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await expect(panel(page).getByRole('listitem').first()).toContainText(sentence)
  await expect(panel(page).locator('time').first()).toHaveAttribute('title', /\d{4}/)
  await lookAt(page)
  await panel(page).getByText(sentence).click()
  await expect(page).toHaveURL(new RegExp(`/viewlecture/${courseId}`))
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(markAsRead(other)).toHaveCount(1)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await educator.context().close()
})

test('reading them on their page, one by one and all', async ({ page, context, browser, problems }) => {
  const { page: educator, courseId, title } = await teacher(browser)
  await startAs(page, 'student', 'Reading Student')
  await enrol(page, courseId)
  for (const knot of ['Reef knot', 'Bowline', 'Clove hitch'])
    await enrol(page, await makeCourse(educator, `${knot} ${stamp()}`))
  await expect(async () => {
    await page.goto('/notifications')
    await expect(markAsRead(page)).toHaveCount(4, { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await lookAt(page)

  const one = line(page, 'Bowline')
  await one.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(page.getByText('Notification marked as read')).toBeVisible()
  await expect(one.getByRole('button')).toHaveCount(0)
  await expect(one).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  await page.reload()
  await expect(markAsRead(page)).toHaveCount(3)

  await page.route('**/api/user/notifications/*/read', (route) => route.abort(), { times: 1 })
  await line(page, 'Reef knot').getByRole('button').click()
  await expect(page.getByText('Failed to mark as read')).toBeVisible()
  await expect(line(page, 'Reef knot').getByRole('button', { name: 'Mark as Read' })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  expect(problems).toHaveLength(1)
  problems.length = 0

  const other = await context.newPage()
  watch(other, problems)
  await Promise.all([heard(other), other.goto('/')])
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await expect(markAsRead(page)).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  await page.reload()
  await expect(line(page, `You are enrolled in ${title}`)).toBeVisible()
  await expect(markAsRead(page)).toHaveCount(0)
  await educator.context().close()
})

test('older ones are fetched when asked for', async ({ page }) => {
  test.setTimeout(120_000)
  await startAs(page, 'educator', 'Busy Teacher')
  const courseId = await makeCourse(page, `Knots ${stamp()}`)
  for (let number = 1; number <= 24; number++) {
    const student = { request: await request.newContext() }
    await startAs(student, 'student', `Knot number ${number}`)
    await enrol(student, courseId)
    await student.request.dispose()
  }
  await expect(async () => {
    await page.goto('/notifications')
    await expect(markAsRead(page)).toHaveCount(20, { timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(markAsRead(page)).toHaveCount(24)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await expect(line(page, 'Knot number')).toHaveCount(24)
})

test('what cannot be fetched is said, and can be tried again', async ({ page, problems }) => {
  await startAs(page, 'student', 'Offline Student')
  await page.goto('/')
  await page.route('**/api/user/notifications?*', (route) => route.abort())
  await bell(page).click()
  await panel(page).getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(page.getByText('Failed to fetch notifications')).toBeVisible()
  expect(problems.length).toBeGreaterThan(0)
  problems.length = 0
})

test('the page says so when the session has ended meanwhile', async ({ page, context }) => {
  await startAs(page, 'student', 'Leaving Student')
  await Promise.all([heard(page), page.goto('/notifications')])
  await page.request.get('/api/auth/logout')
  await expect(page.getByText('Please login to view notifications')).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
  await lookAt(page)
  await context.clearCookies()
  await page.reload()
  await expect(page).toHaveURL(/\/signup\?next=%2Fnotifications$/)
})

test('educators find theirs in the menu', { tag: '@phone' }, async ({ page, browser, problems }) => {
  const { page: educator, courseId, title } = await teacher(browser)
  watch(educator, problems)
  const size = page.viewportSize()
  if (size) await educator.setViewportSize(size)
  await Promise.all([heard(educator), educator.goto('/')])
  await expect(bell(educator)).toHaveCount(0)
  await startAs(page, 'student', 'Enrolling Student')
  await enrol(page, courseId)
  const menu = educator.getByRole('button', { name: /Account menu|Open menu/ }).filter({ visible: true })
  const sentence = `Enrolling Student enrolled in ${title}`
  await expect(educator.getByRole('status').filter({ hasText: sentence })).toBeAttached()
  await lookAt(educator)
  await menu.click()
  const entry = educator
    .getByRole('menuitem', { name: 'Notifications' })
    .or(educator.getByRole('link', { name: 'Notifications' }))
    .filter({ visible: true })
  await expect(entry).toContainText('1 unread')
  await entry.click()
  await expect(line(educator, sentence)).toBeVisible()
  await educator.context().close()
})

test('the bell works by keyboard alone', async ({ page, browser }) => {
  const { page: educator, courseId, title } = await teacher(browser)
  await startAs(page, 'student', 'Student with keys')
  await Promise.all([heard(page), page.goto('/')])
  await enrol(page, courseId)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await tabTo(page, bell(page))
  await page.keyboard.press('Enter')
  const choice = panel(page).getByRole('link', { name: new RegExp(title) })
  await expect(choice).toBeVisible()
  await tabTo(page, choice)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(courseId))
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await educator.context().close()
})
