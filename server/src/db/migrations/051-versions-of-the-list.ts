import { type Kysely, sql } from 'kysely'

/**
 * The list of published courses is made from the courses and identified by the versions of its caches. These become times in milliseconds,
 * so that no two histories of a database, such as before and after a restore, have the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop table course_documents',
  'drop table published_list',
  'drop table published_list_chunks',
  'drop table cache_authors',
  // a number that drivers read as one, and whole up to 2^53
  'alter table cache_versions alter column version type double precision',
  "delete from cache_versions where name = 'published-list'",
  'update cache_versions set version = floor(extract(epoch from clock_timestamp()) * 1000)',
]
