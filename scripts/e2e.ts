import { ensureWebBuild } from './ensure-web-build.ts'
import { type Browser, findBrowser } from './find-browser.ts'
import { type Ending, endLike } from './launch/follow.mjs'
import { runNode, toolPath } from './run-tool.ts'
import { prepareTurnServer } from './system-programs.ts'

/** The end-to-end tests alone, with a fresh build; the arguments go to Playwright. */
export async function run(args: string[]): Promise<void> {
  await endLike(await playwright(await prepareEndToEnd(), args))
}

/** Finds or installs what the end-to-end tests need. Returns the browser. */
export async function prepareEndToEnd(): Promise<Browser> {
  const browser = await findBrowser()
  await prepareTurnServer()
  await ensureWebBuild()
  return browser
}

/** Runs e2e/playwright.config.ts with the given browser, which the configuration reads from CHROMIUM_PATH. */
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
