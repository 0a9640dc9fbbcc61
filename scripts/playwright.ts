import type { Browser } from './find-browser.ts'
import type { Ending } from './launch/follow.mjs'
import { runNode, toolPath } from './run-tool.ts'

/** Runs the journeys of e2e/playwright.config.ts in the given browser, which the configuration reads from CHROMIUM_PATH. */
export function playwright(
  browser: Browser,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Promise<Ending> {
  return runNode(toolPath('@playwright/test', 'playwright'), ['test', '--config', 'e2e', ...args], {
    ...options,
    env: { ...options.env, CHROMIUM_PATH: browser.path },
  })
}
