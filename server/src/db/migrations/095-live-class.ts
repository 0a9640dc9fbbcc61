import { type Kysely, sql } from 'kysely'

/** Rooms that a media server carries, roles in them, co-hosts, locked rooms and waiting rooms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table live_sessions
    add column media text not null default 'mesh' check (media in ('mesh', 'forwarded')),
    add column media_server text,
    add column media_room bigint check (media_room > 0),
    add column locked boolean not null default false,
    add column waiting_room boolean not null default false,
    add constraint live_sessions_media_room check (
      (media = 'forwarded') = (media_server is not null) and (media_server is null) = (media_room is null)
    )`,
  `alter table live_participants
    add column role text not null default 'speaker' check (role in ('speaker', 'listener', 'cohost')),
    add column admitted boolean not null default true`,
  `create table live_cohosts (
    session_id text not null references live_sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    primary key (session_id, user_id)
  )`,
  'create index live_cohosts_user on live_cohosts (user_id)',
]
