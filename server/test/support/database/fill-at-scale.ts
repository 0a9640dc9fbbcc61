import type { Client } from 'pg'

/** Rows in the generated shop; everything is in proportion to the number of courses. */
export const scaleOf = (courses: number) => {
  const users = 4 * courses
  const educators = Math.max(2, courses / 10)
  return {
    courses,
    users,
    /** user 0 is an admin, users 1 to `educators` teach, all others are students */
    educators,
    students: users - educators - 1,
    /** courses of user 1: the first ones */
    ownCourses: Math.max(2, courses / 25),
  }
}

/** The id of a generated row: 24 hexadecimal digits, as SQL. */
const id = (kind: string, number: string): string => `left(md5('${kind} ' || (${number})), 24)`
/** A pseudo-random number from 0 to 1 that depends on the given numbers only, as SQL. */
const random = (...seeds: string[]): string =>
  `((hashtextextended(${seeds.join(" || ' ' || ")}, 7) & 1048575) / 1048576.0)`
const oneOf = (words: string, seed: string): string => {
  const list = words.split(' ')
  return `(array['${list.join("','")}'])[1 + floor(${seed} * ${list.length})::int]`
}

const subjects =
  'Python SQL React Kotlin Docker Excel Figma Rust Statistics Kubernetes Java Go Linux Flutter Photography Accounting Tableau Swift Angular Hacking Networking Blender Unity Writing Marketing Chess Spanish Physics Calculus Algebra'
const verbs = 'Learn Master Build Explore Practise Understand Design Test Ship Read'
const aims =
  'beginners professionals teams teachers analysts founders nurses students managers designers engineers parents artists makers'
const firstNames =
  'Asha Ravi Meera Arjun Priya Vikram Anita Rahul Sunita Kiran Deepa Nikhil Lakshmi Sanjay Pooja Amit Kavya Rohan Neha Suresh Divya Manoj Ritu Ajay Sneha Vivek'
const lastNames =
  'Iyer Sharma Patel Rao Nair Gupta Singh Khan Das Reddy Bose Mehta Joshi Pillai Verma Kulkarni Chopra Menon Shetty Thomas Fernandes Ghosh Jain Kapoor Mishra Naidu'
const categoryNames =
  "array['App Development','AI/ML','AI Tools','Data Science','Data Analytics','Ethical Hacking','UI UX Designing','Web Development','Web Development','Others']"

/** The time of the run, and an instant of the thousand days before it, as SQL. */
const now = "current_setting('scale.now')::timestamptz"
const past = (share: string): string => `${now} - interval '1000 days' * (${share})`

function statements({ courses, users, educators, students, ownCourses }: ReturnType<typeof scaleOf>): string[] {
  const creator = `case when c < ${ownCourses} then 1 else 2 + c % ${educators - 1} end`
  const title = `${oneOf(verbs, random('c', "'verb'"))} ${'||'} ' ' || ${oneOf(subjects, random('c', "'subject'"))} || ' for ' || ${oneOf(aims, random('c', "'aim'"))} || ' ' || c`
  return [
    `insert into users (id, name, email, password_hash, role, description, email_verified_at, created_at)
      select ${id('user', 'u')}, ${oneOf(firstNames, random('u', "'first'"))} || ' ' || ${oneOf(lastNames, random('u', "'last'"))},
        'person' || u || '@scale.example', current_setting('scale.hash'),
        case when u = 0 then 'admin' when u <= ${educators} then 'educator' else 'student' end,
        case when u between 1 and ${educators} then 'Teaches small steps with real examples.' else '' end,
        ${now}, ${past(`(${users} - u) / ${users}.0`)}
      from generate_series(0, ${users - 1}) as u`,
    // the pairs of student and course, without repetition
    `create temp table pairs as
      select s, c, ${past(random('s', 'c', "'enrolled'"))} as at from (
        select s, case when s % 5 = 0 then 0 else 1 + s % ${ownCourses - 1} end as c
          from generate_series(0, ${Math.min(students, 2 * courses) - 1}) as s
        union
        select s, ${ownCourses} + floor(${courses - ownCourses} * power(${random('s', 'k')}, 3))::int
          from generate_series(0, ${students - 1}) as s, generate_series(1, 5) as k where k < 5 or s % 10 < 6
        union
        select 1, ${ownCourses} + c from generate_series(0, ${Math.min(300, courses - ownCourses) - 1}) as c
      ) as chosen order by at`,
    `insert into orders (id, provider_order_id, user_id, course_id, amount_paise, list_paise, refunded_paise, status, payment_id,
        created_at, settled_at, sold_at)
      select ${id('order', "s || ' ' || c")}, 'order_' || s || '_' || c, ${id('user', `s + ${educators + 1}`)}, ${id('course', 'c')},
        49900, 49900, case when (s + c) % 50 = 0 then 49900 else 0 end, case when (s + c) % 50 = 0 then 'refunded' else 'paid' end,
        'pay_' || s || '_' || c, at, at, at
      from pairs`,
    `insert into order_events (order_id, at, kind, details)
      select id, settled_at, 'status', '{"from":"created","to":"paid"}' from orders order by settled_at`,
    `insert into refunds (id, order_id, payment_id, amount_paise, reason, booked, status, created_at, ended_at)
      select 'r' || id, id, payment_id, amount_paise, 'withdrawal', true, 'processed', settled_at, settled_at
      from orders where status = 'refunded'`,
    `insert into enrolments (user_id, course_id, order_id, amount_paise, created_at, completed_lectures)
      select ${id('user', `s + ${educators + 1}`)}, ${id('course', 'c')}, ${id('order', "s || ' ' || c")}, 49900, at,
        case when ${random('s', 'c', "'watched'")} < 0.5 then 1 else 0 end
      from pairs`,
    `create temp table rated as
      select s, c, at + interval '1 hour' as at, 3 + (s + c) % 3 as stars from pairs
      where ${random('s', 'c', "'rated'")} < 0.3 order by at`,
    `insert into reviews (id, course_id, user_id, rating, comment, created_at, open_reports, reported_at)
      select ${id('review', "s || ' ' || c")}, ${id('course', 'c')}, ${id('user', `s + ${educators + 1}`)}, stars,
        case when (s + c) % 5 < 3 then 'Clear and kind: now I ' || lower(${oneOf(verbs, random('s', 'c'))}) || ' ' ||
          ${oneOf(subjects, random('c', 's'))} || ' every week.' else '' end, at,
        case when (s + c) % 200 = 0 then 1 else 0 end, case when (s + c) % 100 = 0 then at end
      from rated`,
    `insert into review_reports (review_id, user_id, reason, created_at, closed_at)
      select id, ${id('user', '1')}, 'spam', reported_at, case when open_reports = 0 then reported_at end
      from reviews where reported_at is not null`,
    `insert into images (id, owner_id, width, height, created_at)
      select ${id('image', 'c')}, ${id('user', creator)}, 1280, 720, ${past(`(${courses} - c) / ${courses}.0`)}
      from generate_series(0, ${courses - 1}) as c`,
    `insert into courses (id, creator_id, title, sub_title, description, category, level, price_paise, thumbnail_id,
        is_published, rating_sum, rating_count, rating_counts, lecture_count,
        total_seconds, language, enrolment_count, created_at, updated_at)
      select ${id('course', 'c')}, ${id('user', creator)}, ${title},
        'Small steps, real examples, and something that works', repeat('What you build stays yours. ', 20),
        (${categoryNames})[1 + c % 10], (array['Beginner','Intermediate','Advanced'])[1 + (c / 10) % 3],
        floor(${random('c', "'price'")} * 200)::int * 100 * 49, ${id('image', 'c')}, c % 10 <> 7 or c = 0,
        coalesce(rated.stars, 0), coalesce(rated.count, 0), coalesce(rated.counts, '{0,0,0,0,0}'), case when c % 100 = 0 then 40 else 8 end,
        1000 * (c % 20), (array['en','en','en','en','en','en','en','hi','hi','ta'])[1 + (c / 7) % 10],
        coalesce(enrolled.count, 0), ${past(`(${courses} - c) / ${courses}.0`)}, ${past(`(${courses} - c) / ${courses}.0`)}
      from generate_series(0, ${courses - 1}) as c
      left join (select c, count(*) from pairs group by c) as enrolled using (c)
      left join (
        select c, count(*), sum(stars) as stars, array[0, 0, count(*) filter (where stars = 3),
          count(*) filter (where stars = 4), count(*) filter (where stars = 5)]::int[] as counts
        from rated group by c
      ) as rated using (c)`,
    `create temp table taught as
      select c, position, c * 100::bigint + position as number from generate_series(0, ${courses - 1}) as c,
        generate_series(0, 39) as position
      where (position < 8 or c % 100 = 0)`,
    `insert into order_items (order_id, course_id, educator_id, list_paise, amount_paise, refunded_paise, sold_at)
      select orders.id, orders.course_id, courses.creator_id, list_paise, amount_paise, refunded_paise, sold_at
      from orders join courses on courses.id = orders.course_id`,
    `insert into videos (id, owner_id, content_type, bytes, created_at, duration_seconds)
      select ${id('video', 'number')}, ${id('user', creator)}, 'video/mp4', 20000000 + number, ${now}, 300 + number % 600
      from taught`,
    `insert into lectures (id, course_id, position, title, is_preview_free, video_id, created_at)
      select ${id('lecture', 'number')}, ${id('course', 'c')}, position, 'Step ' || position + 1 || ' of the way',
        position = 0, ${id('video', 'number')}, ${now}
      from taught`,
    `insert into lecture_progress (user_id, lecture_id, seconds, completed_at, watched_at, updated_at)
      select ${id('user', `s + ${educators + 1}`)}, ${id('lecture', 'c * 100::bigint + position')}, 240,
        case when position = 0 then at end, at, at
      from pairs, generate_series(0, 1) as position
      where ${random('s', 'c', "'watched'")} < 0.5`,
    `insert into lecture_views (user_id, course_id, lecture_id, video_id, slot_seconds, seen, again, watched_seconds, played_seconds,
        allowance, report_ids, reported_at, last_day, is_counted)
      select ${id('user', `s + ${educators + 1}`)}, ${id('course', 'c')}, ${id('lecture', 'c * 100::bigint + position')},
        ${id('video', 'c * 100::bigint + position')}, 2, '\\xff', '\\x0f', 240, 240, 600, '', at, 20000, true
      from pairs, generate_series(0, 1) as position
      where ${random('s', 'c', "'watched'")} < 0.5`,
    `insert into lecture_sums (lecture_id, video_id, slot_seconds, viewers, seen, again, watched_share, end_viewers, shown_at)
      select ${id('lecture', 'number')}, ${id('video', 'number')}, 2, 8, array_fill(6, array[20]), array_fill(2, array[20]), 0.75, 4,
        ${now} from taught`,
    `insert into course_viewers (user_id, course_id, counted_seconds, last_day)
      select user_id, course_id, sum(watched_seconds), max(last_day) from lecture_views group by user_id, course_id`,
    `insert into course_sums (course_id, watched) select ${id('course', 'c')}, array_fill(1, array[20])
      from generate_series(0, ${courses - 1}) as c`,
    `insert into notifications (id, user_id, event_key, kind, params, created_at, read_at)
      select ${id('notification', "s || ' ' || c")}, ${id('user', `s + ${educators + 1}`)}, 'enrolment ' || ${id('course', 'c')},
        'student-enrolled', jsonb_build_object('courseId', ${id('course', 'c')}, 'course', 'A course', 'student', null), at,
        case when (s + c) % 3 > 0 then at end
      from pairs
      union all
      select ${id('sale', 'g')}, ${id('user', '1')}, 'enrolment ' || g, 'student-enrolled',
        jsonb_build_object('courseId', ${id('course', '0')}, 'course', 'A course', 'student', 'A student'),
        ${past('g / 2000.0')}, case when g % 2 = 0 then ${now} end
      from generate_series(1, least(500, ${courses})) as g`,
    `insert into wishlist_items (user_id, course_id, created_at)
      select ${id('user', `s + ${educators + 1}`)}, ${id('course', 'c')}, ${past(random('s', 'c'))} from (
        select s, floor(${courses} * ${random('s', "'item'")})::int as c from generate_series(0, ${students - 1}) as s
        union
        select 1, c from generate_series(0, least(300, ${courses}) - 1) as c
      ) as listed`,
    `insert into sessions (id, token_hash, user_id, user_agent, created_at, renewed_at, expires_at)
      select ${id('session', 'u')}, sha256(('session ' || u)::bytea), ${id('user', 'u * 2')}, 'scale', ${now},
        ${now}, ${now} + interval '7 days'
      from generate_series(0, ${users / 2 - 1}) as u`,
    `insert into audit_log (id, at, action, admin_id, subject_kind, subject_id, subject, detail)
      select ${id('act', 'a')}, ${past(`a / ${courses}.0`)}, 'review-removed', ${id('user', '0')}, 'review', ${id('review', 'a')},
        'A course', 'Removed for act ' || a
      from generate_series(1, ${courses}) as a`,
    // each educator has as many coupons and bundles as courses; every third coupon is of the site
    `insert into coupons (id, code, educator_id, kind, value, max_uses, for_all, created_at)
      select ${id('coupon', 'c')}, 'CODE-' || c, case when c % 3 = 0 then null else ${id('user', creator)} end, 'percent', 20,
        case when c % 2 = 0 then 500 end, c % 4 <> 1, ${past(`(${courses} - c) / ${courses}.0`)}
      from generate_series(0, ${courses - 1}) as c`,
    `insert into coupon_courses (coupon_id, course_id)
      select ${id('coupon', 'c')}, ${id('course', 'c')} from generate_series(0, ${courses - 1}) as c where c % 4 = 1`,
    `insert into coupon_uses (order_id, coupon_id, user_id, state, at)
      select id, ${id('coupon', `(number % ${courses})`)}, user_id, 'used', created_at
      from (select *, row_number() over (order by id) as number from orders) as numbered where number % 2 = 0`,
    `insert into bundles (id, educator_id, title, price_paise, is_published, created_at, updated_at)
      select ${id('bundle', 'c')}, ${id('user', creator)}, 'Together ' || c, 49900, c % 5 <> 0,
        ${past(`(${courses} - c) / ${courses}.0`)}, ${now}
      from generate_series(0, ${courses - 1}) as c`,
    `insert into bundle_courses (bundle_id, course_id, position)
      select ${id('bundle', 'c')}, ${id('course', `((c + k) % ${courses})`)}, k
      from generate_series(0, ${courses - 1}) as c, generate_series(0, 2) as k`,
    // what the triggers of sales add up
    `insert into course_sales (course_id, revenue_paise, completed)
      select course_id, sum(amount_paise - refunded_paise), (
        select coalesce(sum(completed_lectures), 0) from enrolments where enrolments.course_id = order_items.course_id
      ) from order_items group by course_id`,
    `insert into educator_sales (educator_id, day, enrolments, revenue_paise)
      select educator_id, to_char(sold_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD'), count(*), sum(amount_paise - refunded_paise)
      from order_items group by 1, 2`,
    `insert into category_counts (category, courses)
      select category, count(*) from courses where is_published group by category`,
    `update cache_versions set version = version + 1 where name = 'catalogue'`,
  ]
}

/**
 * Fills a migrated, empty database on a server with a shop of so many courses, by statements that work on sets. The same rows in
 * every run; times count back from `now`. Every account has the password of `passwordHash`. The connection must be a
 * superuser's: keys and triggers are off meanwhile.
 */
export async function fillAtScale(
  client: Client,
  courses: number,
  { now, passwordHash, statistics = 100 }: { now: Date; passwordHash: string; statistics?: number },
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'")
  await client.query("select set_config('scale.now', $1, false), set_config('scale.hash', $2, false)", [
    now.toISOString(),
    passwordHash,
  ])
  for (const statement of statements(scaleOf(courses))) await client.query(statement)
  await client.query('drop table pairs, rated, taught; set session_replication_role = origin')
  // 100 as PostgreSQL comes; with 2,000 the plans of two runs are the same, and to plan some joins takes tens of milliseconds
  await client.query(`set default_statistics_target = ${statistics}`)
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`)
}
