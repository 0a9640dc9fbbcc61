import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { ConfigError, readConfig } from '#app/config.ts'
import { type AppDeps, createDeps } from '#app/create-deps.ts'

/** Loads the `.env` file of the project folder into the environment, if it exists. */
export function loadEnvFile(): void {
  const file = resolve(import.meta.dirname, '../../../.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Runs an operator's command on the configured database without a server, and prints errors as one sentence. `inUse` is added when
 * another process uses the embedded database.
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
