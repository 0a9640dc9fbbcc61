import { type Kysely, sql } from 'kysely'

/**
 * Questions about lectures and their answers, in one table: both are voted for, reported and hidden. An answer has `question_id`. What is
 * hidden by an admin is shown to no one. Questions outlive their lecture within the course.
 */
const statements = [
  `create table posts (
    id text primary key,
    question_id text references posts (id) on delete cascade,
    course_id text not null references courses (id) on delete cascade,
    user_id text not null references users (id),
    request_key text not null check (char_length(request_key) <= 32),
    text text not null check (char_length(text) <= 4000),
    votes integer not null default 0 check (votes >= 0),
    open_reports integer not null default 0 check (open_reports >= 0),
    reported_at timestamptz,
    hidden_at timestamptz,
    hidden_reason text not null default '',
    created_at timestamptz not null,
    edited_at timestamptz,
    title text not null default '' check (char_length(title) <= 150),
    folded text not null default '',
    lecture_id text references lectures (id) on delete set null,
    video_id text,
    second integer check (second >= 0),
    answers integer not null default 0 check (answers >= 0),
    accepted_id text references posts (id) on delete set null,
    waits_since timestamptz,
    check ((question_id is null) = (title <> '')),
    check (question_id is null or (folded = '' and lecture_id is null and video_id is null and second is null and answers = 0
      and accepted_id is null and waits_since is null)),
    check ((second is null) = (video_id is null))
  )`,
  'create unique index posts_request on posts (user_id, request_key)',
  'create index posts_course on posts (course_id, created_at desc, id desc) where question_id is null',
  'create index posts_course_votes on posts (course_id, votes desc, created_at desc, id desc) where question_id is null',
  'create index posts_lecture on posts (lecture_id, created_at desc, id desc) where lecture_id is not null',
  'create index posts_answers on posts (question_id, (-votes), created_at, id) where question_id is not null',
  'create index posts_waiting on posts (course_id, waits_since, id) where waits_since is not null',
  'create index posts_accepted on posts (accepted_id) where accepted_id is not null',
  'create index posts_newest on posts (created_at desc, id desc)',
  `create index posts_reported on posts (least(open_reports, 1) desc, reported_at desc, id desc) where reported_at is not null`,
  'create index posts_hidden on posts (hidden_at desc, id desc) where hidden_at is not null',
  `create table post_votes (
    post_id text not null references posts (id) on delete cascade,
    user_id text not null references users (id),
    created_at timestamptz not null,
    primary key (post_id, user_id)
  )`,
  'create index post_votes_user on post_votes (user_id)',
  `create table post_follows (
    post_id text not null references posts (id) on delete cascade,
    user_id text not null references users (id),
    created_at timestamptz not null,
    primary key (post_id, user_id)
  )`,
  'create index post_follows_user on post_follows (user_id)',
  `create table post_reports (
    post_id text not null references posts (id) on delete cascade,
    user_id text not null references users (id),
    reason text not null,
    note text not null,
    created_at timestamptz not null,
    closed_at timestamptz,
    primary key (post_id, user_id)
  )`,
  'create index post_reports_user on post_reports (user_id)',
  `create table post_digests (
    day text primary key check (char_length(day) <= 10),
    since timestamptz not null,
    until timestamptz not null
  )`,
  `create index notifications_question on notifications ((params ->> 'questionId')) where params ? 'questionId'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
