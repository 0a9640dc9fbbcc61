import { type Kysely, sql } from 'kysely'

/**
 * Assignments, whose title, task and files are those of their entry of the curriculum, and what students hand in. A file of an answer
 * belongs to all that is handed in from `added_in` until before `removed_in`.
 */
const statements = [
  `create table assignments (
    lecture_id text primary key references lectures (id) on delete cascade,
    due_at timestamptz,
    late_rule text not null check (late_rule in ('refused', 'marked', 'reduced')),
    late_percent integer not null check (late_percent between 1 and 100),
    max_attempts integer not null check (max_attempts between 1 and 10),
    max_marks integer not null check (max_marks between 1 and 1000),
    rubric jsonb not null,
    changed_at timestamptz not null
  )`,
  `create table answers (
    id text primary key,
    lecture_id text not null references assignments (lecture_id) on delete cascade,
    student_id text not null references users (id) on delete cascade,
    educator_id text not null references users (id) on delete cascade,
    state text not null check (state in ('draft', 'handed-in', 'returned', 'accepted')),
    attempt integer not null,
    text text not null check (char_length(text) <= 20000),
    revision text check (char_length(revision) <= 32),
    changed_at timestamptz not null,
    handed_in_at timestamptz,
    unique (lecture_id, student_id),
    check ((attempt = 0) = (state = 'draft') and (attempt > 0) = (handed_in_at is not null))
  )`,
  'create index answers_student on answers (student_id)',
  `create index answers_waiting on answers (educator_id, handed_in_at, id) where state = 'handed-in'`,
  'create index answers_handed_in on answers (educator_id, handed_in_at desc, id desc) where attempt > 0',
  'create index answers_of_lecture on answers (lecture_id, handed_in_at, id) where attempt > 0',
  `create table answer_attempts (
    answer_id text not null references answers (id) on delete cascade,
    number integer not null,
    text text not null,
    handed_in_at timestamptz not null,
    outcome text check (outcome in ('returned', 'accepted')),
    late_days integer,
    percent_off integer,
    marks integer,
    max_marks integer,
    rubric jsonb,
    levels jsonb,
    comments jsonb,
    comment text,
    marked_at timestamptz,
    primary key (answer_id, number),
    check ((outcome is null) = (marked_at is null) and (outcome is null) = (rubric is null)),
    check (marks between 0 and max_marks)
  )`,
  `create table answer_files (
    id text primary key,
    answer_id text not null references answers (id) on delete cascade,
    file_id text not null references files (id),
    name text not null,
    added_in integer not null,
    removed_in integer,
    created_at timestamptz not null
  )`,
  'create index answer_files_answer on answer_files (answer_id, created_at, id)',
  'create index answer_files_file on answer_files (file_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
