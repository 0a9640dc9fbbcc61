import type { Page } from '@playwright/test'
import { eachOnce, readIds, removeBundle, signInFor } from '../support/every-page.ts'
import { designed, expectReadable, narrowest } from '../support/look.ts'
import { expect, expectNoSidewaysScroll, goByRouter, test } from '../support/test.ts'

/** Opens a page as a link leads to it, and waits until it has taken the place of the page before. */
async function follow(page: Page, path: string): Promise<void> {
  const before = await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.before = ''
    return document.title
  })
  await goByRouter(page, path)
  const isThere = (title: string) => document.title !== title || !document.querySelector('h1[data-before]')
  // two addresses of one page may share both
  await page.waitForFunction(isThere, before, { timeout: 2000 }).catch(() => undefined)
}

for (const { role, title, pathsOf } of eachOnce)
  test(`each page, ${title}`, async ({ page, problems }) => {
    const ids = await readIds(page)
    await signInFor(page, role)
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    for (const path of pathsOf(ids))
      await test.step(path, async () => {
        // those of visitors are found from outside, as documents; so is the first page of the others
        const isDocument = role === 'visitor' || page.url() === 'about:blank'
        const status = isDocument ? (await page.goto(path))?.status() : undefined
        if (!isDocument) await follow(page, path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expectReadable(page)
        for (const width of [designed, narrowest]) {
          await page.setViewportSize({ width, height: 844 })
          await expectNoSidewaysScroll(page)
        }
        await page.setViewportSize(size)
        // the browser says so of a page that is not there, or not open yet
        const refused = path.includes(ids.closed) ? 403 : (status ?? 200)
        const errors = problems.splice(0).filter((one) => refused < 400 || !one.includes(`status of ${refused}`))
        expect(errors).toEqual([])
      })
    await removeBundle(page, ids)
  })
