import { type Kysely, sql } from 'kysely'

/**
 * What counts towards completing a course, set by its educator. The rule decides from now on in place of triggers; who had completed all
 * lectures of a course has completed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table completion_rules (
    course_id text primary key references courses (id) on delete cascade,
    counts_videos boolean not null,
    video_percent integer not null check (video_percent between 1 and 100),
    by_hand boolean not null,
    counts_texts boolean not null,
    counts_quizzes boolean not null,
    counts_assignments boolean not null,
    updated_at timestamptz not null
  )`,
  'drop trigger enrolments_completed on enrolments',
  'drop function note_completion()',
  'drop trigger courses_shortened on courses',
  'drop function note_completions()',
  // the triggers have kept them; this is for rows that were written while they were off, as by a restored backup
  `insert into course_completions (user_id, course_id, completed_at)
    select given.user_id, given.course_id, greatest(given.created_at, (
      select max(progress.completed_at) from lectures join lecture_progress as progress
        on progress.lecture_id = lectures.id and progress.user_id = given.user_id
      where lectures.course_id = given.course_id
    )) from enrolments as given join courses on courses.id = given.course_id
    where courses.lecture_count > 0 and given.completed_lectures >= courses.lecture_count
    on conflict do nothing`,
]
