import { type Kysely, sql } from 'kysely'

/**
 * What parts of lectures are watched: bitmaps for each student and lecture, which go with the enrolment, sums for each lecture
 * and course without names, and who completed a course. Completions of before are taken from the progress.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** When the student of the row `given` completed the course: the last tick, or the enrolment where they had ticked all before. */
const completedAt = `(select greatest(given.created_at, max(progress.completed_at)) from lectures
  join lecture_progress as progress on progress.lecture_id = lectures.id and progress.user_id = given.user_id
  where lectures.course_id = given.course_id)`

const statements = [
  `create table lecture_views (
    user_id text not null,
    course_id text not null,
    lecture_id text not null references lectures (id) on delete cascade,
    video_id text not null,
    slot_seconds integer not null check (slot_seconds > 0),
    seen bytea not null,
    again bytea not null,
    watched_seconds integer not null default 0,
    played_seconds integer not null default 0,
    allowance integer not null,
    report_ids bytea not null,
    reported_at timestamptz not null,
    last_day integer not null,
    pending integer[] not null default '{}',
    pending_since timestamptz,
    is_counted boolean not null default false,
    held boolean not null default false,
    primary key (user_id, course_id, lecture_id),
    foreign key (user_id, course_id) references enrolments (user_id, course_id) on delete cascade
  )`,
  'create index lecture_views_lecture on lecture_views (lecture_id)',
  'create index lecture_views_pending on lecture_views (course_id, pending_since) where pending_since is not null',
  'create index lecture_views_held on lecture_views (lecture_id) where held',
  'create index lecture_views_day on lecture_views (last_day)',

  `create table lecture_sums (
    lecture_id text primary key references lectures (id) on delete cascade,
    video_id text not null,
    slot_seconds integer not null,
    viewers integer not null default 0,
    seen integer[] not null default '{}',
    again integer[] not null default '{}',
    held_viewers integer not null default 0,
    held_seen integer[] not null default '{}',
    held_again integer[] not null default '{}',
    watched_share double precision not null default 0,
    end_viewers integer not null default 0,
    shown_at timestamptz
  )`,

  `create table course_sums (
    course_id text primary key references courses (id) on delete cascade,
    watched integer[] not null default '{}',
    completed integer[] not null default '{}'
  )`,

  `create table course_viewers (
    user_id text not null,
    course_id text not null,
    counted_seconds integer not null,
    last_day integer not null,
    primary key (user_id, course_id),
    foreign key (user_id, course_id) references enrolments (user_id, course_id) on delete cascade
  )`,
  'create index course_viewers_day on course_viewers (last_day)',

  `create table course_completions (
    user_id text not null,
    course_id text not null,
    completed_at timestamptz not null,
    counted boolean not null default false,
    primary key (user_id, course_id),
    foreign key (user_id, course_id) references enrolments (user_id, course_id) on delete cascade
  )`,
  'create index course_completions_pending on course_completions (course_id, completed_at) where not counted',

  `insert into course_completions (user_id, course_id, completed_at)
    select given.user_id, given.course_id, coalesce(${completedAt}, given.created_at)
    from enrolments as given join courses on courses.id = given.course_id
    where courses.lecture_count > 0 and given.completed_lectures >= courses.lecture_count`,
  // the first time only: what a student unticks later was completed once
  `create function note_completion() returns trigger language plpgsql as $$
  declare
    given enrolments := new;
  begin
    if given.completed_lectures > 0 and given.completed_lectures >= (
      select case when lecture_count > 0 then lecture_count end from courses where id = given.course_id
    ) then
      insert into course_completions (user_id, course_id, completed_at)
        values (given.user_id, given.course_id, coalesce(${completedAt}, given.created_at))
        on conflict do nothing;
    end if;
    return null;
  end $$`,
  `create trigger enrolments_completed after insert or update of completed_lectures on enrolments
    for each row execute function note_completion()`,
  // who had ticked all others completes a course when a lecture is removed, which is uncounted by then
  `create function note_completions() returns trigger language plpgsql as $$
  begin
    insert into course_completions (user_id, course_id, completed_at)
      select given.user_id, given.course_id, coalesce(${completedAt}, given.created_at) from enrolments as given
      where given.course_id = new.id and given.completed_lectures >= new.lecture_count and not exists (
        select from course_completions as done where done.user_id = given.user_id and done.course_id = given.course_id
      )
      on conflict do nothing;
    return null;
  end $$`,
  `create trigger courses_shortened after update of lecture_count on courses for each row
    when (new.lecture_count < old.lecture_count and new.lecture_count > 0)
    execute function note_completions()`,
]
