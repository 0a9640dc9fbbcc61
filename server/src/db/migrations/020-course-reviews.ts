import { type Kysely, sql } from 'kysely'

/**
 * Reviews on the page of their course: the number of reviews with each number of stars kept on the course row, an index for every
 * order and filter of the list, replies of educators, and reports. Rows of a course whose counters were wrong are counted again.
 * Notifications of reviews are found by course and student, also when the review is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  "alter table courses add column rating_counts integer[] not null default '{0,0,0,0,0}'",
  `update courses set rating_counts = counted.counts, rating_count = counted.total, rating_sum = counted.sum
    from (
      select courses.id, count(reviews.id) as total, coalesce(sum(rating), 0) as sum, array[
        count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
        count(*) filter (where rating = 4), count(*) filter (where rating = 5)
      ]::integer[] as counts
      from courses left join reviews on reviews.course_id = courses.id group by courses.id
    ) as counted
    where counted.id = courses.id and (counted.total > 0 or rating_count > 0 or rating_sum > 0)`,
  `alter table courses add constraint courses_ratings_agree check (
    cardinality(rating_counts) = 5 and 0 <= all (rating_counts)
    and rating_count = rating_counts[1] + rating_counts[2] + rating_counts[3] + rating_counts[4] + rating_counts[5]
    and rating_sum = rating_counts[1] + 2 * rating_counts[2] + 3 * rating_counts[3] + 4 * rating_counts[4]
      + 5 * rating_counts[5]
  )`,

  `alter table reviews
    add column edited_at timestamptz,
    add column reply text,
    add column replied_at timestamptz,
    add column open_reports integer not null default 0 check (open_reports >= 0),
    add column reported_at timestamptz,
    add check ((reply is null) = (replied_at is null))`,
  // the orders of a course's list, each with and without those that have no comment; also the newest ratings of a course
  'drop index reviews_course',
  'create index reviews_course on reviews (course_id, created_at, id) include (rating)',
  'create index reviews_course_rating on reviews (course_id, rating, created_at, id)',
  'create index reviews_course_lowest on reviews (course_id, (-rating), created_at, id)',
  "create index reviews_commented on reviews (course_id, created_at, id) where comment <> ''",
  "create index reviews_commented_rating on reviews (course_id, rating, created_at, id) where comment <> ''",
  "create index reviews_commented_lowest on reviews (course_id, (-rating), created_at, id) where comment <> ''",
  `create index reviews_reported on reviews (least(open_reports, 1), reported_at, id) where reported_at is not null`,

  `create table review_reports (
    review_id text not null references reviews (id) on delete cascade,
    user_id text not null references users (id),
    reason text not null,
    note text not null default '',
    created_at timestamptz not null,
    closed_at timestamptz,
    primary key (review_id, user_id)
  )`,
  'create index review_reports_user on review_reports (user_id)',

  `update notifications set event_key = 'review ' || reviews.course_id || ' ' || reviews.user_id
    from reviews where kind = 'course-reviewed' and event_key = 'review ' || reviews.id`,
]
