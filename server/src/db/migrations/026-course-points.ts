import { type Kysely, sql } from 'kysely'

/** Educators list what a course teaches, what it needs and whom it is for; courses from before have empty lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['outcomes', 'requirements', 'audience'])
    await sql`alter table courses add column ${sql.ref(column)} text[] not null default '{}'`.execute(db)
}
