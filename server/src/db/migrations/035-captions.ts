import { type Kysely, sql } from 'kysely'

/** Where captions come from; captions that are being made by machine or of a transcript, and how many seconds of speech were sent away a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table lecture_captions
    add column source text not null default 'file' check (source in ('file', 'editor', 'machine', 'transcript'))`,
  `create table transcriptions (
    lecture_id text primary key references lectures (id) on delete cascade,
    id text not null unique,
    owner_id text not null references users (id) on delete cascade,
    video_id text not null,
    kind text not null default 'speech' check (kind in ('speech', 'transcript')),
    transcript text,
    language text not null,
    replaces text,
    state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
    seconds integer not null check (seconds > 0),
    heard_seconds double precision not null default 0 check (heard_seconds >= 0),
    lines jsonb not null default '[]',
    failures integer not null default 0,
    problem text,
    requested_at timestamptz not null,
    changed_at timestamptz not null
  )`,
  'create index transcriptions_owner on transcriptions (owner_id)',
  `create table transcription_days (
    day text not null,
    owner_id text not null references users (id) on delete cascade,
    seconds integer not null check (seconds >= 0),
    primary key (day, owner_id)
  )`,
  'create index transcription_days_owner on transcription_days (owner_id)',
]
