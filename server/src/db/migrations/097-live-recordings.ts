import { type Kysely, sql } from 'kysely'

/** Recordings of live sessions, and the videos that workers make of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table live_recordings (
    id text primary key,
    session_id text references live_sessions (id) on delete set null,
    lecture_id text references lectures (id) on delete set null,
    owner_id text not null references users (id),
    media_room text not null,
    hosts text[] not null default '{}',
    state text not null default 'recording' check (state in ('recording', 'mixing', 'ready', 'failed', 'deleted')),
    started_at timestamptz not null,
    stopped_at timestamptz,
    stopped_by text check (stopped_by in ('asked', 'session', 'hours', 'space', 'lost')),
    percent integer not null default 0 check (percent between 0 and 100),
    problem text,
    attempts integer not null default 0,
    queued_at timestamptz,
    mix_id text,
    mix_lease_until timestamptz,
    video_id text references videos (id) on delete set null,
    seconds double precision,
    bytes bigint,
    ready_at timestamptz,
    used_at timestamptz,
    ended_at timestamptz,
    files_removed_at timestamptz,
    constraint live_recordings_stopped check ((state = 'recording') = (stopped_at is null)),
    constraint live_recordings_reason check ((stopped_at is null) = (stopped_by is null)),
    constraint live_recordings_ready check (state <> 'ready' or (ready_at is not null and seconds is not null))
  )`,
  `create unique index live_recordings_running on live_recordings (session_id) where state = 'recording'`,
  `create index live_recordings_of_lecture on live_recordings (lecture_id, started_at desc)`,
  `create index live_recordings_queue on live_recordings (queued_at) where state = 'mixing'`,
  `create index live_recordings_owner on live_recordings (owner_id)`,
  `create index live_recordings_video on live_recordings (video_id) where video_id is not null`,
  `create index live_recordings_files on live_recordings (ended_at) where files_removed_at is null`,
]
