import { type Kysely, sql } from 'kysely'

/**
 * Streams of videos: the ladder of renditions that a worker makes of each, with what is needed to share the work fairly, and the chapters
 * of lectures. Videos of before have no stream; a job makes theirs little by little.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table videos
    add column width integer check (width > 0),
    add column height integer check (height > 0),
    add column has_audio boolean,
    add column sha256 text,
    add column original_dropped_at timestamptz,
    add column stream_id text unique,
    add column stream_next_id text unique,
    add column stream_state text not null default 'none'
      check (stream_state in ('none', 'waiting', 'running', 'ready', 'failed', 'canceled')),
    add column stream_percent integer not null default 0 check (stream_percent between 0 and 100),
    add column stream_problem text,
    add column stream_bytes bigint not null default 0 check (stream_bytes >= 0),
    add column renditions jsonb not null default '[]',
    add column storyboard jsonb,
    add column stream_priority integer not null default 0,
    add column stream_queued_at timestamptz,
    add column stream_started_at timestamptz,
    add column stream_lease_until timestamptz,
    add column stream_attempts integer not null default 0,
    add constraint videos_stream_ready check (stream_state <> 'ready' or stream_id is not null)`,
  `create index videos_stream_queue on videos (stream_queued_at, id) where stream_state in ('waiting', 'running')`,
  `create index videos_running on videos (owner_id) where stream_state = 'running'`,
  `create table stream_turns (
    owner_id text primary key references users (id) on delete cascade,
    used_seconds float8 not null check (used_seconds >= 0),
    counted_at timestamptz not null
  )`,
  `create index videos_without_stream on videos (created_at, id) where stream_state = 'none'`,
  `alter table lectures add column chapters jsonb not null default '[]'`,
]
