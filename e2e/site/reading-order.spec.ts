import type { Locator, Page } from '@playwright/test'
import { demoCourses, stamp, startAs } from '../support/api.ts'
import { everyWalk, readIds, removeBundle, signInFor } from '../support/every-page.ts'
import { tabTo } from '../support/keyboard.ts'
import { test } from '../support/live.ts'
import { smallVideo } from '../support/media-files.ts'
import { walkPayoutRun } from '../support/payout-run.ts'
import { findLostStops, listen, saidBy } from '../support/reading-order.ts'
import { expect, onlyWithAll } from '../support/test.ts'

/** Widths of a desktop and of a phone; some rows are turned around on one of them. */
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

/** Walks the page as it is on a phone and on a desktop. */
async function walk(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const { pathname } = new URL(page.url())
    for (const fault of await findLostStops(page)) found.push(`${pathname} at ${size.width}: ${fault}`)
  }
  return found
}

async function walkFrom(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return walk(page)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Waits for a page that a link leads to: its address comes first, and the focus, from where a person goes on, with the page. */
async function arriveAt(page: Page, address: RegExp): Promise<void> {
  await expect(page).toHaveURL(address)
  await expect(page.locator('#content')).toBeFocused()
}

const expectSaid = (page: Page, what: RegExp) =>
  expect.poll(() => saidBy(page), { message: `a live region says ${what}` }).toContainEqual(expect.stringMatching(what))

test.describe('by the keyboard alone, as it is read aloud', () => {
  onlyWithAll('each page is walked control by control')

  test('a purchase, and a lesson', async ({ page }) => {
    await startAs(page, 'student', 'Listening Student')
    await listen(page)
    const course = (await demoCourses(page)).find(({ price, lectures }) => price > 0 && lectures.length > 2)
    if (!course) throw new Error('the demo has a course with a price and lectures')
    const lost: string[] = []

    await test.step('the course is bought', async () => {
      await page.goto(`/viewcourse/${course._id}`)
      await page.waitForLoadState('networkidle')
      lost.push(...(await walk(page)))
      await press(page, page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }))
      const checkout = page.frameLocator('iframe[title="Checkout"]')
      const approve = checkout.getByRole('button', { name: 'Approve payment' })
      await expect(approve).toBeVisible()
      await press(page, approve)
      await expectSaid(page, /Payment successful\. You are enrolled!/)
      await expect(page.locator('iframe[title="Checkout"]')).toHaveCount(0)
      const watch = page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })
      await expect(watch).toBeVisible()
      await press(page, watch)
      await arriveAt(page, /viewlecture/)
    })

    await test.step('a lecture is chosen, played and done', async () => {
      await page.waitForLoadState('networkidle')
      lost.push(...(await walk(page)))
      const [, second] = course.lectures
      await press(
        page,
        page
          .getByRole('link', { name: second?.lectureTitle ?? '' })
          .filter({ visible: true })
          .first(),
      )
      await expect(page.getByRole('heading', { name: second?.lectureTitle ?? '' })).toBeVisible()
      await expect(page.locator('video')).toBeAttached()
      lost.push(...(await walk(page)))
      const video = page.locator('video:not([hidden])').first()
      const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused)
      const before = await isPaused()
      await press(page, page.getByRole('button', { name: before ? 'Play' : 'Pause', exact: true }).last(), 'Space')
      await expect.poll(isPaused).toBe(!before)
      const done = page.getByRole('checkbox', { name: `Completed: ${second?.lectureTitle}` })
      await press(page, done, 'Space')
      await expect(done).toBeChecked()
      await expectSaid(page, /of \d+ lectures/)
    })
    expect([...new Set(lost)]).toEqual([])
  })

  test('a course, and the upload of its video', async ({ page }) => {
    await startAs(page, 'educator', 'Listening Teacher')
    await listen(page)
    const lost: string[] = []
    await page.goto('/createcourses')
    await page.waitForLoadState('networkidle')
    lost.push(...(await walk(page)))
    await tabTo(page, page.getByLabel('Course title'))
    await page.keyboard.type(`By keyboard ${stamp()}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    const choosing = page.waitForEvent('filechooser')
    await press(page, page.locator('input[type=file]'), 'Space')
    await (await choosing).setFiles(smallVideo())
    await press(page, page.getByRole('button', { name: 'Create Course' }))
    await expect(page).toHaveURL(/addcourses/)
    await expectSaid(page, /Course Created/)
    await expectSaid(page, /Uploads are complete/)
    await expect(page.getByText(/1 lecture\b/).first()).toBeVisible({ timeout: 30_000 })
    lost.push(...(await walk(page)))
    await tabTo(page, page.getByLabel('Subtitle'))
    await page.keyboard.type('Nothing needs a mouse')
    await press(page, page.getByRole('button', { name: 'Save', exact: true }))
    await expectSaid(page, /Course Updated/)
    await press(page, page.getByRole('link', { name: 'Go to lectures' }))
    await arriveAt(page, /createlecture/)
    await page.waitForLoadState('networkidle')
    lost.push(...(await walk(page)))
    await press(page, page.locator('main a[href*="/editlecture/"]').first())
    await arriveAt(page, /editlecture/)
    await page.waitForLoadState('networkidle')
    lost.push(...(await walk(page)))
    await press(page, page.getByRole('button', { name: 'Update Lecture' }))
    await expectSaid(page, /Lecture Updated/)
    expect([...new Set(lost)]).toEqual([])
  })

  for (const { role, title, pathsOf } of everyWalk)
    test(`every page, ${title}`, async ({ page, problems }) => {
      test.setTimeout(600_000)
      const ids = await readIds(page)
      await signInFor(page, role)
      const lost: string[] = []
      for (const path of pathsOf(ids)) lost.push(...(await walkFrom(page, path)))
      problems.length = 0
      await removeBundle(page, ids)
      expect([...new Set(lost)]).toEqual([])
    })

  test('a run of payouts', async ({ guest, atEnd }) => {
    expect([...new Set(await walkPayoutRun({ guest, atEnd }, walkFrom))]).toEqual([])
  })
})
