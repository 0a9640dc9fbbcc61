import type { Locator, Page, Route } from '@playwright/test'
import { addLecture, enrol, makeCourse, newClient, stamp, startAs } from '../support/api.ts'
import { another } from '../support/classes.ts'
import { tabTo } from '../support/keyboard.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, isWhole, narrow, onlyWithAll, test, watch } from '../support/test.ts'

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' })
/** A notification's line on the page of all of them. */
const line = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const markAsRead = (page: Page): Locator => page.getByRole('button', { name: 'Mark as Read' })

/** Opens a page and waits until it hears what happens: from the first movement on. Once it does, it reads what came before. */
async function openListening(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse((answer) => answer.url().includes('/api/user/notifications?'))
  await page.goto(path)
  await page.mouse.move(9, 9)
  await loaded
}

test('notifications of a student and of their educator, as they arrive', async ({ page, context, problems }) => {
  const educator = await another(page, 'educator', 'Teacher with Events')
  watch(educator, problems)
  const title = `Knots ${stamp()}`
  const courseId = await makeCourse(educator, title)
  const person = await startAs(page, 'student', 'New Student')
  const sentence = `New lecture in ${title}: The reef knot`
  await openListening(page, '/notifications')

  await test.step('nothing yet: the bell and the page say so', async () => {
    await expect(page.getByRole('heading', { name: 'My Notifications' })).toBeVisible()
    await expect(page.getByRole('main').getByText('No notifications')).toBeVisible()
    await lookAt(page)
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await bell(page).click()
    await expect(panel(page).getByText('No notifications')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toBeFocused()
  })

  const other = await context.newPage()
  watch(other, problems)
  await Promise.all([openListening(other, '/'), openListening(educator, '/')])

  await test.step('notifications arrive in two tabs at once, without a reload', async () => {
    await enrol(page, courseId)
    await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(line(page, `You are enrolled in ${title}`)).toBeVisible()
    // announced politely: what comes together is one sentence
    const announced = (text: string) => other.getByRole('status').filter({ hasText: `New notification: ${text}` })
    await expect(announced(`You are enrolled in ${title}`)).toBeAttached()
    await addLecture(educator, courseId, 'The reef knot')
    await expect(bell(other)).toHaveAccessibleName('Notifications, 2 unread')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
    await expect(line(page, sentence)).toBeVisible()
    await expect(announced(sentence)).toBeAttached()
  })

  await test.step('the bell works by keyboard alone', async () => {
    await tabTo(other, bell(other))
    await other.keyboard.press('Enter')
    await expect(panel(other).getByRole('listitem')).toHaveCount(2)
    await expect(panel(other).getByRole('listitem').first()).toContainText(sentence)
    await expect(panel(other).locator('time').first()).toHaveAttribute('title', /\d{4}/)
    await lookAt(other)
    const choice = panel(other).getByRole('link', { name: sentence })
    await tabTo(other, choice)
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(new RegExp(`/viewlecture/${courseId}`))
    await expect(panel(other)).toBeHidden()
    await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(markAsRead(page)).toHaveCount(1)
  })

  await test.step('educators find theirs in the menu', async () => {
    await expect(bell(educator)).toHaveCount(0)
    const theirs = `${person.name} enrolled in ${title}`
    await expect(educator.getByRole('status').filter({ hasText: theirs })).toBeAttached()
    await narrow(educator, async () => {
      await educator.getByRole('button', { name: 'Open menu' }).click()
      const menu = educator.getByRole('dialog', { name: 'Menu' })
      await expect(menu.getByRole('link', { name: 'Notifications' })).toContainText('1 unread')
      // screen readers are kept from what is outside of the menu
      await expect(menu.getByRole('status').filter({ hasText: theirs })).toBeAttached()
      await menu.getByRole('button', { name: 'Close menu' }).click()
      await expect(menu).toBeHidden()
    })
    await educator.getByRole('button', { name: 'Account menu' }).click()
    const entry = educator.getByRole('menuitem', { name: 'Notifications' })
    await expect(entry).toContainText('1 unread')
    await entry.click()
    await expect(line(educator, theirs)).toBeVisible()
  })

  await test.step('reading them on their page, one by one and all', async () => {
    for (const knot of ['Bowline', 'Clove hitch']) await enrol(page, await makeCourse(educator, `${knot} ${stamp()}`))
    await expect(markAsRead(page)).toHaveCount(3)
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await lookAt(page)

    const one = line(page, 'Bowline')
    await one.getByRole('button', { name: 'Mark as Read' }).click()
    await expect(page.getByText('Notification marked as read')).toBeVisible()
    await expect(one.getByRole('button')).toHaveCount(0)
    await expect(one).toBeFocused()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
    await page.reload()
    await expect(markAsRead(page)).toHaveCount(2)

    await page.route('**/api/user/notifications/*/read', (route) => route.abort(), { times: 1 })
    await line(page, 'Clove hitch').getByRole('button').click()
    await expect(page.getByText('Failed to mark as read')).toBeVisible()
    await expect(line(page, 'Clove hitch').getByRole('button', { name: 'Mark as Read' })).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
    expect(problems).toHaveLength(1)
    problems.length = 0

    await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
    await expect(markAsRead(page)).toHaveCount(0)
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await expect(bell(other)).toHaveAccessibleName('Notifications')
  })

  // announcements and lists that cannot be read are tested without browsers, an ended session in `ended-session.spec.ts`
  if (!isWhole) return educator.context().close()
  await test.step('an announcement is written, confirmed, and read beside the player', async () => {
    await educator.goto(`/courses/${courseId}/announcements`)
    await expect(educator.getByText('Nothing was announced yet')).toBeVisible()
    await educator.getByRole('button', { name: 'Send announcement' }).click()
    await expect(educator.getByText('A title is required')).toBeVisible()
    await educator.getByRole('textbox', { name: 'Title' }).fill('No class on Friday')
    await educator.getByRole('textbox', { name: 'Text' }).fill('We **meet** on Monday. <b>Bring yarn</b>')
    await expect(educator.getByText('Unsaved changes, kept in this browser')).toBeVisible()
    await educator.reload()
    await expect(educator.getByRole('textbox', { name: 'Title' })).toHaveValue('No class on Friday')
    await educator.getByText('How students see it: text').click()
    await expect(educator.locator('strong', { hasText: 'meet' })).toBeVisible()
    await educator.getByRole('button', { name: 'Send announcement' }).click()
    const asks = educator.getByRole('alertdialog', { name: 'Send this announcement?' })
    await expect(asks).toContainText('1 student is notified now')
    await lookAt(educator)
    // it arrives, the reply does not, and the page is loaded again: the students get it once
    const lost = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await educator.route(/\/api\/announcements\/course\//, lost, { times: 1 })
    const arrived = educator.waitForEvent('requestfailed')
    await asks.getByRole('button', { name: 'Send to 1 student' }).click()
    await arrived
    await educator.reload()
    await expect(educator.getByRole('textbox', { name: 'Title' })).toHaveValue('No class on Friday')
    await educator.getByRole('button', { name: 'Send announcement' }).click()
    await asks.getByRole('button', { name: 'Send to 1 student' }).click()
    await expect(educator.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    await expect(educator.getByText('Sent to 1 student')).toBeVisible({ timeout: 15_000 })
    await expect(asks).toBeHidden()
    await expect(educator.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    await lookAt(educator)

    await line(page, `Announcement in ${title}: No class on Friday`).getByRole('link').click()
    const heading = page.getByRole('heading', { name: 'No class on Friday' })
    await expect(heading).toBeFocused()
    const card = page.getByRole('region', { name: 'Announcements' }).last()
    await expect(card.getByText('<b>Bring yarn</b>')).toBeVisible()
    await lookAt(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(card.getByRole('heading', { name: 'No class on Friday' })).toBeVisible()
    // turned, the card stands elsewhere and reads the list again: that takes the focus from nothing
    const readAgain = page.waitForResponse(/\/api\/announcements\/course\//)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: /The reef knot/ }).focus()
    await readAgain
    await expect(heading).toBeVisible()
    await expect(page.getByRole('link', { name: /The reef knot/ })).toBeFocused()
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    // another lecture begins: it stays open, and the focus where it is
    await page.getByRole('link', { name: /The reef knot/ }).click()
    await expect(page).toHaveURL(/lecture=/)
    await expect(heading).toBeVisible()
    await expect(heading).not.toBeFocused()
    await page.goBack()
  })

  await test.step('it is edited, which is shown, and deleted', async () => {
    const own = educator.getByRole('list', { name: 'Announcements' })
    await own.getByRole('button', { name: /^Edit/ }).click()
    await own.getByRole('textbox', { name: 'Title' }).fill('No class on Thursday')
    await own.getByRole('button', { name: 'Save' }).click()
    await expect(own.getByRole('heading', { name: 'No class on Thursday' })).toBeVisible()
    await expect(own.getByText('(edited)')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No class on Thursday' })).toBeFocused()
    await own.getByRole('button', { name: /^Delete/ }).click()
    await educator.getByRole('button', { name: 'Delete announcement' }).click()
    await expect(educator.getByText('Nothing was announced yet')).toBeVisible()
    await page.reload()
    await expect(page.getByText('This announcement was deleted.')).toBeVisible()
  })

  await test.step('what cannot be fetched is said, and can be tried again', async () => {
    // another document, whose page of notifications has not been opened yet
    await page.goto('/')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await page.route('**/api/user/notifications?*', (route) => route.abort())
    await bell(page).click()
    await panel(page).getByRole('link', { name: 'See all' }).click()
    await expect(page).toHaveURL(/\/notifications$/)
    await expect(page.getByText('Failed to fetch notifications')).toBeVisible()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
    problems.length = 0
    await page.unroute('**/api/user/notifications?*')
  })

  await test.step('the page says so when the session has ended meanwhile', async () => {
    await page.request.get('/api/auth/logout')
    await expect(page.getByText('Please login to view notifications')).toBeVisible()
    await expect(bell(page)).toHaveCount(0)
    await expectAccessible(page)
  })
  await educator.context().close()
})

test('older ones are fetched when asked for', async ({ page }) => {
  onlyWithAll('lists are paged alike, and what a page of notifications has is tested without browsers')
  await startAs(page, 'educator', 'Busy Teacher')
  const courseId = await makeCourse(page, `Knots ${stamp()}`)
  // one more than a page holds
  for (let number = 1; number <= 21; number++) {
    const student = await newClient('student', `Knot number ${number}`)
    await enrol(student, courseId)
    await student.request.dispose()
  }
  const delivered = async () =>
    (await (await page.request.get('/api/user/notifications?limit=100')).json()).notifications.length
  await expect.poll(delivered).toBe(21)
  await page.goto('/notifications')
  await expect(line(page, 'Knot number')).toHaveCount(1)
  await page.getByRole('button', { name: '19 more like this, 19 unread' }).click()
  await expect(markAsRead(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(markAsRead(page)).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await expect(line(page, 'Knot number')).toHaveCount(21)
})
