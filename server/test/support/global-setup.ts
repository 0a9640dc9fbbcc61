import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openQueue } from '#app/job-queue.ts'
import { migrate, openDatabase } from '#db/open-database.ts'
import { startCluster } from './postgres-cluster.ts'

/** What a test file copies its database from; `copies` is the folder for them. */
export type Template =
  | { engine: 'embedded'; folder: string; copies: string }
  | { engine: 'postgres'; adminUrl: string; database: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

const quiet = () => {}

async function prepare(settings: pg.PoolConfig): Promise<void> {
  const database = openDatabase(settings, quiet)
  await migrate(database.db)
  const queue = await openQueue({ database, worker: false, embedded: false, log: quiet }, [])
  await queue.stop()
  await database.close()
}

async function embeddedTemplate(): Promise<{ template: Template; remove: () => Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'vc-test-databases-'))
  const folder = join(root, 'template')
  const embedded = await startEmbedded({ dataDir: folder, log: quiet, testing: { durable: false } })
  await prepare({ ...embedded.connection, max: 1, idleTimeoutMillis: 0 })
  await embedded.close()
  return {
    template: { engine: 'embedded', folder, copies: root },
    remove: async () => rmSync(root, { recursive: true, force: true }),
  }
}

async function postgresTemplate(): Promise<{ template: Template; remove: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const cluster = given ? undefined : await startCluster()
  const adminUrl = given ?? cluster?.url('postgres') ?? ''
  const database = `vc_template_${process.pid}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await prepare({ connectionString: databaseUrl(adminUrl, database), max: 4 })
  return {
    template: { engine: 'postgres', adminUrl, database },
    async remove() {
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.end()
      await cluster?.stop()
    },
  }
}

/** The same server, another database. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

let remove = async (): Promise<void> => {}

/** Makes one migrated template for the whole run of a project. */
export async function setup(project: TestProject): Promise<void> {
  const made = await (project.config.env.TEST_ENGINE === 'postgres' ? postgresTemplate() : embeddedTemplate())
  remove = made.remove
  project.provide('template', made.template)
}

export const teardown = (): Promise<void> => remove()
