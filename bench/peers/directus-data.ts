import { Client } from 'pg'
import { type Dataset, insertRows, type Row } from '../lib/dataset.ts'

/** The same tables, keys and indexes as ours, less what a visitor never reads. The counters are columns of the course here too. */
const statements = [
  'create table users (id text primary key, name text not null, description text not null)',
  `create table courses (
    id text primary key, creator_id text not null references users (id), title text not null, sub_title text not null,
    description text not null, category text, level text, price_paise integer, thumbnail_id text,
    is_published boolean not null, rating_sum integer not null, rating_count integer not null,
    lecture_count integer not null, enrolment_count integer not null, created_at timestamptz not null
  )`,
  'create index courses_published on courses (created_at desc, id desc) where is_published',
  `create table lectures (
    id text primary key, course_id text not null references courses (id), position integer not null, title text not null,
    is_preview_free boolean not null, live_state text not null, live_start_time timestamptz, video_id text,
    video_bytes bigint, unique (course_id, position)
  )`,
  `create table reviews (
    id text primary key, course_id text not null references courses (id), user_id text not null references users (id),
    rating integer not null, comment text not null, created_at timestamptz not null, unique (course_id, user_id)
  )`,
  'create index reviews_newest on reviews (created_at desc)',
]

const only = (rows: readonly Row[], columns: string): Row[] =>
  rows.map((row) => Object.fromEntries(columns.split(' ').map((column) => [column, row[column] ?? null])))

/** Makes and fills the tables that Directus will find when it starts. */
export async function fillDirectusTables(url: string, dataset: Dataset): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
    await insertRows(client, 'users', only(dataset.users, 'id name description'))
    const courseColumns =
      'id creator_id title sub_title description category level price_paise thumbnail_id is_published rating_sum rating_count lecture_count enrolment_count created_at'
    await insertRows(client, 'courses', only(dataset.courses, courseColumns))
    const bytes = new Map(dataset.videos.map(({ id, bytes }) => [id, bytes ?? null]))
    const lectureColumns = 'id course_id position title is_preview_free live_state live_start_time video_id'
    const lectures = only(dataset.lectures, lectureColumns)
    const withBytes = lectures.map((row) => ({ ...row, video_bytes: bytes.get(row.video_id ?? '') ?? null }))
    await insertRows(client, 'lectures', withBytes)
    await insertRows(client, 'reviews', dataset.reviews)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** The policy that Directus makes for visitors without a session; the id is fixed in its first migration. */
const publicPolicy = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17'

/**
 * Describes the tables to Directus: four collections, the two lists that hang on a course, and that the public may read
 * all of it. The columns and foreign keys it finds by itself.
 */
export async function describeToDirectus(origin: string, adminToken: string): Promise<void> {
  const send = sender(origin, adminToken)
  const collections = ['users', 'courses', 'lectures', 'reviews']
  for (const collection of collections) await send('PATCH', `/collections/${collection}`, { meta: { hidden: false } })
  for (const list of ['lectures', 'reviews']) {
    const meta = { interface: 'list-o2m', special: ['o2m'] }
    await send('POST', '/fields/courses', { field: list, type: 'alias', meta })
    const sorted = list === 'lectures' ? { sort_field: 'position' } : {}
    await send('PATCH', `/relations/${list}/course_id`, { meta: { one_field: list, ...sorted } })
  }
  for (const collection of collections) await readableByAll({ origin, adminToken }, collection)
}

/** Lets visitors read a collection of Directus. */
export const readableByAll = (
  { origin, adminToken }: { origin: string; adminToken: string },
  collection: string,
): Promise<void> =>
  sender(origin, adminToken)('POST', '/permissions', {
    policy: publicPolicy,
    collection,
    action: 'read',
    fields: ['*'],
  })

const sender =
  (origin: string, adminToken: string) =>
  async (method: 'POST' | 'PATCH', path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Directus refused ${method} ${path}: ${response.status} ${text}`)
  }
