import { type Kysely, sql } from 'kysely'

/**
 * Corrections of marks beside those of ticks: `marks` are set in the place of what a student has reached, or taken back (null). One of an
 * entry and a student stands.
 */
const statements = [
  `alter table mark_corrections
    alter column done drop not null,
    add column of_marks boolean not null default false,
    add column from_marks integer,
    add column marks integer check (marks >= 0),
    add column max_marks integer check (max_marks > 0),
    add column stands boolean not null default false,
    add column batch text,
    add constraint mark_corrections_what check (of_marks or (done is not null and marks is null)),
    add constraint mark_corrections_standing check (not stands or (marks is not null and max_marks is not null))`,
  'create unique index mark_corrections_stands on mark_corrections (lecture_id, user_id) where stands',
  'create index mark_corrections_batch on mark_corrections (batch, user_id) where batch is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
