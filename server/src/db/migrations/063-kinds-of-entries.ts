import { type Kysely, sql } from 'kysely'

/** An entry of the curriculum is a lecture, a quiz or an assignment: all have their place, section and progress in the same tables. */
const statements = [
  `alter table lectures add column kind text not null default 'lecture' check (kind in ('lecture', 'quiz', 'assignment'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
