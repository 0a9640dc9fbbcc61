import { expect, type Locator, type Page } from '@playwright/test'

const mostStops = 120

/** Presses Tab until the element has the focus, as someone without a mouse does, and looks that the focus can be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      await expect(target).toBeFocused()
      return
    }
  }
  throw new Error(`Tab never reached ${target}`)
}
