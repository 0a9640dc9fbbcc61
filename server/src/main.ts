import type { AddressInfo } from 'node:net'
import { buildApp } from './app/build-app.ts'
import { ConfigError, readConfig } from './app/config.ts'
import { createDeps, webIsBuilt } from './app/create-deps.ts'
import { seedDemo } from './app/demo-seed/seed-demo.ts'
import { allJobs } from './app/job-registry.ts'
import { createLogger } from './app/logger.ts'
import { welcome } from './app/welcome.ts'
import { loadEnvFile } from './cli/with-deps.ts'
import { inviteAtStart } from './features/admin/index.ts'
import { startSearch } from './features/search/index.ts'

/** Longest time that a shutdown may take, in milliseconds (environment contract: 15 s). */
const shutdownMs = 14_000

async function start(): Promise<void> {
  loadEnvFile()
  const config = readConfig(process.env)
  const log = createLogger(config)
  const deps = await createDeps(config, log)
  // It loads while the rest is made ready.
  if (config.ROLE !== 'worker') deps.searchIndex.start()
  if (config.seed === 'demo') await seedDemo(deps)
  if (config.ROLE !== 'web') {
    await deps.queue.work(allJobs(deps))
    // Not in web processes, of which there may be many: each start replaces the link that the one before has printed.
    await inviteAtStart(deps)
  }
  void startSearch(deps)
  const pages = config.ROLE === 'worker' ? 'none' : config.WEB_DEV ? 'dev' : 'built'
  if (pages === 'built' && !webIsBuilt())
    throw new ConfigError('The web app is not built: start with `npm start`, which builds it')
  const app = await buildApp(deps, pages)

  let closing = false
  const shutDown = (signal: string): void => {
    if (closing) return
    closing = true
    log.info({ signal }, 'shutting down: open requests finish, no new ones are taken')
    app.drain()
    setTimeout(() => {
      log.warn('some requests did not finish in time and were cut off')
      process.exit(0)
    }, shutdownMs).unref()
    app.server
      .close()
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

  if (config.ROLE !== 'worker') deps.images.keepReady()
  await app.server.listen({ port: config.PORT, host: config.HOST })
  const { port } = app.server.server.address() as AddressInfo // listening on TCP
  process.stdout.write(welcome(config, port))
}

start().catch((error: unknown) => {
  const known = error instanceof Error && (error instanceof ConfigError || error.name === 'EmbeddedDatabaseError')
  const code = (error as NodeJS.ErrnoException).code // errno of the operating system, if it was one
  if (code === 'EADDRINUSE')
    console.error('PORT: something else listens there already. Stop it, or set PORT to another number.')
  else if (known) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
