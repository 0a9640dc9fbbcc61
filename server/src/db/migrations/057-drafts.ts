import { type Kysely, sql } from 'kysely'

/** What educators have typed into forms of the studio and not saved yet. */
const statements = [
  `create table drafts (
    user_id text not null references users (id) on delete cascade,
    kind text not null check (kind in ('course', 'lecture', 'reply')),
    subject text not null check (char_length(subject) <= 64),
    revision text not null,
    version text check (char_length(version) <= 64),
    typed text not null check (octet_length(typed) <= 262144),
    stored_at timestamptz not null,
    primary key (user_id, kind, subject)
  )`,
  'create index drafts_stored_at on drafts (stored_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
