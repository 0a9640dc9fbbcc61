import type { Page } from '@playwright/test'
import { colourRules, expectAccessible, expectNoSidewaysScroll } from './test.ts'

/** Waits until colours and places are what they will stay: in the middle of a change nothing can be judged. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    // another theme is taken over with the next frame; before it there are no transitions to wait for
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Looks at a screen as it is, in the dark, and at 320 px; nothing grave for axe, nothing that scrolls sideways. */
export async function lookAt(page: Page): Promise<void> {
  await settled(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await expectAccessible(page, colourRules)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light' })
}
