import { type Kysely, sql } from 'kysely'

/** What people searched for without an answer that the search is sure of, without who they are. */
const statements = [
  `create table unsure_searches (
    id text primary key,
    question text not null unique check (char_length(question) between 2 and 80),
    found text not null check (found in ('nothing', 'close')),
    state text not null default 'open' check (state in ('open', 'idea', 'done')),
    askings integer not null default 1 check (askings >= 1),
    first_asked_at timestamptz not null,
    last_asked_at timestamptz not null
  )`,
  'create index unsure_searches_listed on unsure_searches (state, askings desc, id desc)',
  'create index unsure_searches_aged on unsure_searches (last_asked_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
