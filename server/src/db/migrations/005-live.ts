import { type Kysely, sql } from 'kysely'

/** Live sessions: their rooms, who is in them, and what is said there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // counts changes of the schedule, as calendars want to know
  'alter table lectures add column live_revision integer not null default 0',
  // without its lecture a session stays until those in the room were told that it has ended
  `create table live_sessions (
    id text primary key,
    lecture_id text references lectures (id) on delete set null,
    created_at timestamptz not null,
    started_at timestamptz,
    educator_seen_at timestamptz,
    ended_at timestamptz,
    end_reason text check (end_reason in ('ended', 'educator-gone', 'course-gone')),
    check ((ended_at is null) = (end_reason is null)),
    check ((started_at is null) = (educator_seen_at is null))
  )`,
  'create unique index live_sessions_open on live_sessions (lecture_id) where ended_at is null',
  'create index live_sessions_lecture on live_sessions (lecture_id)',
  `create table live_places (
    peer_id text primary key,
    session_id text not null references live_sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    token_hash bytea not null,
    socket_id text not null,
    joined_at timestamptz not null,
    seen_at timestamptz not null,
    connected boolean not null,
    hand_raised boolean not null default false,
    audio boolean not null default false,
    video boolean not null default false,
    screen boolean not null default false,
    unique (session_id, user_id)
  )`,
  'create index live_places_user on live_places (user_id)',
  `create table live_removals (
    session_id text not null references live_sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    removed_at timestamptz not null,
    primary key (session_id, user_id)
  )`,
  'create index live_removals_user on live_removals (user_id)',
  `create table live_messages (
    id text primary key,
    session_id text not null references live_sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    message text not null,
    created_at timestamptz not null
  )`,
  'create index live_messages_session on live_messages (session_id, created_at, id)',
  'create index live_messages_user on live_messages (user_id)',
]
