import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { ConfigError, readConfig } from '#app/config.ts'
import { type AppDeps, createDeps } from '#app/create-deps.ts'

/** Reads a `.env` file of the project folder into the environment, where there is one. */
export function loadEnvFile(): void {
  const file = resolve(import.meta.dirname, '../../../.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Runs a command of the operator on the configured database, without answering requests; errors become one sentence. `inUse` is
 * added when another process has the embedded database.
 */
export async function withDeps(work: (deps: AppDeps) => Promise<void>, inUse = ''): Promise<void> {
  try {
    loadEnvFile()
    const deps = await createDeps({ ...readConfig(process.env), ROLE: 'web' }, pino({ level: 'error' }))
    await work(deps).finally(() => deps.close())
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error instanceof ConfigError ? error.message : `Failed: ${error.message}`)
    if (inUse && error.name === 'EmbeddedDatabaseError') console.error(inUse)
    process.exitCode = 1
  }
}
