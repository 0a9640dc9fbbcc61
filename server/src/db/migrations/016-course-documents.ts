import { type Kysely, sql } from 'kysely'

/**
 * The list of published courses is kept as parts: a document for each course, and the compressed list that is made from them.
 * Both start empty; documents that are missing are made by the first list that is built or sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table course_documents (
    course_id text primary key references courses (id) on delete cascade,
    format integer not null,
    body text not null
  )`,
  `create table published_list (
    id integer primary key default 1 check (id = 1),
    build text,
    hash text not null default '',
    format integer not null default 0,
    foreign_origin text not null default '',
    catalogue_version integer not null default 0,
    counters_version integer not null default 0,
    built_at timestamptz not null default now(),
    cost_ms integer not null default 0,
    next_at timestamptz not null default now(),
    claimed_by text,
    claimed_until timestamptz not null default now()
  )`,
  'insert into published_list default values',
  `create table published_list_chunks (
    build text not null,
    form text not null,
    number integer not null,
    bytes bytea not null,
    primary key (build, form, number)
  )`,
  // the bytes are compressed already
  'alter table published_list_chunks alter column bytes set storage external',
]
