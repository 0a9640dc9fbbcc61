import { type Page, test } from '@playwright/test'
import { expectJudged, kindOf } from './judges.ts'
import { findFaults } from './screen-faults.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, isWhole } from './test.ts'

/** Waits until colours and places are what they will stay: in the middle of a change nothing can be judged. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    // another theme is taken over with the next frame; before it there are no transitions to wait for
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    // the bar of a page that is on its way moves for eight seconds, over nothing
    const longest = 2000
    const moved = () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) <= longest)
      return Promise.allSettled(ending.map(({ finished }) => finished))
    }
    await moved()
    // a dialog that fades out dims the page until it is taken away, some frames after its animation; a list that loads is dimmed too
    const dimmed = '[data-ending-style], main :is(div, section)[aria-busy=true]'
    const end = performance.now() + longest
    while (document.querySelector(dimmed) && performance.now() < end)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    await moved()
  })

/** Axe finds nothing serious on a screen, and no text is an object that was not said. */
export async function expectReadable(page: Page): Promise<void> {
  await settled(page)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.outerHTML.includes('[object Object]'))).toBe(false)
}

/** Widths of phones in px that a page must serve: the one that is designed for, and the narrowest. */
export const designed = 390
export const narrowest = 320

/** Walks that meet most pages, and what stays at the edges of the window: there each page is tried out once in each width. */
const walks =
  /(pages|public-pages|login|storefront|studio|studio-lectures|admin|learning|profile|wishlist|purchases|uploads|dashboard)\.spec\.ts$/
/** Meets what takes a payout to be there; with --all alone. */
const rareWalks = isWhole ? /money\.spec\.ts$/ : undefined
const tried = new Set<string>()

/**
 * Judges a screen: axe finds nothing serious, the other judges find nothing, and nothing scrolls sideways, on the narrowest phone too. What a
 * test meets first is judged in dark colours as well. In every run these are popups and live rooms, once each and in light colours:
 * `each-page.spec.ts` has the pages.
 */
export async function lookAt(page: Page): Promise<void> {
  const popups = await page.locator('dialog[open], [role=dialog], [role=alertdialog], [role=menu]').count()
  const kind = `${kindOf(page)} ${popups}`
  const first = !tried.has(kind)
  if (!isWhole && (!first || (popups === 0 && !page.url().includes('/live/')))) return
  tried.add(kind)
  const tryOut = async () => {
    const { file } = test.info()
    if (first && (walks.test(file) || rareWalks?.test(file))) expect(await findFaults(page)).toEqual([])
    else await expectNoSidewaysScroll(page)
  }
  await expectReadable(page)
  if (isWhole) await expectJudged(page)
  await tryOut()
  const size = page.viewportSize()
  if (size) await page.setViewportSize({ width: narrowest, height: 700 })
  await tryOut()
  if (first && isWhole) {
    if (size) await page.setViewportSize({ width: designed, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await settled(page)
    await expectAccessible(page)
    await tryOut()
    await page.emulateMedia({ colorScheme: 'light' })
  }
  if (size) await page.setViewportSize(size)
}
