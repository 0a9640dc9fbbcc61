import { type Kysely, sql } from 'kysely'

/** What people asked about a course and did not find in it, without who they are. */
const statements = [
  `create table unanswered_questions (
    id text primary key,
    course_id text not null references courses (id) on delete cascade,
    lecture_id text references lectures (id) on delete cascade,
    question text not null check (char_length(question) between 2 and 150),
    askings integer not null default 1 check (askings >= 1),
    first_asked_at timestamptz not null,
    last_asked_at timestamptz not null
  )`,
  `create unique index unanswered_questions_once
    on unanswered_questions (course_id, coalesce(lecture_id, ''), question)`,
  'create index unanswered_questions_listed on unanswered_questions (course_id, askings desc, id desc)',
  'create index unanswered_questions_lecture on unanswered_questions (lecture_id)',
  'create index unanswered_questions_aged on unanswered_questions (last_asked_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
