import { type Kysely, sql } from 'kysely'

/** What students wish for, and what users are told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table wishes (
    user_id text not null references users (id) on delete cascade,
    course_id text not null references courses (id) on delete cascade,
    created_at timestamptz not null,
    primary key (user_id, course_id)
  )`,
  'create index wishes_course on wishes (course_id, user_id)',
  `create table notifications (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    event_key text not null,
    message text not null,
    link text not null,
    created_at timestamptz not null,
    read_at timestamptz,
    unique (user_id, event_key)
  )`,
  'create index notifications_newest on notifications (user_id, created_at desc, id desc)',
  'create index notifications_unread on notifications (user_id) where read_at is null',
]
