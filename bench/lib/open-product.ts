import { join } from 'node:path'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { pino } from 'pino'
import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import { buildApp } from '../../server/src/app/build-app.ts'
import { readConfig } from '../../server/src/app/config/config.ts'
import { type AppDeps, createDeps } from '../../server/src/app/create-deps.ts'
import { migrate, openDatabase } from '../../server/src/db/open-database.ts'
import { courseTexts } from '../../server/src/features/search/engine/meaning.ts'
import { toBytes } from '../../server/src/features/search/keep-index.ts'

export type Product = { server: FastifyInstance; deps: AppDeps; close(): Promise<void> }

/** Gives courses the vectors by which the search knows their meaning, as its job does. */
export async function insertVectors(
  client: Client,
  courses: readonly ({ id: string } & Parameters<typeof courseTexts>[0])[],
): Promise<void> {
  const embedder = sentenceEncoder()
  for (const { id, ...course } of courses) {
    const vectors = await embedder.embed(courseTexts(course))
    await client.query(
      `insert into course_vectors (course_id, model, text_hash, vectors, updated_at) values ($1, $2, 'bench', $3, now())`,
      [id, embedder.model, toBytes(vectors)],
    )
  }
}

/** Opens the product in this process, without pages, on an embedded database in `folder` that `fill` has filled. */
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
