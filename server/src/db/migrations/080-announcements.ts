import { type Kysely, sql } from 'kysely'

/** Announcements of educators to the students of a course. A deleted one loses its words; its row counts for the week still. */
const statements = [
  `create table announcements (
    id text primary key,
    course_id text not null references courses (id) on delete cascade,
    request_key text not null check (char_length(request_key) <= 32),
    title text not null check (char_length(title) <= 150),
    text text not null check (char_length(text) <= 4000),
    created_at timestamptz not null,
    edited_at timestamptz,
    deleted_at timestamptz,
    students integer not null check (students >= 0),
    notified integer not null default 0 check (notified >= 0),
    last_enrolled_at timestamptz,
    last_student_id text not null default '',
    sent_at timestamptz,
    check ((deleted_at is null) = (title <> '')),
    check (deleted_at is null or text = ''),
    check ((last_enrolled_at is null) = (last_student_id = ''))
  )`,
  'create unique index announcements_request on announcements (course_id, request_key)',
  'create index announcements_course on announcements (course_id, created_at desc, id desc)',
  `create index notifications_announcement on notifications ((params ->> 'announcementId')) where params ? 'announcementId'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
