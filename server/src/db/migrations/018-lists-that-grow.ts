import { type Kysely, sql } from 'kysely'

/**
 * Lists that stay fast when their tables grow: an index for every order and rare filter, the number of published courses of each
 * category and of completed lectures of each student kept beside the rows, and a place for totals that a job counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // the catalogue in each of its orders; read backwards they are the descending ones
  'create index courses_popular on courses (enrolment_count, created_at, id) where is_published',
  `create index courses_rating on courses (
    (rating_sum::float8 / greatest(rating_count, 1)), rating_count, created_at, id
  ) where is_published`,
  'create index courses_price on courses (price_paise, created_at, id) where is_published',
  'create index courses_category on courses (category, created_at, id) where is_published',
  'create index courses_level on courses (level, created_at, id) where is_published',
  // lists of admins, and their filters that few rows pass
  'create index courses_newest on courses (created_at, id) where removed_at is null',
  `create index courses_drafts on courses (created_at, id)
    where removed_at is null and not is_published and unlisted_at is null`,
  'create index courses_unlisted on courses (created_at, id) where removed_at is null and unlisted_at is not null',
  'create index users_role on users (role, created_at, id) where deleted_at is null',
  'create index users_suspended on users (created_at, id) where deleted_at is null and suspended_at is not null',
  'drop index reviews_newest',
  'create index reviews_newest on reviews (created_at, id)',
  'create index reviews_rating on reviews (rating, created_at, id)',
  'create index reviews_user on reviews (user_id)',
  'drop index audit_log_admin',
  'create index audit_log_admin on audit_log (admin_id, at, id)',
  'create index audit_log_action on audit_log (action, at, id)',
  'create index audit_log_subject on audit_log (subject_id)',
  // lists of educators and students
  'drop index courses_creator',
  'create index courses_creator on courses (creator_id, created_at, id)',
  'create index wishlist_items_user on wishlist_items (user_id, created_at, course_id)',
  "create index lectures_sessions on lectures (course_id) where live_state in ('scheduled', 'live')",
  // the last days of the overview
  'create index enrolments_newest on enrolments (created_at)',
  "create index orders_paid on orders (settled_at) include (amount_paise) where status = 'paid'",
  `create table site_figures (
    name text primary key,
    value jsonb not null,
    counted_at timestamptz not null
  )`,

  `create table category_counts (
    category text primary key,
    courses integer not null
  )`,
  `create function count_category() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.is_published then
      update category_counts set courses = courses - 1 where category = old.category;
    end if;
    if tg_op <> 'DELETE' and new.is_published then
      insert into category_counts as known (category, courses) values (new.category, 1)
        on conflict (category) do update set courses = known.courses + 1;
    end if;
    return null;
  end $$`,
  `create trigger courses_counted after insert or delete on courses
    for each row execute function count_category()`,
  `create trigger courses_recounted after update on courses for each row
    when (old.is_published <> new.is_published or old.category is distinct from new.category)
    execute function count_category()`,
  `insert into category_counts (category, courses)
    select category, count(*) from courses where is_published group by category`,

  'alter table enrolments add column completed_lectures integer not null default 0',
  `update enrolments set completed_lectures = done.count from (
      select progress.user_id, lectures.course_id, count(*) from lecture_progress as progress
      join lectures on lectures.id = progress.lecture_id
      where progress.completed_at is not null group by progress.user_id, lectures.course_id
    ) as done
    where done.user_id = enrolments.user_id and done.course_id = enrolments.course_id`,
  'drop index enrolments_course',
  'create index enrolments_course on enrolments (course_id, created_at, user_id)',
  'create index enrolments_progress on enrolments (course_id, completed_lectures, created_at, user_id)',
  `create function count_completed() returns trigger language plpgsql as $$
  declare
    change integer := 0;
    row lecture_progress := coalesce(new, old);
  begin
    if tg_op <> 'INSERT' and old.completed_at is not null then change := change - 1; end if;
    if tg_op <> 'DELETE' and new.completed_at is not null then change := change + 1; end if;
    if change <> 0 then
      update enrolments set completed_lectures = greatest(0, completed_lectures + change)
        from lectures where lectures.id = row.lecture_id
          and enrolments.course_id = lectures.course_id and enrolments.user_id = row.user_id;
    end if;
    return null;
  end $$`,
  `create trigger lecture_progress_counted after insert or update or delete on lecture_progress
    for each row execute function count_completed()`,
  // a lecture takes its progress along, which finds no lecture any more then
  `create function uncount_lecture() returns trigger language plpgsql as $$
  begin
    update enrolments set completed_lectures = greatest(0, completed_lectures - 1)
      from lecture_progress as progress where progress.lecture_id = old.id and progress.completed_at is not null
        and enrolments.course_id = old.course_id and enrolments.user_id = progress.user_id;
    return old;
  end $$`,
  `create trigger lectures_uncounted before delete on lectures
    for each row execute function uncount_lecture()`,
  // who completed lectures before they enrolled has them counted from then on
  `create function count_earlier() returns trigger language plpgsql as $$
  begin
    new.completed_lectures := (
      select count(*) from lectures join lecture_progress as progress
        on progress.lecture_id = lectures.id and progress.user_id = new.user_id
      where lectures.course_id = new.course_id and progress.completed_at is not null
    );
    return new;
  end $$`,
  `create trigger enrolments_counted before insert on enrolments
    for each row execute function count_earlier()`,
]
