import { existsSync } from 'node:fs'
import { clusterFolder } from '@virtual-courses/embedded-postgres/cluster'
import { pino } from 'pino'
import { type Config, ConfigError, readConfig } from '#app/config/config.ts'
import { embeddedFolder, nameDatabase } from '#app/config/database-source.ts'
import { loadEnvFile } from '#app/config/env-file.ts'
import { explainFileError } from '#app/config/file-errors.ts'
import { type AppDeps, createDeps } from '#app/create-deps.ts'

/**
 * Runs an operator's command with the configuration of the site, names the file that it comes from, and prints errors as one sentence.
 * `inUse` is added when another process uses the embedded database.
 */
export async function runCommand(work: (config: Config) => Promise<void>, inUse = ''): Promise<void> {
  try {
    const file = loadEnvFile()
    console.log(`Settings: ${file === undefined ? 'of the environment alone' : `${file} and the environment`}.`)
    await work({ ...readConfig(process.env), ROLE: 'web' })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error instanceof ConfigError ? error.message : `Failed: ${explainFileError(error) ?? error.message}`)
    if (inUse && isInUse(error)) console.error(inUse)
    process.exitCode = 1
  }
}

/** Whether another process has the embedded database. */
export const isInUse = (error: unknown): boolean =>
  error instanceof Error && error.name === 'EmbeddedDatabaseError' && error.message.includes('already in use')

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A terminal signals all processes of a command, and npm's passes it on to us again, within this time in milliseconds. */
const sameStopMs = 2000

/**
 * Returns a signal that is aborted when the command is told to stop, such as by Ctrl+C, so that it can clear up. Who asks again later ends
 * it at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  const abort = (): void => {
    if (stop.signal.aborted) return
    stop.abort(new Error('stopped, nothing was kept'))
    const letGo = (): void => {
      for (const signal of stopSignals) process.off(signal, abort)
    }
    setTimeout(letGo, sameStopMs).unref()
  }
  for (const signal of stopSignals) process.on(signal, abort)
  return stop.signal
}

/** Returns a number of bytes for people. */
export const readableBytes = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`

/** Returns a number with its noun, for people. */
export const several = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** Runs an operator's command on the configured database, as `runCommand`, with everything that the server has but HTTP. */
export const withDeps = (work: (deps: AppDeps) => Promise<void>, inUse = ''): Promise<void> =>
  runCommand((config) => useDeps(config, work), inUse)

/** What `withDeps` does, for a command that looks at its arguments before. */
export async function useDeps(config: Config, work: (deps: AppDeps) => Promise<void>): Promise<void> {
  requireDatabase(config)
  console.log(`Using ${nameDatabase(config)}, for ${config.publicUrl}.`)
  const deps = await createDeps(config, quietLog, { purpose: 'command' })
  await work(deps).finally(() => deps.close())
}

/** Throws where the embedded database is not there yet: a command would create an empty one, and work on that. */
export function requireDatabase(config: Config): void {
  if (config.DATABASE_URL || existsSync(clusterFolder(embeddedFolder(config)))) return
  throw new ConfigError(
    `There is no database in ${embeddedFolder(config)}: name the settings of the site with ENV_FILE, set DATA_DIR or DATABASE_URL, or start the site once.`,
  )
}

/** The log of commands, which print themselves what they do. */
export const quietLog = pino({ level: 'error' })
