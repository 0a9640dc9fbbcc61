import { type Kysely, sql } from 'kysely'

/** Who made the last change of a cache that other readers may get later. Without a foreign key: its lock could cause deadlocks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cache_authors (
    name text not null,
    user_id text not null,
    version integer not null,
    primary key (name, user_id)
  )`.execute(db)
  await sql`create index cache_authors_user on cache_authors (user_id)`.execute(db)
}
