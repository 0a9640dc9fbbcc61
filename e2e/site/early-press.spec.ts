import type { Page } from '@playwright/test'
import { demoCourses, makeCourse, newClient, signInAs, stamp, startAs } from '../support/api.ts'
import { addressOf, enrolledStudent, ofVideo, paused, seconds } from '../support/lectures.ts'
import { holdBack } from '../support/line.ts'
import { expect, test } from '../support/test.ts'

/** Holds the scripts of the next document back until the returned function is called. */
const holdScripts = (page: Page): Promise<() => void> => holdBack(page, '**/assets/*.js')

/** Pauses by the player's own controls, which are there once the scripts are. */
async function pausePlayer(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^Video player/ }).hover()
  const pause = page.getByRole('button', { name: /^Pause/ })
  await pause.first().click()
}

test('a press before the scripts have arrived takes effect once, as soon as they have', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startAs(page, 'student', 'Early Student')
  const teacher = await newClient('educator', 'Early Teacher')
  const title = `Pressed early ${stamp()}`
  const course = await makeCourse(teacher, title)
  await teacher.request.dispose()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })

  await test.step('the menu, which is in the document, opens at once and leads on', async () => {
    const release = await holdScripts(page)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto('/', { waitUntil: 'commit' })
    await press('Open menu')
    await menu.getByRole('link', { name: 'Search with AI' }).click()
    await expect(page).toHaveURL('/searchwithai')
    await press('Open menu')
    await press('Close menu')
    await expect(menu).toBeHidden()
    await press('Open menu')
    await menu.getByRole('radio', { name: 'Dark theme' }).check()
    release()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    await expect(menu).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  })

  await test.step('and stays closed when it was closed before', async () => {
    const release = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.keyboard.press('Escape')
    release()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the bell', async () => {
    const release = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: /^Notifications/ }).dblclick()
    release()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  })

  await test.step('a heart and the filters', async () => {
    const release = await holdScripts(page)
    await page.goto(`/allcourses?text=${encodeURIComponent(title)}`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Add to wishlist' }).first().dblclick()
    await page.getByRole('button', { name: 'Show Filters' }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('checkbox', { name: /^Others/ }).check()
    // the heart is saved while the rows are on their way
    const releaseRows = await holdBack(page, '**/api/course/catalogue?*')
    release()
    await expect(page.getByRole('dialog').getByText('Added to wishlist')).toBeVisible()
    releaseRows()
    await expect(filters.getByRole('checkbox', { name: /^Others/ })).toBeChecked()
    await expect(page).toHaveURL(/category=Others/)
    expect(posts.filter((path) => path.includes('wishlist'))).toEqual(['/api/user/addtowishlist'])
  })

  await test.step('a purchase', async () => {
    const release = await holdScripts(page)
    // who is enrolled has another bar
    const sell = await holdBack(page, '**/api/payment/create-order')
    await page.goto(`/viewcourse/${course}`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Enroll Now' }).dblclick()
    release()
    await expect.poll(() => posts.filter((path) => path === '/api/payment/create-order')).toHaveLength(1)
    // the styles knew the height of the bar: another one is written there, and costs those of the whole page once more
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--docked-bar'))).toBe('')
    sell()
    await expect(page.getByRole('link', { name: 'Watch Now' }).first()).toBeVisible()
    expect(posts.filter((path) => path === '/api/payment/create-order')).toHaveLength(1)
  })
})

test('a press on a lecture plays it before the scripts have arrived, and the player goes on with it', async ({
  page,
}) => {
  const { course } = await enrolledStudent(page)
  const files: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'media') files.push(request.url())
  })
  await page.goto(addressOf(course, 1))
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  const release = await holdScripts(page)
  await page.goto(addressOf(course, 0), { waitUntil: 'commit' })
  expect(files.splice(0).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.5)
  // as this browser remembers it, and without its picture
  expect(await ofVideo(page, (video) => video.muted)).toBe(true)
  await expect(page.locator('video ~ img')).toBeHidden()
  await ofVideo(page, (video) => video.addEventListener('emptied', () => video.setAttribute('data-emptied', '')))
  const before = await seconds(page)
  release()
  await pausePlayer(page)
  expect(await seconds(page)).toBeGreaterThan(before)
  expect(await ofVideo(page, (video) => video.hasAttribute('data-emptied'))).toBe(false)
  await expect(page.locator('video ~ img')).toHaveCount(0)
  expect(new Set(files).size).toBe(1)
})

test('a lecture that is ticked before the scripts have arrived is completed', async ({ page }) => {
  const { course } = await enrolledStudent(page)
  const release = await holdScripts(page)
  await page.goto(addressOf(course, 0), { waitUntil: 'commit' })
  const tick = page.getByRole('checkbox', { name: /^Completed/ }).nth(1)
  await tick.check()
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (/learning.lecture/.test(request.url())) sent.push(request.postDataJSON())
  })
  release()
  await expect.poll(() => sent).toContainEqual({ completed: true })
  await expect(tick).toBeChecked()
  await page.reload()
  await expect(tick).toBeChecked()
})

test('a lecture that is played before the scripts have arrived is paused and goes on, and keeps its place', async ({
  page,
}) => {
  const { course } = await enrolledStudent(page)
  const release = await holdScripts(page)
  await page.goto(`${addressOf(course, 0)}&t=10`, { waitUntil: 'commit' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Play').click()
  await expect.poll(() => seconds(page)).toBeGreaterThan(11)
  await button('Pause').click()
  await expect.poll(() => paused(page)).toBe(true)
  await button('Play').click()
  await expect.poll(() => seconds(page), { timeout: 10_000 }).toBeGreaterThan(14)
  const watched = page.waitForRequest((request) => request.url().endsWith('/watched'))
  release()
  await pausePlayer(page)
  expect(await seconds(page)).toBeGreaterThan(14)
  // what was played before the player was there is counted, too
  expect((await watched).postDataJSON().intervals.flat()).toContain(10)
})

test('a press on a lecture that is still held when the scripts arrive plays it', async ({ page }) => {
  const { course } = await enrolledStudent(page)
  const release = await holdScripts(page)
  await page.goto(addressOf(course, 0), { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Play', exact: true })
  await button.hover({ position: { x: 90, y: 90 } })
  await page.mouse.down()
  release()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await page.mouse.up()
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.5)
  await pausePlayer(page)
  await expect(page.locator('[data-plays]')).toHaveCount(0)
})

test('the menu of browsers without invoker commands', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startAs(page, 'student', 'Older Browser')
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'command')
    // what is prevented, the browser does not do itself
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('[commandfor]')) event.preventDefault()
    })
    addEventListener('toggle', (event) => event.isTrusted && event.stopImmediatePropagation(), true)
  })
  const release = await holdScripts(page)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  // what needs scripts waits for them
  await menu.getByRole('button', { name: 'LogOut' }).click()
  await expect(menu).toBeVisible()
  release()
  await expect(page.getByText('LogOut Successfully')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  // the window grows, and the bar has all of it
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(menu).toBeHidden()
  await expect(page.locator('#content')).toBeFocused()
})

test('a note, a bookmark and the address of a course that are asked for before the scripts have arrived', async ({
  page,
}) => {
  const { course } = await enrolledStudent(page)
  const pressEarly = async (name: string) => {
    const release = await holdScripts(page)
    await page.goto(addressOf(course, 0), { waitUntil: 'commit' })
    await page.getByRole('button', { name }).filter({ visible: true }).first().dblclick()
    release()
  }
  await pressEarly('Add a note')
  await expect(page.getByRole('textbox', { name: /^Note at/ })).toBeVisible()
  await pressEarly('Bookmark this place')
  const notes = page.getByRole('region', { name: 'Your notes' })
  await notes.getByRole('button', { name: /^Your notes\s*1$/ }).click()
  await expect(notes.getByText('0:00')).toHaveCount(1)
  const release = await holdScripts(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const [other] = await demoCourses(page)
  await page.goto(`/viewcourse/${other._id}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Share' }).click()
  release()
  await expect(page.getByText('Link copied').first()).toBeVisible()
})

test('a filter of an admin that is chosen before the scripts have arrived takes effect', async ({ page }) => {
  await signInAs(page, 'admin')
  for (const [path, label, choice, address] of [
    ['/admin/users', 'Role', 'Educator', /role=educator/],
    ['/admin/orders', 'Status', 'Refunded', /status=refunded/],
    ['/admin/payouts', 'State', 'Paused', /state=paused/],
  ] as const) {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('combobox', { name: label }).selectOption(choice)
    release()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('combobox', { name: label }).locator('option:checked')).toHaveText(choice)
  }
})
