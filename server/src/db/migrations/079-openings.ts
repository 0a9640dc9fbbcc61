import { type Kysely, sql } from 'kysely'

/**
 * When sections and lectures open to students: at a time, some days after the enrolment, or after what comes before is done; at once where
 * nothing is set. What a student has opened stays open to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const isSet = 'opens_at is not null or opens_after_days is not null or opens_in_order'

const statements = [
  ...['course_sections', 'lectures'].flatMap((table) => [
    `alter table ${table}
      add column opens_at timestamptz,
      add column opens_after_days integer check (opens_after_days between 1 and 730),
      add column opens_in_order boolean not null default false,
      add constraint ${table}_one_opening check (num_nonnulls(opens_at, opens_after_days) + opens_in_order::integer <= 1)`,
    `create index ${table}_opening on ${table} (course_id) where ${isSet}`,
  ]),
  `create table opened_lectures (
    user_id text not null references users (id) on delete cascade,
    lecture_id text not null references lectures (id) on delete cascade,
    opened_at timestamptz not null,
    primary key (user_id, lecture_id)
  )`,
  'create index opened_lectures_lecture on opened_lectures (lecture_id)',
]
