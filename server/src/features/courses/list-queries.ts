import { type SqlBool, sql } from 'kysely'
import type { Db, Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { completeCourses, newestRatings } from './queries.ts'

/** The compressed list that is current, as the one row of `published_list` has it. */
export type StoredList = {
  /** null before the first build */
  build: string | null
  hash: string
  format: number
  foreign_origin: string
  catalogue_version: number
  counters_version: number
  /** duration of its build in milliseconds */
  cost_ms: number
  /** milliseconds until a build may begin; 0 or less when one may */
  wait_ms: number
}

export async function findStoredList(on: Executor): Promise<StoredList> {
  const { rows } = await sql<StoredList>`
    select build, hash, format, foreign_origin, catalogue_version, counters_version, cost_ms,
      (extract(epoch from greatest(next_at, case when claimed_by is not null then claimed_until end) - now()) * 1000)::float8 as wait_ms
    from published_list`.execute(on)
  const [row] = rows
  if (!row) throw new Error('published_list has no row')
  return row
}

/** Claims the next build for `milliseconds`. Returns false while another build is claimed or none may begin yet. */
export async function claimBuild(on: Executor, build: string, milliseconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update published_list set claimed_by = ${build}, claimed_until = now() + make_interval(secs => ${milliseconds / 1000})
    where next_at <= now() and (claimed_by is null or claimed_until < now())`.execute(on)
  return numAffectedRows === 1n
}

/** Claims a running build for longer. Returns false when another one has taken its place. */
export async function renewClaim(on: Executor, build: string, milliseconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update published_list set claimed_until = now() + make_interval(secs => ${milliseconds / 1000})
    where claimed_by = ${build}`.execute(on)
  return numAffectedRows === 1n
}

/** Gives up a build: the next may begin after `restMs`. */
export async function abandonBuild(tx: Tx, build: string, restMs: number): Promise<void> {
  await sql`
    update published_list set claimed_by = null, next_at = now() + make_interval(secs => ${restMs / 1000})
    where claimed_by = ${build}`.execute(tx)
  await tx.deleteFrom('published_list_chunks').where('build', '=', build).execute()
}

export type FinishedBuild = Omit<StoredList, 'build' | 'wait_ms'> & {
  /** the claimed build */
  build: string
  /** no build begins in this time; milliseconds */
  restMs: number
}

/**
 * Makes a finished build the current list and deletes the bytes of all others. A list that is the same as the current one keeps the
 * current bytes. Throws when the claim was lost.
 */
export async function finishBuild(tx: Tx, { build, restMs, ...list }: FinishedBuild): Promise<void> {
  const { rows } = await sql<{ build: string }>`
    update published_list set
      build = case
        when build is not null and hash = ${list.hash} and foreign_origin = ${list.foreign_origin} then build else ${build}
      end,
      hash = ${list.hash}, format = ${list.format}, foreign_origin = ${list.foreign_origin},
      catalogue_version = ${list.catalogue_version}, counters_version = ${list.counters_version},
      built_at = now(), cost_ms = ${list.cost_ms}, next_at = now() + make_interval(secs => ${restMs / 1000}),
      claimed_by = null
    where claimed_by = ${build} returning build`.execute(tx)
  const current = rows[0]?.build
  if (current === undefined) throw new Error('another process has taken over the list that this one was making')
  await tx.deleteFrom('published_list_chunks').where('build', '<>', current).execute()
}

export async function insertChunk(
  on: Executor,
  chunk: { build: string; form: string; number: number; bytes: Buffer },
): Promise<void> {
  await on.insertInto('published_list_chunks').values(chunk).execute()
}

/** Returns the bytes of a form of a build, read in chunks; undefined when the build was replaced meanwhile. */
export async function readForm(db: Db, build: string, form: string): Promise<Buffer | undefined> {
  const { count } = await db
    .selectFrom('published_list_chunks')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('build', '=', build)
    .where('form', '=', form)
    .executeTakeFirstOrThrow()
  const chunks: Buffer[] = []
  for (let number = 0; number < Number(count); number++) {
    const chunk = await db
      .selectFrom('published_list_chunks')
      .select('bytes')
      .where('build', '=', build)
      .where('form', '=', form)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!chunk) return undefined
    chunks.push(chunk.bytes)
  }
  return chunks.length > 0 ? Buffer.concat(chunks) : undefined
}

export type ListedRow = {
  id: string
  /** with microseconds, which a Date does not have */
  created_at: string
  /** null without a document of this format */
  body: string | null
  creator_name: string
  rating_sum: number
  rating_count: number
  enrolment_count: number
  ratings: number[]
}

/** Courses of the list, newest first, from behind a row, with their documents of a format. */
export async function findListed(
  on: Executor,
  { format, after, count }: { format: number; after: ListedRow | undefined; count: number },
): Promise<ListedRow[]> {
  const behind = after
    ? sql<SqlBool>`(courses.created_at, courses.id) < (${after.created_at}::timestamptz, ${after.id})`
    : sql<SqlBool>`true`
  const { rows } = await sql<ListedRow>`
    select courses.id, courses.created_at::text as created_at, course_documents.body, users.name as creator_name,
      courses.rating_sum, courses.rating_count, courses.enrolment_count,
      ${newestRatings} as ratings
    from courses
    join users on users.id = courses.creator_id
    left join course_documents on course_documents.course_id = courses.id and course_documents.format = ${format}
    where courses.is_published and ${behind}
    order by courses.created_at desc, courses.id desc limit ${count}`.execute(on)
  return rows
}

/** Locks courses, and returns those of them that are published. */
export async function lockPublished(tx: Tx, ids: readonly string[]) {
  await tx.selectFrom('courses').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  return completeCourses(tx).where('courses.id', 'in', ids).where('courses.is_published', '=', true).execute()
}

/** Stores documents by the id of their course, and deletes those of others. */
export async function replaceDocuments(
  tx: Tx,
  { format, documents, gone }: { format: number; documents: ReadonlyMap<string, string>; gone: readonly string[] },
): Promise<void> {
  if (gone.length > 0) await tx.deleteFrom('course_documents').where('course_id', 'in', gone).execute()
  if (documents.size === 0) return
  await tx
    .insertInto('course_documents')
    .values([...documents].map(([course_id, body]) => ({ course_id, body, format })))
    .onConflict((conflict) =>
      conflict.column('course_id').doUpdateSet((row) => ({
        body: row.ref('excluded.body'),
        format: row.ref('excluded.format'),
      })),
    )
    .execute()
}
