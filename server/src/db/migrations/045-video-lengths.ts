import { type Kysely, sql } from 'kysely'

/**
 * Streams are compared with their sources: both lengths are kept, and no stream is ready that differs by more than a second. Those of before
 * have no lengths until the nightly job compares them. The length of a course follows when a stream tells that of its video.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table videos
    add column source_seconds float8 check (source_seconds > 0),
    add column stream_seconds float8 check (stream_seconds > 0),
    add constraint videos_stream_whole check (stream_state <> 'ready' or abs(stream_seconds - source_seconds) <= 1)`,
  `create index videos_not_compared on videos (created_at, id) where stream_state = 'ready' and stream_seconds is null`,
  `create function sum_lengths_with_video() returns trigger language plpgsql as $$
  begin
    update courses set total_seconds = (
        select coalesce(sum(least(videos.duration_seconds, 86400)), 0)
        from lectures join videos on videos.id = lectures.video_id
        where lectures.course_id = courses.id and videos.duration_seconds is not null
      )
      where id in (select course_id from lectures where video_id = new.id);
    return null;
  end $$`,
  `create trigger videos_remeasured after update of duration_seconds on videos
    for each row when (old.duration_seconds is distinct from new.duration_seconds) execute function sum_lengths_with_video()`,
]
