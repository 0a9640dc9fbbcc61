import { join } from 'node:path'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import { Client, type ClientConfig } from 'pg'
import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import { migrate, openDatabase } from '../../server/src/db/open-database.ts'
import { toBytes } from '../../server/src/features/search/keep-index.ts'
import { type Dataset, insertRows, makeDataset } from './dataset.ts'

/** In the order that the foreign keys ask for. */
const tables: (keyof Dataset)[] = ['users', 'images', 'videos', 'courses', 'lectures', 'enrolments', 'reviews']

/** Texts of a course that have vectors. */
const sides = 3

/** Vectors of all courses, such as a site has whose jobs have run; they point anywhere. */
async function insertVectors(client: Client, { courses }: Dataset): Promise<void> {
  const { model, dimensions } = sentenceEncoder()
  const vectorOf = (seed: number) =>
    Float32Array.from({ length: dimensions }, (_, at) => Math.sin(seed + at * (seed % 89)) * Math.sqrt(2 / dimensions))
  const vectors = courses.map((_, at) =>
    toBytes(Array.from({ length: sides }, (_, side) => vectorOf(at * sides + side))),
  )
  await client.query(
    `insert into course_vectors (course_id, model, text_hash, vectors, updated_at)
    select id, $3, 'bench', vectors, now() from unnest($1::text[], $2::bytea[]) as made (id, vectors)`,
    [courses.map(({ id }) => id), vectors, model],
  )
}

/** Fills our own tables, which the server has made at its start, with the benchmark's data. */
export async function fillOurDatabase(connection: ClientConfig, passwordHash: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    const dataset = makeDataset(passwordHash)
    await client.query('begin')
    for (const table of tables) await insertRows(client, table, dataset[table])
    await insertVectors(client, dataset)
    // what the processes have cached is stale now; the use cases that write courses count this up as well
    await client.query("update cache_versions set version = version + 1 where name = 'catalogue'")
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Makes an embedded database with the benchmark's data where a server with this DATA_DIR will find it. */
export async function fillEmbeddedDatabase(serverDataDir: string, passwordHash: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir: join(serverDataDir, 'database'), log: () => undefined })
  try {
    const database = openDatabase({ ...embedded.connection, max: 1 }, () => undefined)
    await migrate(database.db)
    await database.close()
    await fillOurDatabase(embedded.connection, passwordHash)
  } finally {
    await embedded.close()
  }
}
