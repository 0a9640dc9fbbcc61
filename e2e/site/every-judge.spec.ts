import { everyWalk, readIds, removeBundle, signInFor } from '../support/every-page.ts'
import { findByIbm } from '../support/judges.ts'
import { settled } from '../support/look.ts'
import { expect, findByAxe, test } from '../support/test.ts'

const themes = ['light', 'dark'] as const
const engines = {
  axe: (page: Parameters<typeof findByAxe>[0]) => findByAxe(page, ['minor', 'moderate', 'serious', 'critical']),
  ibm: findByIbm,
}

test.describe('judged', () => {
  // biome-ignore lint/suspicious/noSkippedTests: minutes, which only a run with --all has
  test.skip(process.env.TEST_ALL !== '1', 'only with --all: two engines judge each page in both themes')

  for (const { role, title, pathsOf } of everyWalk)
    test(`every page in both themes, ${title}`, async ({ page, problems }) => {
      test.setTimeout(600_000)
      const ids = await readIds(page)
      await signInFor(page, role)
      const found: string[] = []
      let count = 0
      for (const path of pathsOf(ids)) {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme })
          await settled(page)
          for (const [engine, judge] of Object.entries(engines)) {
            for (const fault of await judge(page)) found.push(`${path} [${theme}, ${engine}] ${fault}`)
            count++
          }
        }
      }
      // answers of 404 on the page that is not there; errors of other kinds are found by the walk of screens
      problems.length = 0
      await removeBundle(page, ids)
      test.info().annotations.push({ type: 'judgements', description: String(count) })
      expect(found).toEqual([])
    })
})
