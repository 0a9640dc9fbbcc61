import { createHash } from 'node:crypto'
import { categories, levels } from '@virtual-courses/contract/values/fields'
import type { Client } from 'pg'

/** Sizes of the data on both sides. */
export const size = { courses: 200, creators: 20, lecturesPerCourse: 40, reviews: 12_000, users: 5_000 } as const

export type Row = Record<string, string | number | boolean | null>

/** Rows by table, named like our own columns; the peers get the same ones, less what only we need. */
export type Dataset = Record<'users' | 'images' | 'videos' | 'courses' | 'lectures' | 'enrolments' | 'reviews', Row[]>

/** The password of every account in the data. */
export const password = 'a long bench password'

/** The same id for the same thing in every run: 24 hexadecimal digits. */
export const idOf = (kind: keyof Dataset, number: number): string =>
  createHash('sha256').update(`${kind} ${number}`).digest('hex').slice(0, 24)

export const emailOf = (user: number): string => `person${user}@bench.example`

const words =
  'build measure learn small steps clear words real projects every week from first principles with code review and kind feedback until it works'.split(
    ' ',
  )

/** A sentence of `count` words, the same for the same seed. */
const sentence = (seed: number, count: number): string => {
  const text = Array.from({ length: count }, (_, at) => words[(seed * 7 + at * at + at) % words.length]).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The moment when a thing was made; distinct, so that "newest first" has one right answer. */
export const madeAt = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/**
 * The whole data set. The first `creators` users are educators; every other user may review: review r is by user
 * `creators + r mod students` on a course that the same student has not reviewed yet.
 * `passwordHash` is stored for all accounts (a login verifies it like any other).
 */
export function makeDataset(passwordHash: string): Dataset {
  const students = size.users - size.creators
  const perStudent = Math.ceil(size.reviews / students)
  const reviews = range(size.reviews).map((review) => {
    const student = size.creators + (review % students)
    const turn = Math.floor(review / students)
    const course = (review * 13 + turn * Math.floor(size.courses / perStudent)) % size.courses
    return { review, student, course, rating: 3 + ((review * 5) % 3) }
  })
  const ratings = Map.groupBy(reviews, ({ course }) => course)
  const creatorOf = (course: number) => course % size.creators
  return {
    users: range(size.users).map((user) => ({
      id: idOf('users', user),
      name: `Person ${user}`,
      email: emailOf(user),
      password_hash: passwordHash,
      role: user < size.creators ? 'educator' : 'student',
      description: user < size.creators ? sentence(user, 14) : '',
      photo_id: null,
      created_at: madeAt(user),
    })),
    images: range(size.courses).map((course) => ({
      id: idOf('images', course),
      owner_id: idOf('users', creatorOf(course)),
      width: 1280,
      height: 720,
      created_at: madeAt(course),
    })),
    videos: range(size.courses * size.lecturesPerCourse).map((lecture) => ({
      id: idOf('videos', lecture),
      owner_id: idOf('users', creatorOf(Math.floor(lecture / size.lecturesPerCourse))),
      content_type: 'video/mp4',
      bytes: 20_000_000 + lecture,
      created_at: madeAt(lecture),
    })),
    courses: range(size.courses).map((course) => {
      const own = ratings.get(course) ?? []
      return {
        id: idOf('courses', course),
        creator_id: idOf('users', creatorOf(course)),
        title: `${sentence(course, 4)} ${course}`,
        sub_title: sentence(course + 1, 9),
        description: sentence(course + 2, 30),
        category: categories[course % categories.length] ?? null,
        level: levels[course % levels.length] ?? null,
        price_paise: 49_900 + course * 100,
        thumbnail_id: idOf('images', course),
        is_published: true,
        removed_at: null,
        rating_sum: own.reduce((sum, { rating }) => sum + rating, 0),
        rating_count: own.length,
        rating_counts: `{${[1, 2, 3, 4, 5].map((stars) => own.filter(({ rating }) => rating === stars).length)}}`,
        lecture_count: size.lecturesPerCourse,
        enrolment_count: own.length,
        created_at: madeAt(course),
        updated_at: madeAt(course),
      }
    }),
    lectures: range(size.courses * size.lecturesPerCourse).map((lecture) => ({
      id: idOf('lectures', lecture),
      course_id: idOf('courses', Math.floor(lecture / size.lecturesPerCourse)),
      position: lecture % size.lecturesPerCourse,
      title: sentence(lecture, 5),
      is_preview_free: lecture % size.lecturesPerCourse === 0,
      live_state: 'none',
      live_start_time: null,
      video_id: idOf('videos', lecture),
      created_at: madeAt(lecture),
    })),
    enrolments: reviews.map(({ review, student, course }) => ({
      user_id: idOf('users', student),
      course_id: idOf('courses', course),
      order_id: null,
      amount_paise: 0,
      created_at: madeAt(review),
    })),
    reviews: reviews.map(({ review, student, course, rating }) => ({
      id: idOf('reviews', review),
      course_id: idOf('courses', course),
      user_id: idOf('users', student),
      rating,
      comment: review % 3 === 0 ? sentence(review, 12) : '',
      created_at: madeAt(review),
    })),
  }
}

/** Inserts rows in steps of 1,000; the columns are those of the first row. Names come from our own code, never from outside. */
export async function insertRows(client: Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  for (let from = 0; from < rows.length; from += 1000) {
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows.slice(from, from + 1000))],
    )
  }
}
