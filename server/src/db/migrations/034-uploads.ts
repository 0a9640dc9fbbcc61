import { type Kysely, sql } from 'kysely'

/** Uploads of lecture videos that arrive in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table uploads (
    id text primary key,
    owner_id text not null references users (id),
    lecture_id text references lectures (id) on delete set null,
    video_id text not null unique,
    reservation_id text not null,
    file_name text not null,
    bytes bigint not null check (bytes > 0),
    received bigint not null check (received between 0 and bytes),
    announced_sha256 text,
    state text not null default 'receiving' check (state in ('receiving', 'checking', 'done', 'refused')),
    problem text,
    lease text,
    lease_until timestamptz,
    release_wanted boolean not null default false,
    created_at timestamptz not null,
    arrived_at timestamptz,
    checksums jsonb not null default '{}',
    expires_at timestamptz not null,
    check ((state = 'refused') = (problem is not null))
  )`,
  'create index uploads_owner on uploads (owner_id, created_at desc, id)',
  'create index uploads_lecture on uploads (lecture_id)',
  'create index uploads_expiry on uploads (expires_at, id)',
  `create index uploads_checking on uploads (arrived_at, id) where state = 'checking'`,
  `create index uploads_unfinished on uploads (id) where state = 'receiving'`,
]
