import { type Kysely, sql } from 'kysely'

/** When people were in live sessions. It outlives the session, whose row and chat go after 30 days. */
const statements = [
  `create table live_attendance (
    session_id text not null,
    user_id text not null references users (id) on delete cascade,
    entered_at timestamptz not null,
    seen_at timestamptz not null,
    lecture_id text not null references lectures (id) on delete cascade,
    primary key (session_id, user_id, entered_at),
    check (seen_at >= entered_at)
  ) with (fillfactor = 80)`,
  'create index live_attendance_lecture on live_attendance (lecture_id, session_id)',
  'create index live_attendance_user on live_attendance (user_id)',
  `create table live_attendance_rules (
    lecture_id text primary key references lectures (id) on delete cascade,
    percent integer not null check (percent between 10 and 100)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
