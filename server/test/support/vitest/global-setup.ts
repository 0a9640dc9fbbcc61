import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#app/config/config.ts'
import { createDeps } from '#app/create-deps.ts'
import { startCluster } from '../services/postgres-cluster.ts'

/** What a test file copies its database from: a folder, into another one below `copies`, or by the end `copy` of a "create database". */
export type Template =
  | { engine: 'embedded'; folder: string; copies: string }
  | { engine: 'postgres'; adminUrl: string; copy: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** Migrates a database and makes the queues of all jobs, as the first start of a server does. */
async function prepare(settings: pg.PoolConfig, shared: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vc-test-data-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'warn', SEED: 'none' })
  const source = { settings, direct: settings, shared, close: async () => {} }
  const deps = await createDeps(config, pino({ level: 'silent' }), { source, transcoder: null })
  await deps.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function embeddedTemplate(): Promise<{ template: Template; remove: () => Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'vc-test-databases-'))
  const folder = join(root, 'template')
  const embedded = await startEmbedded({ dataDir: folder, log: () => {}, testing: { durable: false } })
  await prepare({ ...embedded.connection, max: 1, idleTimeoutMillis: 0 }, false)
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
  await prepare({ connectionString: databaseUrl(adminUrl, database), max: 4 }, true)
  const { rows } = await admin.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  // newer servers copy through the log by default, which takes longer than the files themselves
  const strategy = (rows[0]?.version ?? 0) >= 150_000 ? ' strategy file_copy' : ''
  return {
    template: { engine: 'postgres', adminUrl, copy: `template ${database}${strategy}` },
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
