import type { Page } from '@playwright/test'
import { expectJudged } from './judges.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './test.ts'

/** Waits until colours and places are what they will stay: in the middle of a change nothing can be judged. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    // another theme is taken over with the next frame; before it there are no transitions to wait for
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Widths of phones in px that a page must serve: the one that is designed for, and the narrowest. */
const designed = 390
const narrowest = 320

/**
 * Judges a screen in light colours, and at the width of a phone in dark ones: axe finds nothing serious, the other judges find nothing, and
 * nothing scrolls sideways. Only what needs a touch screen, or is laid out by the kind of device, has to run as a phone as well.
 */
export async function lookAt(page: Page): Promise<void> {
  await settled(page)
  await expectAccessible(page)
  // a text that was not said: the object of a message in its place
  expect(await page.content()).not.toContain('[object Object]')
  await expectJudged(page)
  await expectNoSidewaysScroll(page)
  const size = page.viewportSize()
  if (size) await page.setViewportSize({ width: narrowest, height: 700 })
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize({ width: designed, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
}
