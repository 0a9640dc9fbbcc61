import { type Kysely, sql } from 'kysely'

/** What the assistant has asked of language models, day by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table assistant_days (
      day text primary key,
      answers integer not null,
      input_tokens integer not null default 0,
      output_tokens integer not null default 0
    )`)
    .execute(db)
}
