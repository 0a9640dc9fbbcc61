import type { Client } from 'pg'
import { scaleOf } from '../../server/test/support/database/fill-at-scale.ts'

export type Who = 'visitor' | 'student' | 'collector' | 'educator' | 'big educator' | 'admin'

/** One call or page that a user waits for. */
export type Waited = {
  name: string
  as: Who
  method?: 'GET' | 'POST'
  /** path with query of the request number `at` */
  path: (at: number) => string
  body?: (at: number) => object
  /** the specified list that is as long as the catalogue */
  full?: true
}

/** Ids that requests need; each list has a different one for every request. */
export type Known = {
  courses: string[]
  freeCourses: string[]
  ownCourse: string
  bigCourse: string
  lecture: string
  enrolledCourse: string
  /** cursor of the page in the middle of all accounts */
  middle: string
}

/** E-mail addresses of the accounts that ask; every account has the same password. */
export const addressesOf = (courses: number): Record<Exclude<Who, 'visitor'>, string> => {
  const { educators } = scaleOf(courses)
  const address = (user: number) => `person${user}@scale.example`
  return {
    admin: address(0),
    'big educator': address(1),
    educator: address(2),
    // has 300 courses and as many on the wishlist
    collector: address(educators + 2),
    student: address(educators + 8),
  }
}

/** Makes the newest courses that a student does not have free: a small shop has fewer free ones than there are requests. */
const makeFree = (client: Client, student: string | undefined) =>
  client.query(
    `update courses set price_paise = 0 where id in (select id from courses where is_published
      and not exists (select 1 from enrolments where course_id = courses.id and user_id = $1) order by id desc limit 100)`,
    [student],
  )

/** Reads what the requests refer to. */
export async function findKnown(client: Client, courses: number): Promise<Known> {
  const list = async (text: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id)
  const userOf = async (email: string) => (await list('select id from users where email = $1', [email]))[0]
  const addresses = addressesOf(courses)
  const student = await userOf(addresses.student)
  await makeFree(client, student)
  const [bigCourse = ''] = await list(
    'select id from courses where creator_id = $1 order by enrolment_count desc limit 1',
    [await userOf(addresses['big educator'])],
  )
  const [ownCourse = ''] = await list('select id from courses where creator_id = $1 limit 1', [
    await userOf(addresses.educator),
  ])
  const [enrolledCourse = ''] = await list('select course_id as id from enrolments where user_id = $1 limit 1', [
    student,
  ])
  const [lecture = ''] = await list('select id from lectures where course_id = $1 limit 1', [enrolledCourse])
  const { rows: middle } = await client.query<{ key: unknown[] }>(
    `select json_build_array(1, created_at, id) as key from users order by created_at desc, id desc
      offset (select count(*) / 2 from users) limit 1`,
  )
  return {
    middle: Buffer.from(JSON.stringify(middle[0]?.key)).toString('base64url'),
    courses: await list('select id from courses where is_published order by id limit 200'),
    freeCourses: await list(
      `select id from courses where is_published and price_paise = 0
        and not exists (select 1 from enrolments where course_id = courses.id and user_id = $1) order by id limit 200`,
      [student],
    ),
    bigCourse,
    ownCourse,
    enrolledCourse,
    lecture,
  }
}

const from = (list: readonly string[], at: number): string => list[at % list.length] ?? ''

/** Everything that is measured. */
export function waitedFor(known: Known): Waited[] {
  const call = (as: Who, name: string, path: string | ((at: number) => string)): Waited => ({
    name,
    as,
    path: typeof path === 'string' ? () => path : path,
  })
  const post = (as: Who, name: string, path: string, body: (at: number) => object): Waited => ({
    ...call(as, name, path),
    method: 'POST',
    body,
  })
  const catalogue = '/api/course/catalogue?limit=24'
  return [
    call('visitor', 'page: home', '/'),
    call('student', 'page: catalogue', '/allcourses'),
    call('student', 'page: catalogue, popular, of a category', '/allcourses?category=AI%2FML&sort=popular'),
    call('student', 'page: course', (at) => `/viewcourse/${from(known.courses, at)}`),
    call('student', 'page: lecture', `/viewlecture/${known.enrolledCourse}`),
    call('student', 'page: my courses', '/enrolledcourses'),
    call('collector', 'page: my courses, 300', '/enrolledcourses'),
    call('collector', 'page: wishlist, 300', '/wishlist'),
    call('student', 'page: notifications', '/notifications'),
    call('educator', 'page: own courses', '/courses'),
    call('educator', 'page: dashboard', '/dashboard'),
    call('big educator', 'page: own courses, 2,000', '/courses'),
    call('big educator', 'page: dashboard, 2,000', '/dashboard'),
    call('big educator', 'page: students, 20,000', `/courses/${known.bigCourse}/students`),
    call('big educator', 'page: students by progress', `/courses/${known.bigCourse}/students?sort=progress`),
    call('big educator', 'page: reviews', '/reviews'),
    call('admin', 'page: admin overview', '/admin/dashboard'),
    call('admin', 'page: admin users', '/admin/users'),
    call('admin', 'page: admin users, the middle', `/admin/users?at=${known.middle}`),
    call('admin', 'page: admin users by text', '/admin/users?text=kapoor'),
    call('admin', 'page: admin courses', '/admin/courses'),
    call('admin', 'page: admin courses by text', '/admin/courses?text=rust'),
    call('admin', 'page: admin reviews', '/admin/reviews'),
    call('admin', 'page: admin reviews by text', '/admin/reviews?text=chess'),
    call('admin', 'page: audit log', '/admin/audit'),
    call('visitor', 'catalogue: newest', catalogue),
    call('visitor', 'catalogue: popular', `${catalogue}&sort=popular`),
    call('visitor', 'catalogue: rating', `${catalogue}&sort=rating`),
    call('visitor', 'catalogue: price', `${catalogue}&sort=price-low`),
    call('visitor', 'catalogue: level', `${catalogue}&level=Advanced&sort=rating`),
    call('visitor', 'catalogue: text', (at) => `${catalogue}&text=${at % 2 ? 'kubernetes' : 'chess'}&sort=newest`),
    call('visitor', 'course', (at) => `/api/course/getcourse/${from(known.courses, at)}`),
    call('visitor', 'course with most reviews', `/api/course/getcourse/${known.bigCourse}`),
    call('visitor', 'all reviews', '/api/review/allReview'),
    call('visitor', 'most reviews, lowest', `/api/review/course/${known.bigCourse}?order=lowest&commented=true`),
    call('student', 'current user', '/api/user/current'),
    call('student', 'notifications', '/api/user/notifications'),
    call('student', 'my courses', '/api/learning'),
    call('educator', 'own courses, specified call', '/api/course/getcreatorcourses'),
    call('big educator', 'own courses, specified call, 2,000', '/api/course/getcreatorcourses'),
    post('student', 'enrol in a free course', '/api/payment/create-order', (at) => ({
      courseId: from(known.freeCourses, at),
    })),
    post('student', 'save progress', `/api/learning/lecture/${known.lecture}`, (at) => ({ seconds: at + 1 })),
    post('student', 'add to wishlist', '/api/user/addtowishlist', (at) => ({ courseId: from(known.courses, at) })),
    { ...call('visitor', 'full list, as specified', '/api/course/getpublishedcoures'), full: true },
  ]
}
