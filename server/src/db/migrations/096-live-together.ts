import { type Kysely, sql } from 'kysely'

/** Questions in the chat of live sessions, polls with their votes, and notes that stay with the lecture. */
const statements = [
  `alter table live_messages add column question text check (question in ('open', 'answered'))`,
  'create index live_messages_questions on live_messages (session_id, created_at, id) where question is not null',
  `create table live_polls (
    id text primary key,
    session_id text not null references live_sessions (id) on delete cascade,
    question text not null check (char_length(question) between 1 and 200),
    choices text[] not null check (cardinality(choices) between 2 and 8),
    several boolean not null,
    results_at_once boolean not null,
    created_at timestamptz not null,
    started_at timestamptz,
    closed_at timestamptz,
    check (closed_at is null or started_at is not null)
  )`,
  'create index live_polls_session on live_polls (session_id, created_at, id)',
  `create table live_poll_votes (
    poll_id text not null references live_polls (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    chosen integer[] not null check (cardinality(chosen) between 1 and 8),
    voted_at timestamptz not null,
    primary key (poll_id, user_id)
  )`,
  'create index live_poll_votes_user on live_poll_votes (user_id)',
  `create table live_notes (
    lecture_id text primary key references lectures (id) on delete cascade,
    text text not null check (char_length(text) between 1 and 20000),
    changed_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
