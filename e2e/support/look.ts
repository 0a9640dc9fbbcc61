import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './test.ts'

/** Looks at a screen as it is, in the dark, and at 320 px; nothing grave for axe, nothing that scrolls sideways. */
export async function lookAt(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light' })
}
