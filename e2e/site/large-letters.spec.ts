import type { Page } from '@playwright/test'
import { demoCourses, signInAs, signOut } from '../support/api.ts'
import { eachOnce, readIds, removeBundle, signInFor } from '../support/every-page.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

/** The width of the narrowest screen that a page must fit into (WCAG 1.4.10). */
const narrowest = 320

/** A phone whose owner has chosen letters of twice the usual size in the browser: 12 rem are left (WCAG 1.4.4 and 1.4.10). */
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
  viewport: { width: 390, height: 844 },
})

/** Pixels that the page is wider than the screen, or what a dialog has than the dialog. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scrolling = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
    return Math.max(...scrolling.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  })

test('letters of twice their size make no page and no dialog wider than a phone', async ({ page }) => {
  const [course] = await demoCourses(page)
  const fits = () => expect.poll(() => tooWide(page), page.url()).toBe(0)
  for (const path of ['/', '/browse', `/course/x-${course._id}`, '/forgotpassword']) {
    await page.goto(path)
    await fits()
  }
  await signInAs(page, 'educator')
  await page.goto('/reviews')
  await fits()
  await page
    .getByRole('button', { name: /^Report the review/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits()
  await signInAs(page, 'student')
  await page.goto('/enrolledcourses')
  await page.getByRole('button', { name: 'Add to my calendar' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits()
  await page.goto(`/viewcourse/${course._id}`)
  await fits()
  // the purchase is a part of the page, which it would cover otherwise
  for (const bar of await page.locator('[data-bottom-bar]').all()) await expect(bar).toHaveCSS('position', 'static')
})

test('letters of twice their size on the narrowest phone: dialogs', async ({ page }) => {
  onlyWithAll('a narrower phone than that of every run')
  await page.setViewportSize({ width: narrowest, height: 640 })
  for (const [role, path, opener] of [
    ['educator', '/reviews', /^Report the review/],
    ['admin', '/admin/courses', /^Unlist/],
  ] as const) {
    await signOut(page)
    await signInAs(page, role)
    await page.goto(path)
    await page.getByRole('button', { name: opener }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => tooWide(page), path).toBe(0)
  }
})

for (const { role, title, pathsOf } of eachOnce)
  test(`letters of twice their size: pages ${title}`, async ({ page, expectErrors }) => {
    onlyWithAll('all pages of all roles; the widest of them are looked at in every run')
    expectErrors.value = true
    const ids = await readIds(page)
    await signInFor(page, role)
    const wide: string[] = []
    for (const path of pathsOf(ids)) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      for (const width of [narrowest, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const by = await tooWide(page)
        if (by > 0) wide.push(`${path}: ${by} px more than ${width}`)
      }
    }
    await removeBundle(page, ids)
    expect(wide).toEqual([])
  })
