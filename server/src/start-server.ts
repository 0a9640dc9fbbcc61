import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { startPassages } from '#features/passages/index.ts'
import { type App, buildApp } from './app/build-app.ts'
import { type Config, ConfigError, readConfig } from './app/config/config.ts'
import { loadEnvFile } from './app/config/env-file.ts'
import { explainFileError } from './app/config/file-errors.ts'
import { createDeps, webIsBuilt } from './app/create-deps.ts'
import { allJobs } from './app/job-registry.ts'
import { createLogger } from './app/logger.ts'
import type { FeatureDeps } from './core/feature-deps.ts'
import { keepsIndex, runsJobs } from './core/role.ts'
import { inviteAtStart } from './features/admin/index.ts'
import { startMixing } from './features/live/index.ts'
import { startSearch } from './features/search/index.ts'
import { startStreams } from './features/video/streams/index.ts'

/** Timeout of a shutdown in milliseconds (environment contract: 15 s). */
const shutdownMs = 14_000

/**
 * Collects the garbage of a heap that has grown by half, not when it is several times as large, as V8 does on machines with much memory
 * (decision 077). V8 reads it at each collection, so it can be set in a running process, and holds for the threads too.
 */
export const heapGrowth = '--heap-growing-percent=50'

/** The main thread's limit, an argument of the process, would go before those that threads are given. */
export const threadsOwnLimits = '--max-semi-space-size=0'

export type StartOptions = {
  /** resolves when the web application is built, where that is still under way */
  webBuilt?: Promise<void>
}

/** Starts the server and resolves when it listens; an error that keeps it from that is printed, and ends the process. */
export async function startServer(options: StartOptions = {}): Promise<App> {
  return start(options).catch(fail)
}

async function start({ webBuilt }: StartOptions): Promise<App> {
  setFlagsFromString(heapGrowth)
  setFlagsFromString(threadsOwnLimits)
  loadEnvFile()
  const config = readConfig(process.env)
  const log = await createLogger(config)
  const deps = await createDeps(config, log)
  if (config.seed === 'demo') {
    const { seedDemo } = await import('./app/demo-seed/seed-demo.ts')
    await deps.inTurn(() => seedDemo(deps))
  }
  // Jobs and the search would keep a first build waiting.
  await webBuilt
  // The index loads while the server is built.
  if (keepsIndex(config)) deps.searchIndex.start()
  if (runsJobs(config)) await deps.queue.work(allJobs(deps))
  const streams = startStreams(deps)
  const mixing = startMixing(deps)
  const search = startSearch(deps)
  startPassages(deps)
  const hasPages = config.ROLE === 'all' || config.ROLE === 'web'
  const pages = !hasPages ? 'none' : config.WEB_DEV ? 'dev' : 'built'
  if (pages === 'built' && !webIsBuilt())
    throw new ConfigError('The web app is not built: start with `npm start`, which builds it')
  const app = await buildApp(deps, pages)

  let closing = false
  const impatient = new AbortController()
  const shutDown = (signal: string): void => {
    if (closing) {
      impatient.abort()
      return
    }
    closing = true
    log.info(
      { signal, graceMs: config.shutdownGraceMs },
      'shutting down: open requests finish, new ones are refused soon',
    )
    app.drain()
    const interrupted = Promise.all([streams.stop(), mixing.stop()])
    search.stop()
    setTimeout(() => {
      log.warn('some requests did not finish in time and were cut off')
      process.exit(0)
    }, shutdownMs).unref()
    // a second signal, such as Ctrl+C pressed again, ends the grace period
    sleep(config.shutdownGraceMs, undefined, { signal: impatient.signal })
      .catch(() => undefined)
      .then(() => app.server.close())
      .then(() => interrupted)
      .then(() => deps.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the shutdown was not clean')
          process.exit(1)
        },
      )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => shutDown(signal))

  await app.server.listen({ port: config.PORT, host: config.HOST })
  const { port } = app.server.server.address() as AddressInfo // listening on TCP
  if (runsJobs(config)) {
    // Not in web processes, of which there may be many, nor before this one has its port: the link replaces the one that an earlier process
    // has logged.
    await inviteAtStart(deps)
    void warnOfMail(deps)
  }
  process.stdout.write(await welcome(config, port))
  return app
}

function fail(error: unknown): never {
  const known = error instanceof Error && (error instanceof ConfigError || error.name === 'EmbeddedDatabaseError')
  const code = (error as NodeJS.ErrnoException).code // errno of the operating system, if it was one
  if (code === 'EADDRINUSE')
    console.error('PORT: something else listens there already. Stop it, or set PORT to another number.')
  else if (known) console.error(error.message)
  else console.error(explainFileError(error) ?? error)
  process.exit(1)
}

/** Logs that the mail server cannot be used, which mails would show only later. */
async function warnOfMail({ mail, log }: Pick<FeatureDeps, 'mail' | 'log'>): Promise<void> {
  try {
    await mail.check?.()
  } catch (error) {
    log.warn(
      { err: error },
      'the mail server of SMTP_URL does not answer or refuses the login: mails wait and are tried again for a while. Check host, port, user and password, and that no firewall closes the port',
    )
  }
}

/** Returns the text that the terminal shows when the server has started. */
async function welcome(config: Config, port: number): Promise<string> {
  const address = config.PUBLIC_URL ?? `http://localhost:${port}`
  const lines = ['', `  Virtual Courses is running: ${address}`]
  if (config.seed === 'demo') {
    const { demoAccounts } = await import('./app/demo-seed/demo-accounts.ts')
    lines.push(
      '',
      `  Demo accounts (password for all: ${demoAccounts.password})`,
      ...demoAccounts.accounts.map((user) => `    ${user.role.padEnd(9)} ${user.email}`),
    )
  }
  if (config.outbox) lines.push('', `  Mails are not sent, but kept: ${address}/dev/outbox`)
  return `${lines.join('\n')}\n\n`
}
