import { runChecks } from '../run-checks.ts'
import type { Suite } from './suite.ts'

/** `npm run check` as a suite: each check counts as one test. */
export const checkSuite: Suite = {
  name: 'check',
  title: 'types, lint, format, generated documents',
  run: async () => {
    const { held, broken } = await runChecks()
    return { passed: held.length, failed: broken.length, skipped: 0, notes: broken.map((name) => `failed: ${name}`) }
  },
}
