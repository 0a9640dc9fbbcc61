import { ensureWebBuild } from '../ensure-web-build.ts'
import { findBrowser } from '../find-browser.ts'
import { prepareTurnServer } from '../find-turn-server.ts'
import { playwright } from '../playwright.ts'
import { countPlaywright } from './count-playwright.ts'
import { readReport } from './read-report.ts'
import { reportFile } from './report-file.ts'
import type { Suite } from './suite.ts'

/** All journeys together, in milliseconds: far more than a slow machine needs, against one that hangs. */
const LIMIT = 45 * 60_000

export const playwrightSuite: Suite = {
  name: 'e2e',
  title: 'journeys in a real browser',
  run: async () => {
    const browser = await findBrowser()
    console.log(`Browser: ${browser.path}, version ${browser.version}`)
    await prepareTurnServer()
    await ensureWebBuild()
    const report = reportFile('e2e')
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const ending = await playwright(browser, ['--reporter=list,json'], { env, timeout: LIMIT })
    return readReport(report, ending, countPlaywright)
  },
}
