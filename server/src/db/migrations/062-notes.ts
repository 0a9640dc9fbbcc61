import { type Kysely, sql } from 'kysely'

/**
 * Notes and bookmarks of users in lectures. A note outlives its lecture and its course: it has their ids without foreign keys, and keeps
 * their titles.
 */
const statements = [
  `create table notes (
    user_id text not null references users (id) on delete cascade,
    id text not null check (char_length(id) <= 32),
    course_id text not null,
    course_title text not null,
    lecture_id text not null,
    lecture_title text not null,
    kind text not null check (kind in ('video', 'text')),
    second integer,
    video_id text,
    block integer,
    quote text not null,
    text text not null check (char_length(text) <= 4000),
    folded text not null,
    revision text not null check (char_length(revision) <= 32),
    created_at timestamptz not null,
    changed_at timestamptz not null,
    deleted_at timestamptz,
    primary key (user_id, id),
    check ((kind = 'video') = (second is not null and video_id is not null) and (kind = 'text') = (block is not null)),
    check (deleted_at is null or (text = '' and quote = '' and folded = ''))
  )`,
  'create index notes_course on notes (user_id, course_id) where deleted_at is null',
  'create index notes_changed on notes (user_id, changed_at desc, id desc) where deleted_at is null',
  'create index notes_deleted on notes (deleted_at) where deleted_at is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
