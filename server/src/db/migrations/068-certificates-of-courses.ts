import { type Kysely, sql } from 'kysely'

/** Courses may grant a certificate; those from before grant none until their educator says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column grants_certificate boolean not null default false`.execute(db)
}
