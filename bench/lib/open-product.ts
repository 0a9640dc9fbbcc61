import { join } from 'node:path'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { pino } from 'pino'
import { buildApp } from '../../server/src/app/build-app.ts'
import { readConfig } from '../../server/src/app/config/config.ts'
import { type AppDeps, createDeps } from '../../server/src/app/create-deps.ts'
import { migrate, openDatabase } from '../../server/src/db/open-database.ts'
import { embedMissing } from '../../server/src/features/search/jobs.ts'

export type Product = { server: FastifyInstance; deps: AppDeps; close(): Promise<void> }

/** Opens the product in this process, without pages, on an embedded database in `folder` that `fill` has filled, with vectors of its courses. */
export async function openProduct(folder: string, fill: (client: Client) => Promise<void>): Promise<Product> {
  const embedded = await startEmbedded({ dataDir: join(folder, 'database'), log: () => undefined })
  const settings = { ...embedded.connection, max: 1, idleTimeoutMillis: 0, namesStatements: false }
  const database = openDatabase({ ...settings, max: 1 }, () => undefined)
  await migrate(database.db)
  await database.close()
  const client = new Client(embedded.connection)
  await client.connect()
  try {
    await fill(client)
  } finally {
    await client.end()
  }
  const env = { NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error', SEED: 'none', AI_EMBEDDINGS: 'on' }
  const source = { settings, direct: settings, shared: false, close: async () => {} }
  const deps = await createDeps(readConfig(env), pino({ level: 'error' }), { source, transcoder: null })
  await embedMissing(deps, undefined, Number.POSITIVE_INFINITY)
  const { server } = await buildApp(deps, 'none')
  return {
    server,
    deps,
    async close() {
      await server.close()
      await deps.close()
      await embedded.close()
    },
  }
}
