import { shopOriginFor } from '#testing/own-server'
import { startCluster as startPostgres } from '../server/test/support/services/postgres-cluster.ts'
import { startCluster } from './cluster.ts'
import { type Ending, endLike } from './launch/follow.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { goPlain, isPlain } from './plain.ts'
import { ensureWebBuild } from './prepare/ensure-web-build.ts'
import { type Browser, findBrowser } from './prepare/find-browser.ts'
import {
  prepareCluster,
  prepareFfmpeg,
  preparePocketsphinx,
  preparePostgres,
  prepareTurnServer,
} from './prepare/system-programs.ts'
import { runNode, toolPath } from './run-tool.ts'

const clusterPort = 8140

/**
 * The end-to-end tests alone, with a fresh build; the arguments go to Playwright. With `--cluster` against two web processes and a
 * worker on PostgreSQL, Redis and an S3-compatible store, behind nginx. With `PLAIN=1` without what `plain.ts` switches off.
 */
export async function run(args: string[]): Promise<void> {
  const onCluster = args.includes('--cluster')
  const { browser, end } = await prepareEndToEnd({ onCluster })
  if (!onCluster) return endLike(await playwright(browser, args).finally(end))
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
export async function prepareEndToEnd({ onCluster = false } = {}): Promise<{
  browser: Browser
  end: () => Promise<void>
}> {
  const browser = await findBrowser()
  await prepareTurnServer()
  await prepareFfmpeg()
  await preparePocketsphinx()
  goPlain()
  await ensureWebBuild()
  return { browser, end: onCluster ? async () => {} : await startDatabase() }
}

/**
 * Starts the PostgreSQL server of the end-to-end tests, as in production: the embedded database takes more of the processor for the
 * same pages. All have that with `--all`, or where no PostgreSQL is found. Returns what ends it.
 */
async function startDatabase(): Promise<() => Promise<void>> {
  const wanted = process.env.TEST_ALL !== '1' || isPlain
  const skipped = process.env.SKIP_POSTGRES_SUITE === '1' && 'SKIP_POSTGRES_SUITE is set'
  const programs = wanted ? skipped || (await preparePostgres()) : 'this is what --all is for'
  if (typeof programs === 'string') {
    if (isPlain) throw new PlainError(`PLAIN=1 switches the embedded database off: ${programs}`)
    console.log(`The end-to-end tests run on the embedded database: ${programs}`)
    return async () => {}
  }
  Object.assign(process.env, programs)
  const postgres = await startPostgres()
  process.env.E2E_DATABASE_URL = postgres.url('postgres')
  return postgres.stop
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
