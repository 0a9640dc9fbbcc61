import { type Kysely, sql } from 'kysely'

/**
 * Courses can be filtered by language and by length. The language of existing courses is Hindi where their title or subtitle is written
 * in Devanagari or names it, as the search takes it, and English elsewhere. The length is kept beside the lectures by triggers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  "alter table courses add column language text not null default 'en'",
  'alter table courses add column total_seconds integer not null default 0 check (total_seconds >= 0)',
  `update courses set language = 'hi'
    where (title || ' ' || sub_title) ~ '[\\u0900-\\u097F]' or (title || ' ' || sub_title) ~* '\\yhindi\\y'`,
  `update courses set total_seconds = known.seconds from (
      select lectures.course_id, sum(least(videos.duration_seconds, 86400)) as seconds
      from lectures join videos on videos.id = lectures.video_id
      where videos.duration_seconds is not null group by lectures.course_id
    ) as known
    where known.course_id = courses.id`,
  // a day is more than any length that is told apart, and keeps the sum within an integer
  `create function sum_lengths() returns trigger language plpgsql as $$
  declare
    changed text := coalesce(new.course_id, old.course_id);
  begin
    update courses set total_seconds = (
        select coalesce(sum(least(videos.duration_seconds, 86400)), 0)
        from lectures join videos on videos.id = lectures.video_id
        where lectures.course_id = changed and videos.duration_seconds is not null
      )
      where id = changed;
    return null;
  end $$`,
  `create trigger lectures_measured after insert on lectures
    for each row when (new.video_id is not null) execute function sum_lengths()`,
  `create trigger lectures_remeasured after update of video_id on lectures
    for each row when (old.video_id is distinct from new.video_id) execute function sum_lengths()`,
  `create trigger lectures_unmeasured after delete on lectures
    for each row when (old.video_id is not null) execute function sum_lengths()`,
  'create index courses_language on courses (language, created_at, id) where is_published',
  'create index courses_length on courses (total_seconds, created_at, id) where is_published',
]
