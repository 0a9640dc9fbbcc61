import { type Kysely, sql } from 'kysely'

/** Questions of the bank in videos, and what students answered. */
const statements = [
  `create table video_checks (
    lecture_id text not null references lectures (id) on delete cascade,
    question_id text not null references bank_questions (id) on delete cascade,
    position integer not null,
    second integer not null check (second >= 0),
    may_skip boolean not null,
    tries integer not null check (tries > 0),
    primary key (lecture_id, question_id)
  )`,
  'create index video_checks_question on video_checks (question_id)',
  `create table video_check_answers (
    lecture_id text not null,
    question_id text not null,
    user_id text not null references users (id) on delete cascade,
    answer jsonb not null,
    tries integer not null check (tries > 0),
    is_right boolean not null,
    answered_at timestamptz not null,
    primary key (lecture_id, question_id, user_id),
    foreign key (lecture_id, question_id) references video_checks (lecture_id, question_id) on delete cascade
  )`,
  'create index video_check_answers_user on video_check_answers (user_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
