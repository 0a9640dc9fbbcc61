import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { SearchCalibrationsTable } from '#db/schema.ts'
import { courseCards } from '../courses/index.ts'

/** A published course with a hash of everything that the search indexes of it. */
export type Mark = { id: string; mark: string /** with microseconds, which a Date does not have */; created_at: string }

/** Condition for courses that come after one in a list of the newest first. */
const behind = (after: Pick<Mark, 'id' | 'created_at'> | undefined) =>
  after
    ? sql<SqlBool>`(courses.created_at, courses.id) < (${after.created_at}::timestamptz, ${after.id})`
    : sql<SqlBool>`true`

/** What is read of the texts of one lecture, in characters, and of how many captions of a course: a catalogue must fit into memory. */
const spokenLimits = { description: 600, body: 2000, captions: 4000, captioned: 30 }

/** The marks of `count` published courses, the newest first, from behind one. Each is a hash over all lectures of its course. */
export async function findMarks(
  on: Executor,
  { model, after, count }: { model: string | null; after: Mark | undefined; count: number },
): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    select courses.id, courses.created_at::text as created_at,
      md5(concat_ws(chr(31), courses.title, courses.sub_title, courses.description, courses.category,
        courses.level, courses.language, courses.price_paise::text, course_vectors.text_hash,
        educators.name, courses.total_seconds::text, array_to_string(courses.outcomes, chr(30)),
        (select string_agg(course_sections.title, chr(30) order by course_sections.position) from course_sections
          where course_sections.course_id = courses.id),
        (select string_agg(concat_ws(chr(30), lectures.title, left(lectures.description, ${spokenLimits.description}),
            left(lectures.body, ${spokenLimits.body}),
            (select string_agg(lecture_captions.text_id, chr(29) order by lecture_captions.language) from lecture_captions
              where lecture_captions.lecture_id = lectures.id)
          ), chr(31) order by lectures.position) from lectures where lectures.course_id = courses.id)
      )) as mark
    from courses join users as educators on educators.id = courses.creator_id left join course_vectors on course_vectors.course_id = courses.id and course_vectors.model = ${model}
    where courses.is_published and ${behind(after)}
    order by courses.created_at desc, courses.id desc limit ${count}`.execute(on)
  return rows
}

export async function countPublished(on: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from courses where is_published`.execute(
    on,
  )
  return rows[0]?.count ?? 0
}

/** What the search indexes of courses; those that are not published are left out. */
export const findSearchable = (on: Executor, ids: readonly string[], model: string | null) =>
  on
    .selectFrom('courses')
    .leftJoin('course_vectors', (join) =>
      join.onRef('course_vectors.course_id', '=', 'courses.id').on('course_vectors.model', '=', model ?? ''),
    )
    .innerJoin('users as educators', 'educators.id', 'courses.creator_id')
    .select([
      'courses.id',
      'courses.title',
      'courses.sub_title',
      'courses.description',
      'courses.category',
      'courses.level',
      'courses.language',
      'courses.price_paise',
      'courses.total_seconds',
      'courses.outcomes',
      'educators.name as educator',
      'course_vectors.text_hash',
      'course_vectors.vectors',
    ])
    .select(
      sql<string[]>`array(
        select lectures.title from lectures where lectures.course_id = courses.id order by lectures.position
      )`.as('lectures'),
    )
    .select(
      sql<string[]>`array(
        select course_sections.title from course_sections
        where course_sections.course_id = courses.id order by course_sections.position
      )`.as('sections'),
    )
    .select(
      sql<string[]>`array(
        select concat_ws(' ', left(lectures.description, ${spokenLimits.description}), left(lectures.body, ${spokenLimits.body}))
        from lectures where lectures.course_id = courses.id and (lectures.description <> '' or lectures.body <> '')
        order by lectures.position
      )`.as('lecture_texts'),
    )
    .select(
      sql<string[]>`array(
        select left(caption_texts.vtt, ${spokenLimits.captions})
        from lectures cross join lateral (
          select lecture_captions.text_id from lecture_captions where lecture_captions.lecture_id = lectures.id
          order by split_part(lecture_captions.language, '-', 1) = courses.language desc, lecture_captions.language limit 1
        ) as own join caption_texts on caption_texts.id = own.text_id
        where lectures.course_id = courses.id order by lectures.position limit ${spokenLimits.captioned}
      )`.as('captions'),
    )
    .where('courses.id', 'in', ids.length > 0 ? ids : [''])
    .where('courses.is_published', '=', true)
    .execute()

export type SearchableRow = Awaited<ReturnType<typeof findSearchable>>[number]

/** Cards of those courses that are published at this moment, in no order. */
export const findCards = (on: Executor, ids: readonly string[]) =>
  courseCards(on)
    .where('courses.id', 'in', ids.length > 0 ? ids : [''])
    .where('courses.is_published', '=', true)
    .execute()

export async function isPublished(on: Executor, courseId: string): Promise<boolean> {
  const row = await on
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('is_published', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasPublished(on: Executor): Promise<boolean> {
  return (await on.selectFrom('courses').select('id').where('is_published', '=', true).limit(1).execute()).length > 0
}

/** `count` published courses that have no vectors of this model, the newest first, from behind one. */
export async function findWithoutVectors(
  on: Executor,
  { model, after, count }: { model: string; after: Pick<Mark, 'id' | 'created_at'> | undefined; count: number },
): Promise<Pick<Mark, 'id' | 'created_at'>[]> {
  const { rows } = await sql<Pick<Mark, 'id' | 'created_at'>>`
    select courses.id, courses.created_at::text as created_at from courses
    where courses.is_published and ${behind(after)} and not exists (
      select from course_vectors where course_vectors.course_id = courses.id and course_vectors.model = ${model}
    )
    order by courses.created_at desc, courses.id desc limit ${count}`.execute(on)
  return rows
}

type Vectors = { courseId: string; model: string; textHash: string; vectors: Buffer; at: Date }

/** Saves vectors in place of older ones. Does nothing when the course was deleted. */
export async function saveVectors(on: Executor, { courseId, model, textHash, vectors, at }: Vectors): Promise<void> {
  await sql`
    insert into course_vectors (course_id, model, text_hash, vectors, updated_at)
    select id, ${model}, ${textHash}, ${vectors}, ${at} from courses where id = ${courseId}
    on conflict (course_id, model) do update
      set text_hash = excluded.text_hash, vectors = excluded.vectors, updated_at = excluded.updated_at`.execute(on)
}

/** Of other versions, models and lexicons, which may be those of processes that run beside this one. */
const mostCalibrations = 4

/** Returns how sure a search must be, as it was found last on this basis. */
export const findCalibration = (on: Executor, basis: string) =>
  on.selectFrom('search_calibrations').select(['sure', 'marks']).where('basis', '=', basis).executeTakeFirst()

/** Saves how sure a search must be in place of what was found before on this basis, and deletes the oldest of other ones. */
export async function saveCalibration(on: Executor, calibration: Insertable<SearchCalibrationsTable>): Promise<void> {
  await on
    .insertInto('search_calibrations')
    .values(calibration)
    .onConflict((conflict) => conflict.column('basis').doUpdateSet(calibration))
    .execute()
  await on
    .deleteFrom('search_calibrations')
    .where('basis', 'not in', (query) =>
      query
        .selectFrom('search_calibrations')
        .select('basis')
        .orderBy('updated_at', 'desc')
        .orderBy('basis')
        .limit(mostCalibrations),
    )
    .execute()
}
