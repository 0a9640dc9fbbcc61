import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { findPassages } from '../../server/src/features/passages/index.ts'
import { fillMissing } from '../../server/src/features/passages/jobs.ts'
import { insertRows } from '../lib/dataset.ts'
import { openProduct } from '../lib/open-product.ts'
import type { Search } from './judge.ts'
import type { EvaluationCourse } from './load-data.ts'

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)
const madeAt = new Date(Date.UTC(2026, 0, 1)).toISOString()
const educator = idOf('educator')
/** They are enrolled in all courses. */
const student = {
  id: idOf('student'),
  role: 'student',
  name: 'Student',
  email: 'student@bench.example',
  sessionId: idOf('session'),
  language: null,
  hasFactor: false,
} as const
/** Passages of a search. */
const limit = 10

/** The product with these courses; its search in lectures as someone who is enrolled in all of them. */
export type Site = { search: Search; close(): Promise<void> }

/** Opens the product with these courses on a database in `folder`, with the passages of their lectures made. */
export async function openSite(folder: string, courses: readonly EvaluationCourse[]): Promise<Site> {
  const { deps, close } = await openProduct(folder, (client) => fill(client, courses))
  await fillMissing(deps)
  const lectures = new Map(courses.flatMap((course) => course.lectures.map(({ id }) => [idOf(id), id])))
  return {
    close,
    async search({ text, scope, courseId }) {
      const asked = { viewer: student, question: text, limit }
      const inCourse = scope === 'course' && courseId !== null ? { courseId: idOf(courseId) } : {}
      const { passages, isAnswered } = await findPassages(deps, { ...asked, ...inCourse })
      return {
        found: passages.map(({ lectureId, ...found }) => ({ ...found, lectureId: lectures.get(lectureId) ?? '' })),
        isAnswered,
      }
    },
  }
}

async function fill(client: Client, courses: readonly EvaluationCourse[]): Promise<void> {
  const lectures = courses.flatMap((course) => course.lectures.map((lecture, at) => ({ lecture, position: at + 1 })))
  const user = (id: string, name: string, email: string, role: string) => ({
    id,
    name,
    email,
    password_hash: 'none',
    role,
    description: '',
    created_at: madeAt,
  })
  await insertRows(client, 'users', [
    user(educator, 'Educator', 'educator@bench.example', 'educator'),
    user(student.id, student.name, student.email, student.role),
  ])
  await insertRows(
    client,
    'courses',
    courses.map(({ id, title, subTitle, description, category, level, language, lectures: own }) => ({
      id: idOf(id),
      creator_id: educator,
      title,
      sub_title: subTitle,
      description,
      category,
      level,
      language,
      price_paise: 49_900,
      is_published: true,
      rating_sum: 0,
      rating_count: 0,
      rating_counts: '{0,0,0,0,0}',
      lecture_count: own.length,
      enrolment_count: 1,
      created_at: madeAt,
      updated_at: madeAt,
    })),
  )
  await insertRows(
    client,
    'lectures',
    lectures.map(({ lecture: { id, courseId, title, description, text }, position }) => ({
      id: idOf(id),
      course_id: idOf(courseId),
      position,
      title,
      description,
      body: text ?? '',
      is_preview_free: false,
      live_state: 'none',
      kind: 'lecture',
      opens_in_order: false,
      live_revision: 0,
      chapters: '[]',
      owner_id: educator,
      created_at: madeAt,
    })),
  )
  for (const { lecture } of lectures) {
    const chapters = lecture.chapters.map(([start, title]) => ({ start, title }))
    await client.query('update lectures set chapters = $2::jsonb where id = $1', [
      idOf(lecture.id),
      JSON.stringify(chapters),
    ])
  }
  const tracks = lectures.flatMap(({ lecture: { id, tracks: own } }) => own.map((track) => ({ id, ...track })))
  const textOf = ({ id, language }: { id: string; language: string }): string => idOf(`${id} ${language}`)
  await insertRows(
    client,
    'caption_texts',
    tracks.map((track) => ({ id: textOf(track), owner_id: educator, vtt: track.vtt })),
  )
  await insertRows(
    client,
    'lecture_captions',
    tracks.map((track) => ({
      lecture_id: idOf(track.id),
      language: track.language,
      label: track.language,
      text_id: textOf(track),
      source: 'file',
      updated_at: madeAt,
    })),
  )
  await insertRows(
    client,
    'enrolments',
    courses.map(({ id }) => ({
      user_id: student.id,
      course_id: idOf(id),
      order_id: null,
      amount_paise: 0,
      created_at: madeAt,
    })),
  )
}
