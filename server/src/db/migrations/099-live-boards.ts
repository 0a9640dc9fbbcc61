import { type Kysely, sql } from 'kysely'

/** Whiteboards of live sessions. They go with the row of their session, 30 days after its end. */
const statements = [
  `alter table live_sessions
    add column board_shown boolean not null default false,
    add column board_speakers_draw boolean not null default false`,
  `create table live_boards (
    session_id text primary key references live_sessions (id) on delete cascade,
    revision integer not null default 0,
    kept_revision integer not null default 0,
    changed_at timestamptz not null
  )`,
  `create table live_board_elements (
    session_id text not null references live_boards (session_id) on delete cascade,
    id text not null check (char_length(id) between 1 and 64),
    version integer not null,
    nonce integer not null,
    revision integer not null,
    characters integer not null,
    data jsonb,
    primary key (session_id, id)
  )`,
  'create index live_board_elements_changes on live_board_elements (session_id, revision)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
