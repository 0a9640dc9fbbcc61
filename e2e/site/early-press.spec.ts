import type { Page } from '@playwright/test'
import { makeCourse, newClient, stamp, startAs } from '../support/api.ts'
import { addressOf, enrolledStudent, ofVideo } from '../support/lectures.ts'
import { holdBack } from '../support/line.ts'
import { expect, test } from '../support/test.ts'

/** Holds the scripts of the next document back until the returned function is called. */
const holdScripts = (page: Page): Promise<() => void> => holdBack(page, '**/assets/*.js')

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

  await test.step('the menu', async () => {
    const release = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    release()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  })

  await test.step('a heart and the filters', async () => {
    const release = await holdScripts(page)
    await page.goto(`/allcourses?text=${encodeURIComponent(title)}`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Add to wishlist' }).first().dblclick()
    await page.getByRole('button', { name: 'Show Filters' }).click()
    release()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText('Added to wishlist')).toBeVisible()
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

test('a press on a lecture that is still arriving plays it', async ({ page }) => {
  const { course } = await enrolledStudent(page)
  const release = await holdScripts(page)
  await page.goto(addressOf(course, 0), { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.locator('video')).toHaveCount(0)
  release()
  await expect.poll(() => ofVideo(page, (video) => !video.paused).catch(() => false), { timeout: 10_000 }).toBe(true)
})

test('a press on what is still fetched is seen at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, name] of [
    ['/browse', 'Open menu'],
    ['/browse', 'Show Filters'],
  ] as const) {
    await page.goto(path)
    const release = await holdScripts(page)
    const button = page.getByRole('button', { name, includeHidden: true })
    // by the page's own clock: the test's may wait for its turn
    const shown = await button.evaluate(async (element: HTMLElement) => {
      element.click()
      const pressed = performance.now()
      await new Promise(requestAnimationFrame)
      return element.ariaBusy === 'true' ? performance.now() - pressed : Number.POSITIVE_INFINITY
    })
    expect(shown).toBeLessThan(100)
    await expect(page.getByRole('dialog')).toBeHidden()
    release()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
    await page.unroute('**/assets/*.js')
  }
})
