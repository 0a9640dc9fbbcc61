import { type Kysely, sql } from 'kysely'

/**
 * What the server gave of lectures to buyers, and what was sold to them: refunds are decided by both. For purchases of the last 90 days
 * the marks begin with the progress that was reported so far, and what was sold is what is there now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Length of a lecture in seconds, as `soldLectures` of the lectures has it: of its video, and of its text. */
const lengths = `case when lectures.video_id is not null then coalesce(videos.duration_seconds, 300)
    when octet_length(lectures.body) = 0 and exists (select from lecture_attachments where lecture_id = lectures.id)
    then 300 else 0 end as video_seconds,
  case when octet_length(lectures.body) > 0 then greatest(60, ceil(octet_length(lectures.body) / 15.0)::integer) else 0 end
    as text_seconds`

const recent = `orders.sold_at > now() - interval '90 days' and orders.amount_paise > 0`

const statements = [
  // no foreign key to the lecture: what was given of it stays given when it is removed
  `create table served_lectures (
    user_id text not null references users (id) on delete cascade,
    course_id text not null references courses (id) on delete cascade,
    lecture_id text not null,
    video bit(100) not null default repeat('0', 100)::bit(100),
    files bit(100) not null default repeat('0', 100)::bit(100),
    is_read boolean not null default false,
    primary key (user_id, course_id, lecture_id)
  )`,
  'create index served_lectures_course on served_lectures (course_id)',
  `create table sold_outlines (
    id text primary key,
    lecture_ids text[] not null,
    video_seconds integer[] not null,
    text_seconds integer[] not null,
    check (cardinality(lecture_ids) = cardinality(video_seconds) and cardinality(lecture_ids) = cardinality(text_seconds))
  )`,
  'alter table order_items add column outline_id text references sold_outlines (id)',

  `with sold as (
      select distinct items.course_id from order_items as items join orders on orders.id = items.order_id where ${recent}
    ), outlines as (
      select sold.course_id, array_agg(lectures.id order by lectures.id) as ids,
        array_agg(lectures.video_seconds order by lectures.id) as videos,
        array_agg(lectures.text_seconds order by lectures.id) as texts
      from sold join (
        select lectures.id, lectures.course_id, ${lengths}
        from lectures left join videos on videos.id = lectures.video_id where not lectures.is_preview_free
      ) as lectures on lectures.course_id = sold.course_id
      group by sold.course_id
    ), kept as (
      insert into sold_outlines (id, lecture_ids, video_seconds, text_seconds)
        select md5(course_id || ' ' || ids::text || videos::text || texts::text), ids, videos, texts from outlines
    )
    update order_items set outline_id = md5(outlines.course_id || ' ' || ids::text || videos::text || texts::text)
      from outlines, orders
      where outlines.course_id = order_items.course_id and orders.id = order_items.order_id and ${recent}`,

  `insert into served_lectures (user_id, course_id, lecture_id, video, is_read)
    select enrolments.user_id, enrolments.course_id, lectures.id,
      (repeat('1', marked.hundredths) || repeat('0', 100 - marked.hundredths))::bit(100),
      progress.completed_at is not null and octet_length(lectures.body) > 0
    from enrolments join orders on orders.id = enrolments.order_id and ${recent}
      join lectures on lectures.course_id = enrolments.course_id and not lectures.is_preview_free
      left join videos on videos.id = lectures.video_id
      join lecture_progress as progress on progress.lecture_id = lectures.id and progress.user_id = enrolments.user_id
      cross join lateral (
        select case when progress.completed_at is not null then 100
          else least(100, floor(100 * progress.seconds / coalesce(videos.duration_seconds, 300)))::integer end as hundredths
      ) as marked
    where progress.completed_at is not null or progress.seconds > 0`,
]
