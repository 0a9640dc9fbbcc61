import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { type Config, ConfigError, readConfig } from '#app/config.ts'
import { type AppDeps, createDeps } from '#app/create-deps.ts'

/** Loads the `.env` file of the project folder into the environment, if it exists. */
export function loadEnvFile(): void {
  const file = resolve(import.meta.dirname, '../../../.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Runs an operator's command with the configuration of the site, and prints errors as one sentence. `inUse` is added when another
 * process uses the embedded database.
 */
export async function runCommand(work: (config: Config) => Promise<void>, inUse = ''): Promise<void> {
  try {
    loadEnvFile()
    await work({ ...readConfig(process.env), ROLE: 'web' })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error instanceof ConfigError ? error.message : `Failed: ${error.message}`)
    if (inUse && error.name === 'EmbeddedDatabaseError') console.error(inUse)
    process.exitCode = 1
  }
}

/** Returns a signal that is aborted when the command is told to stop, such as by Ctrl+C, so that it can clear up. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  const abort = (): void => stop.abort(new Error('stopped, nothing was kept'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, abort)
  return stop.signal
}

/** Returns a number of bytes for people. */
export const readableBytes = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`

/** Runs an operator's command on the configured database, as `runCommand`, with everything that the server has but HTTP. */
export const withDeps = (work: (deps: AppDeps) => Promise<void>, inUse = ''): Promise<void> =>
  runCommand(async (config) => {
    const deps = await createDeps(config, quietLog)
    await work(deps).finally(() => deps.close())
  }, inUse)

/** The log of commands, which print themselves what they do. */
export const quietLog = pino({ level: 'error' })
