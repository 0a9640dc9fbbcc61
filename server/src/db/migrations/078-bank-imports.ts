import { type Kysely, sql } from 'kysely'

/** Imports of questions, by a key of the page that asked for them: a second click imports nothing. */
const statements = [
  `create table bank_imports (
    course_id text not null references courses (id) on delete cascade,
    key text not null,
    questions integer not null,
    created_at timestamptz not null,
    primary key (course_id, key)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
