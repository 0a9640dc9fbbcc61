import { type Kysely, sql } from 'kysely'

/** Speakers of live rooms who went away, so that they speak again when they come back; and since when participants are connected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table live_participants add column connected_at timestamptz not null default now()',
  `create table live_former_speakers (
    session_id text not null references live_sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    seen_at timestamptz not null,
    primary key (session_id, user_id)
  )`,
  'create index live_former_speakers_user on live_former_speakers (user_id)',
]
