import { type Category, type CourseLanguage, categories, type Level } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { titleText } from '#core/answers/course-link.ts'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Executor } from '#core/executor.ts'
import { completeCourses, presentCard } from '../courses/index.ts'

/** What answers say about a published course. Texts are sanitised: they may be shown as they are. */
export type CourseFacts = {
  id: string
  /** as its educator wrote it; links sanitise it */
  title: string
  subTitle: string
  /** as its educator wrote it, for models only */
  description: string
  category: Category | null
  level: Level | null
  /** in which it is taught */
  language: CourseLanguage
  /** rupees */
  price: number | null
  /** the price is that of a sale */
  onSale: boolean
  /** one decimal; 0 without reviews */
  rating: number
  reviews: number
  students: number
  teacher: string
  lectures: { title: string; preview: boolean; scheduledAt: Date | null; live: boolean }[]
  /** of the lectures whose videos tell; null when none does */
  seconds: number | null
}

/** The published ones among these courses, in the order of the ids. */
export async function findPublished(on: Executor, ids: readonly string[]): Promise<CourseFacts[]> {
  if (ids.length === 0) return []
  const rows = await completeCourses(on)
    .select('courses.sale_ends_at')
    .where('courses.id', 'in', ids)
    .where('courses.is_published', '=', true)
    .execute()
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => ({ row, card: presentCard(row) }))
    .map(({ row, card }) => ({
      id: row.id,
      title: row.title,
      subTitle: sanitiseLine(row.sub_title),
      description: row.description,
      category: row.category,
      level: row.level,
      language: row.language,
      price: card.price,
      onSale: row.sale_ends_at !== null,
      rating: card.averageRating,
      reviews: row.rating_count,
      students: row.enrolment_count,
      teacher: sanitiseLine(row.creator_name),
      lectures: row.lectures.map((lecture) => ({
        title: titleText(lecture.title),
        preview: lecture.is_preview_free && lecture.video_id !== null,
        live: lecture.live_state === 'live',
        scheduledAt:
          lecture.live_state === 'scheduled' && lecture.live_start_time !== null
            ? new Date(lecture.live_start_time)
            : null,
      })),
      seconds: row.lectures.some(({ video_seconds: seconds }) => seconds !== null)
        ? row.lectures.reduce((sum, { video_seconds: seconds }) => sum + (seconds ?? 0), 0)
        : null,
    }))
}

export type Shelf = 'cheapest' | 'dearest' | 'free' | 'rated' | 'popular' | 'newest' | 'live' | 'longest' | 'shortest'

const orders = {
  cheapest: sql`courses.price_paise asc`,
  dearest: sql`courses.price_paise desc`,
  free: sql`courses.enrolment_count desc`,
  rated: sql`courses.rating_sum::float / greatest(courses.rating_count, 1) desc, courses.rating_count desc`,
  popular: sql`courses.enrolment_count desc`,
  newest: sql`courses.created_at desc`,
  live: sql`courses.enrolment_count desc`,
  // the length of many courses is not known: 0
  longest: sql`courses.total_seconds desc, courses.lecture_count desc`,
  shortest: sql`nullif(courses.total_seconds, 0) nulls last, courses.lecture_count`,
} as const

/** The first published courses of a shelf. */
export async function findShelf(on: Executor, shelf: Shelf, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('courses')
    .select('courses.id')
    .where('courses.is_published', '=', true)
    .$if(shelf === 'free', (query) => query.where('courses.price_paise', '=', 0))
    .$if(shelf === 'rated', (query) => query.where('courses.rating_count', '>', 0))
    .$if(shelf === 'longest' || shelf === 'shortest', (query) => query.where('courses.lecture_count', '>', 0))
    .$if(shelf === 'live', (query) =>
      query.where(
        sql<boolean>`exists (select 1 from lectures where lectures.course_id = courses.id and lectures.live_state in ('scheduled', 'live'))`,
      ),
    )
    .orderBy(orders[shelf])
    .orderBy('courses.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How many published courses each category has; those without any are left out. */
export async function countByCategory(on: Executor): Promise<{ category: Category; courses: number }[]> {
  const rows = await on
    .selectFrom('courses')
    .select((expression) => ['category', expression.fn.countAll<string>().as('count')])
    .where('is_published', '=', true)
    .groupBy('category')
    .execute()
  return categories.flatMap((category) => {
    const row = rows.find((one) => one.category === category)
    return row ? [{ category, courses: Number(row.count) }] : []
  })
}

/** The published courses whose titles have one of these phrases, most popular first. Phrases are in lower case. */
export async function findTitled(on: Executor, phrases: readonly string[], limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('courses')
    .select('courses.id')
    .where('courses.is_published', '=', true)
    .where((where) => where.or(phrases.map((phrase) => sql<boolean>`position(${phrase} in lower(courses.title)) > 0`)))
    .orderBy('courses.enrolment_count', 'desc')
    .orderBy('courses.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The published courses of a teacher whose full name is in the text, most popular first. */
export async function findTaughtBy(on: Executor, lowerText: string, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('courses')
    .innerJoin('users', 'users.id', 'courses.creator_id')
    .select('courses.id')
    .where('courses.is_published', '=', true)
    .where(
      sql<boolean>`length(users.name) >= 5 and position(' ' || lower(users.name) || ' ' in ${` ${lowerText} `}) > 0`,
    )
    .orderBy('courses.enrolment_count', 'desc')
    .orderBy('courses.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** What is looked through of a popular course, and what makes "many": fewer people than this could be recognised. */
const together = { newest: 2000, people: 5, ofStudents: 10 }

/**
 * The published courses that most students of a course have as well, the most frequent first. Of its newest students; only courses that
 * at least 5 of them have, and a tenth, so that no answer tells what single people learn.
 */
export async function findLearnedWith(on: Executor, courseId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with students as materialized (
      select user_id from enrolments where course_id = ${courseId} order by created_at desc limit ${together.newest}
    )
    select other.course_id as id from students
    join enrolments other on other.user_id = students.user_id and other.course_id <> ${courseId}
    join courses on courses.id = other.course_id and courses.is_published
    group by other.course_id
    having count(*) >= greatest(${together.people}::int, (select count(*) from students) / ${together.ofStudents}::int)
    order by count(*) desc, other.course_id limit ${limit}`.execute(on)
  return rows.map(({ id }) => id)
}
