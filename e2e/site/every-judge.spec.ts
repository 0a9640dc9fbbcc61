import type { Page } from '@playwright/test'
import { everyWalk, readIds, removeBundle, signInFor } from '../support/every-page.ts'
import { findByIbm } from '../support/judges.ts'
import { test } from '../support/live.ts'
import { settled } from '../support/look.ts'
import { walkPayoutRun } from '../support/payout-run.ts'
import { expect, findByAxe, onlyWithAll } from '../support/test.ts'

const themes = ['light', 'dark'] as const
const engines = {
  axe: (page: Page) => findByAxe(page, ['minor', 'moderate', 'serious', 'critical']),
  ibm: findByIbm,
}

/** Behind an open dialog everything is hidden from screen readers, and the dialog keeps the focus, which IBM's engine does not know. */
const isBehind = (fault: string): boolean => fault.startsWith('aria_hidden_nontabbable')

/** Returns what two engines find on a page in both themes; `arrive` opens a dialog. */
async function judge(page: Page, path: string, arrive?: (page: Page) => Promise<void>): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await arrive?.(page)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    for (const [engine, find] of Object.entries(engines))
      for (const fault of await find(page))
        if (!(arrive && isBehind(fault))) found.push(`${path} [${theme}, ${engine}] ${fault}`)
  }
  return found
}

test.describe('judged', () => {
  onlyWithAll('two engines judge each page in both themes')

  for (const { role, title, pathsOf } of everyWalk)
    test(`every page in both themes, ${title}`, async ({ page, problems }) => {
      test.setTimeout(600_000)
      const ids = await readIds(page)
      await signInFor(page, role)
      const found: string[] = []
      const paths = pathsOf(ids)
      for (const path of paths) found.push(...(await judge(page, path)))
      // answers of 404 on the page that is not there; errors of other kinds are found by the walk of screens
      problems.length = 0
      await removeBundle(page, ids)
      const count = paths.length * themes.length * Object.keys(engines).length
      test.info().annotations.push({ type: 'judgements', description: String(count) })
      expect(found).toEqual([])
    })

  test('a run of payouts', async ({ guest, atEnd }) => {
    test.setTimeout(600_000)
    expect(await walkPayoutRun({ guest, atEnd }, judge)).toEqual([])
  })
})
