import { type Kysely, sql } from 'kysely'

/**
 * Quizzes: the bank of questions of a course, quizzes as entries of its curriculum, and the attempts of students. A question keeps the
 * forms in which attempts have it. Marks are hundredths of a point.
 */
const statements = [
  `create table bank_questions (
    id text primary key,
    course_id text not null references courses (id) on delete cascade,
    kind text not null check (kind in ('one', 'several', 'truth', 'number', 'text', 'order', 'match', 'gaps')),
    form integer not null,
    tags text[] not null,
    folded text not null,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    deleted_at timestamptz
  )`,
  'create index bank_questions_changed on bank_questions (course_id, changed_at desc, id desc) where deleted_at is null',
  `create table bank_forms (
    question_id text not null references bank_questions (id) on delete cascade,
    form integer not null,
    content jsonb not null,
    primary key (question_id, form)
  )`,
  `create table quiz_pictures (
    image_id text not null references images (id) on delete cascade,
    course_id text not null references courses (id) on delete cascade,
    created_at timestamptz not null,
    primary key (course_id, image_id)
  )`,
  'create index quiz_pictures_image on quiz_pictures (image_id)',
  `create table quizzes (
    lecture_id text primary key references lectures (id) on delete cascade,
    intro text not null,
    pass_percent integer not null check (pass_percent between 0 and 100),
    attempts_allowed integer check (attempts_allowed > 0),
    minutes integer check (minutes > 0),
    shuffle_questions boolean not null,
    shuffle_options boolean not null,
    negative_percent integer not null check (negative_percent between 0 and 100),
    show_time text not null check (show_time in ('each', 'passed', 'end', 'never')),
    show_part text not null check (show_part in ('marks', 'answers')),
    closes_at timestamptz,
    parts jsonb not null,
    created_at timestamptz not null
  )`,
  `create table quiz_extras (
    lecture_id text not null references quizzes (lecture_id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    minutes integer not null check (minutes >= 0),
    attempts integer not null check (attempts >= 0),
    primary key (lecture_id, user_id)
  )`,
  'create index quiz_extras_user on quiz_extras (user_id)',
  `create table quiz_attempts (
    id text primary key,
    lecture_id text not null references quizzes (lecture_id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    number integer not null check (number > 0),
    is_preview boolean not null,
    seed integer not null,
    shuffle_options boolean not null,
    pass_percent integer not null,
    negative_percent integer not null,
    max_marks integer not null,
    began_at timestamptz not null,
    due_at timestamptz,
    handed_in_at timestamptz,
    handed_in_by text check (handed_in_by in ('student', 'time')),
    marks integer,
    passed boolean,
    unique (lecture_id, user_id, number),
    check ((handed_in_at is null) = (handed_in_by is null) and (handed_in_at is null) = (marks is null)
      and (handed_in_at is null) = (passed is null))
  )`,
  'create unique index quiz_attempts_open on quiz_attempts (lecture_id, user_id) where handed_in_at is null',
  'create index quiz_attempts_due on quiz_attempts (due_at) where handed_in_at is null',
  'create index quiz_attempts_newest on quiz_attempts (lecture_id, began_at desc, id desc)',
  'create index quiz_attempts_user on quiz_attempts (user_id)',
  `create table quiz_answers (
    attempt_id text not null references quiz_attempts (id) on delete cascade,
    position integer not null,
    question_id text not null,
    form integer not null,
    answer jsonb,
    revision integer not null default 0,
    saved_at timestamptz,
    marks integer,
    set_marks integer,
    set_reason text,
    primary key (attempt_id, position),
    check ((set_marks is null) = (set_reason is null))
  )`,
  'create index quiz_answers_question on quiz_answers (question_id, form)',
  `create table quiz_mark_changes (
    id text primary key,
    attempt_id text not null references quiz_attempts (id) on delete cascade,
    position integer,
    cause text not null check (cause in ('key', 'educator')),
    author_id text references users (id),
    from_marks integer not null,
    to_marks integer not null,
    reason text not null,
    created_at timestamptz not null
  )`,
  'create index quiz_mark_changes_attempt on quiz_mark_changes (attempt_id, created_at)',
  'create index quiz_mark_changes_author on quiz_mark_changes (author_id) where author_id is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
