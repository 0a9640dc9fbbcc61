import { type Kysely, sql } from 'kysely'

/** Pictures of videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table videos add column poster_id text references images (id) on delete set null').execute(db)
  await sql.raw('create index videos_poster on videos (poster_id)').execute(db)
}
