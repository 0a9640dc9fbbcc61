import { type Kysely, sql } from 'kysely'

/** Lengths of videos, captions of lectures, and how far each viewer is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table videos add column duration_seconds integer check (duration_seconds > 0)',
  `create table lecture_captions (
    lecture_id text not null references lectures (id) on delete cascade,
    language text not null,
    label text not null,
    vtt text not null,
    updated_at timestamptz not null,
    primary key (lecture_id, language)
  )`,
  `create table lecture_progress (
    user_id text not null references users (id) on delete cascade,
    lecture_id text not null references lectures (id) on delete cascade,
    seconds double precision not null check (seconds >= 0),
    completed_at timestamptz,
    watched_at timestamptz,
    updated_at timestamptz not null,
    primary key (user_id, lecture_id)
  )`,
  'create index lecture_progress_lecture on lecture_progress (lecture_id)',
]
