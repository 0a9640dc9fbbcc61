import { type Kysely, sql } from 'kysely'

/**
 * Users choose by subject whether notifications come in the app, by mail, both or not at all; a choice that was never made has no row.
 * Mails of notifications have a row each, so that a retry sends none twice, and sessions one for each time that their students were
 * reminded of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table notification_settings (
    user_id text not null references users (id) on delete cascade,
    subject text not null check (length(subject) <= 40),
    in_app boolean not null,
    by_mail boolean not null,
    primary key (user_id, subject)
  )`,
  `create table notification_mails (
    user_id text not null references users (id) on delete cascade,
    event_key text not null,
    topic text,
    kind text not null,
    params jsonb not null,
    created_at timestamptz not null,
    sent_at timestamptz,
    primary key (user_id, event_key)
  )`,
  'create index notification_mails_created_at on notification_mails (created_at)',
  `create table session_reminders (
    lecture_id text not null references lectures (id) on delete cascade,
    start_time timestamptz not null,
    primary key (lecture_id, start_time)
  )`,
  "create index lectures_scheduled on lectures (live_start_time) where live_state = 'scheduled'",
]
