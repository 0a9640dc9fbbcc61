import { type Kysely, sql } from 'kysely'

/** Completed entries that the educator of a course corrected for a student, each with the reason. */
const statements = [
  `create table mark_corrections (
    id text primary key,
    user_id text not null references users (id),
    course_id text not null references courses (id) on delete cascade,
    lecture_id text not null references lectures (id) on delete cascade,
    author_id text not null references users (id),
    done boolean not null,
    reason text not null,
    created_at timestamptz not null
  )`,
  'create index mark_corrections_student on mark_corrections (user_id, course_id, created_at)',
  'create index mark_corrections_lecture on mark_corrections (lecture_id, user_id)',
  'create index mark_corrections_course on mark_corrections (course_id)',
  'create index mark_corrections_author on mark_corrections (author_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
