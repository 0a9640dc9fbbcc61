import type { Locator, Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { expect } from './test.ts'

/** How someone uses a page: with a mouse, or with the keys alone. */
export type Hands = {
  /** Presses a button, a link or a switch; what is typed afterwards is no press. */
  press(target: Locator): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  /** Chooses one of a group of radio buttons. */
  choose(radio: Locator): Promise<void>
  /** Chooses from a list by its words. */
  pick(list: Locator, words: string): Promise<void>
  /** the presses and choices so far */
  presses: number
}

export function withMouse(): Hands {
  return {
    presses: 0,
    async press(target) {
      this.presses++
      await expect(target).toBeVisible()
      await target.click()
    },
    async fill(field, text) {
      await expect(field).toBeVisible()
      await field.fill(text)
    },
    async choose(radio) {
      this.presses++
      await expect(radio).toBeEnabled()
      await radio.check({ force: true })
    },
    async pick(list, words) {
      this.presses++
      await list.selectOption(words)
    },
  }
}

export function withKeys(page: Page): Hands {
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    if (!(await target.evaluate((element) => element === document.activeElement))) await tabTo(page, target)
  }
  return {
    presses: 0,
    async press(target) {
      this.presses++
      await reach(target)
      const box = await target.evaluate((element) => element.matches('input[type=checkbox]'))
      await page.keyboard.press(box ? 'Space' : 'Enter')
    },
    async fill(field, text) {
      await reach(field)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    async choose(radio) {
      this.presses++
      await expect(radio).toBeEnabled()
      // Tab stops once in a group: at its chosen button, or at the first
      const group = page.locator(`input[type=radio][name="${await radio.getAttribute('name')}"]`)
      const chosen = group.and(page.locator(':checked'))
      await reach((await chosen.count()) > 0 ? chosen : group.first())
      if ((await chosen.count()) === 0) await page.keyboard.press('Space')
      for (let left = await group.count(); left > 0 && !(await radio.isChecked()); left--)
        await page.keyboard.press('ArrowDown')
      await expect(radio).toBeChecked()
    },
    async pick(list, words) {
      this.presses++
      await reach(list)
      await page.keyboard.type(words)
      await expect(list.locator('option:checked')).toHaveText(words)
    },
  }
}
