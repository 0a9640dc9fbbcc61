import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyEmbedded, keepCompiled } from '@virtual-courses/embedded-postgres/restore'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './global-setup.ts'

export type TestDatabase = {
  engine: 'embedded' | 'postgres'
  settings: pg.PoolConfig
  /** set on a real server: settings for further connections */
  url: string | undefined
  close(): Promise<void>
}

/** Puts a migrated database into the data folder of a server that a test starts: creating one costs seconds of the processor. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = inject('template')
  if (template.engine === 'embedded') await copyEmbedded(template.folder, join(dataDir, 'database'))
}

let counter = 0

/** Creates a migrated database on the engine of this run. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  if (template.engine === 'embedded') {
    const folder = mkdtempSync(join(tmpdir(), 'vc-test-db-'))
    await copyEmbedded(template.folder, folder)
    await keepCompiled()
    const embedded = await startEmbedded({ dataDir: folder, log: () => {}, testing: { durable: false } })
    return {
      engine: 'embedded',
      settings: { ...embedded.connection, max: 1, idleTimeoutMillis: 0 },
      url: undefined,
      async close() {
        await embedded.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
  const name = `vc_test_${process.pid}_${++counter}_${Date.now().toString(36)}`
  const admin = new pg.Client({ connectionString: template.adminUrl })
  await admin.connect()
  // Copies of one template must not overlap: PostgreSQL refuses a template that is in use.
  await admin.query('select pg_advisory_lock(7141)')
  await admin.query(`create database ${name} template ${template.database}`)
  await admin.query('select pg_advisory_unlock(7141)')
  const url = databaseUrl(template.adminUrl, name)
  return {
    engine: 'postgres',
    settings: { connectionString: url, max: 10 },
    url,
    async close() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
