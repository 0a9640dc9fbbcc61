import { type Kysely, sql } from 'kysely'

/** Files that lectures offer for download. A file is shared by the attachments of copied lectures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table files (
    id text primary key,
    owner_id text not null references users (id),
    content_type text not null,
    bytes bigint not null,
    created_at timestamptz not null
  )`,
  'create index files_owner on files (owner_id)',
  'create index files_age on files (created_at)',
  `create table lecture_attachments (
    id text primary key,
    lecture_id text not null references lectures (id) on delete cascade,
    file_id text not null references files (id),
    name text not null,
    created_at timestamptz not null
  )`,
  'create index lecture_attachments_lecture on lecture_attachments (lecture_id, created_at, id)',
  'create index lecture_attachments_file on lecture_attachments (file_id)',
]
