import { type Kysely, sql } from 'kysely'

/** Drafts of lectures that are being created, and of bundles. */
const statements = [
  'alter table drafts drop constraint drafts_kind_check',
  `alter table drafts add constraint drafts_kind_check
    check (kind in ('course', 'lecture', 'newLecture', 'bundle', 'reply'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
