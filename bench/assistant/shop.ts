import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Category, Level } from '@virtual-courses/contract/values/fields'
import type { Client } from 'pg'
import { parse } from 'yaml'
import { z } from 'zod'
import { insertRows, type Row } from '../lib/dataset.ts'
import { openProduct, type Product } from '../lib/open-product.ts'
import { loadSet } from '../search/load-data.ts'
import { settingsOfBench } from './settings.ts'

const Own = z.array(
  z.strictObject({
    key: z.string(),
    title: z.string(),
    subTitle: z.string(),
    category: Category,
    level: Level,
    price: z.int().nonnegative(),
    lectures: z.string().transform((titles) => titles.split('; ')),
  }),
)

/** A course of the shop with everything that an answer may say of it. Prices in rupees. */
export type ShopCourse = {
  key: string
  id: string
  title: string
  subTitle: string
  description: string
  category: Category
  level: Level | null
  language?: string | undefined
  price: number
  lectures: string[]
  teacher: string
  students: number
  /** one decimal; 0 without reviews */
  rating: number
}

const teachers = [
  'Asha Rao',
  'Vikram Nair',
  'Meera Iyer',
  'Kabir Sethi',
  'Farah Qureshi',
  'Joseph Mathew',
  'Lata Kulkarni',
]
const people = 240
const madeAt = new Date(Date.UTC(2026, 0, 1))
const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)
/** Always the same number below `most` for a text. */
const drawn = (text: string, most: number): number => Number.parseInt(idOf(text).slice(0, 8), 16) % most

/** Who has a course: some of those who learn things of its category. Groups of forty people learn the same things. */
function studentsOf(key: string, category: string): number[] {
  const size = 4 + drawn(`size ${key}`, 30)
  const group = drawn(`group ${category}`, people / 40) * 40
  return Array.from({ length: people }, (_, person) => person)
    .filter((person) => person >= group && person < group + 40)
    .sort((a, b) => drawn(`${key} ${a}`, 1e6) - drawn(`${key} ${b}`, 1e6))
    .slice(0, size)
}

/** Every second student reviews, with three to five stars. */
const starsOf = (key: string, students: readonly number[]): [person: number, stars: number][] =>
  students.filter((person) => person % 2 === 0).map((person) => [person, 3 + drawn(`${key} ${person} stars`, 3)])

/** The courses of the bench: those of the set "fresh" of the search, and the ones of `data/courses.yaml`. */
export function shopCourses(): ShopCourse[] {
  const own = Own.parse(parse(readFileSync(join(import.meta.dirname, 'data/courses.yaml'), 'utf8')))
  const fresh = loadSet('fresh').courses.map(({ priceRupees, ...course }) => ({ ...course, price: priceRupees }))
  return [...fresh, ...own.map((course) => ({ ...course, description: course.subTitle }))].map((course) => {
    const students = studentsOf(course.key, course.category)
    const stars = starsOf(course.key, students).map(([, star]) => star)
    const sum = stars.reduce((total, one) => total + one, 0)
    return {
      ...course,
      id: idOf(course.key),
      teacher: teachers[drawn(`teacher ${course.key}`, teachers.length)] ?? '',
      students: students.length,
      rating: stars.length === 0 ? 0 : Math.round((10 * sum) / stars.length) / 10,
    }
  })
}

function rowsOf(courses: readonly ShopCourse[]): [table: string, rows: Row[]][] {
  const time = madeAt.toISOString()
  const user = (id: string, name: string, role: string): Row => ({
    id,
    name,
    email: `${id}@bench.example`,
    password_hash: 'none',
    role,
    description: '',
    photo_id: null,
    created_at: time,
  })
  const bought = courses.map((course) => ({ course, students: studentsOf(course.key, course.category) }))
  return [
    [
      'users',
      [
        ...teachers.map((name) => user(idOf(name), name, 'educator')),
        ...Array.from({ length: people }, (_, at) => user(idOf(`person ${at}`), `Person ${at}`, 'student')),
      ],
    ],
    [
      'courses',
      courses.map((course, at) => {
        const stars = starsOf(course.key, studentsOf(course.key, course.category)).map(([, star]) => star)
        return {
          id: course.id,
          creator_id: idOf(course.teacher),
          title: course.title,
          sub_title: course.subTitle,
          description: course.description,
          category: course.category,
          level: course.level,
          language: course.language ?? 'en',
          price_paise: course.price * 100,
          thumbnail_id: null,
          is_published: true,
          removed_at: null,
          rating_sum: stars.reduce((total, one) => total + one, 0),
          rating_count: stars.length,
          rating_counts: `{${[1, 2, 3, 4, 5].map((star) => stars.filter((one) => one === star).length)}}`,
          lecture_count: course.lectures.length,
          enrolment_count: course.students,
          created_at: new Date(madeAt.getTime() + at * 60_000).toISOString(),
          updated_at: time,
        }
      }),
    ],
    [
      'lectures',
      courses.flatMap(({ id, lectures }) =>
        lectures.map((title, position) => ({
          id: idOf(`${id} ${position}`),
          course_id: id,
          position,
          title,
          is_preview_free: false,
          live_state: 'none',
          live_start_time: null,
          video_id: null,
          created_at: time,
        })),
      ),
    ],
    [
      'enrolments',
      bought.flatMap(({ course, students }) =>
        students.map((person) => ({
          user_id: idOf(`person ${person}`),
          course_id: course.id,
          order_id: null,
          amount_paise: 0,
          created_at: time,
        })),
      ),
    ],
    [
      'reviews',
      bought.flatMap(({ course, students }) =>
        starsOf(course.key, students).map(([person, rating]) => ({
          id: idOf(`${course.key} ${person}`),
          course_id: course.id,
          user_id: idOf(`person ${person}`),
          rating,
          comment: '',
          created_at: time,
        })),
      ),
    ],
  ]
}

/** Puts the shop into an empty database. */
async function fill(client: Client, courses: readonly ShopCourse[]): Promise<void> {
  for (const [table, rows] of rowsOf(courses)) await insertRows(client, table, rows)
  for (const [name, value] of Object.entries(settingsOfBench))
    await client.query('insert into settings (name, value, changed_at) values ($1, $2, $3)', [
      name,
      JSON.stringify(value),
      madeAt,
    ])
}

export type Shop = Product

/** Opens the product with the shop in `folder`. */
export const openShop = (folder: string, courses: readonly ShopCourse[]): Promise<Shop> =>
  openProduct(folder, (client) => fill(client, courses))
