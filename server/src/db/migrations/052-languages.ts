import { type Kysely, sql } from 'kysely'

/** The language that the owner of an account has chosen; null for one who has chosen none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text check (char_length(language) <= 35)`.execute(db)
}
