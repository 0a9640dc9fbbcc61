import { shopOriginFor } from '#testing/own-server'
import { startCluster } from './cluster.ts'
import { type Ending, endLike } from './launch/follow.mjs'
import { goPlain } from './plain.ts'
import { ensureWebBuild } from './prepare/ensure-web-build.ts'
import { type Browser, findBrowser } from './prepare/find-browser.ts'
import { prepareCluster, prepareFfmpeg, preparePocketsphinx, prepareTurnServer } from './prepare/system-programs.ts'
import { runNode, toolPath } from './run-tool.ts'

const clusterPort = 8140

/**
 * The end-to-end tests alone, with a fresh build; the arguments go to Playwright. With `--cluster` against two web processes and a
 * worker on PostgreSQL, Redis and an S3-compatible store, behind nginx. With `PLAIN=1` without what `plain.ts` switches off.
 */
export async function run(args: string[]): Promise<void> {
  const { browser, end } = await prepareEndToEnd()
  if (!args.includes('--cluster')) return endLike(await playwright(browser, args).finally(end))
  await prepareCluster()
  const port = Number(process.env.E2E_PORT ?? clusterPort)
  const cluster = await startCluster({ port, env: { CORS_ORIGINS: shopOriginFor(port) } })
  console.log(`The cluster answers at ${cluster.url}; its logs are in ${cluster.folder}.`)
  const env = { E2E_CLUSTER_URL: cluster.url }
  const ending = await playwright(
    browser,
    args.filter((one) => one !== '--cluster'),
    { env },
  ).finally(cluster.stop)
  return endLike(ending)
}

/** Finds or installs what the end-to-end tests need. Returns the browser, and what ends that which was started for them. */
export async function prepareEndToEnd(): Promise<{ browser: Browser; end: () => Promise<void> }> {
  const browser = await findBrowser()
  await prepareTurnServer()
  await prepareFfmpeg()
  await preparePocketsphinx()
  const end = await goPlain()
  try {
    await ensureWebBuild()
  } catch (error) {
    await end()
    throw error
  }
  return { browser, end }
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
