import { type Chapter, creatorCourseLimits, mostRatings } from '@virtual-courses/contract'
import {
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Executor } from '#core/executor.ts'
import { compileOnce } from '#core/limits/compile-once.ts'
import type { Tx } from '#core/transact.ts'
import type { CoursesTable, Database } from '#db/schema.ts'
import { keepAccounts } from '../accounts/index.ts'
import type { CourseTies } from './rules.ts'

/** The captions of a lecture row, without their texts. */
const captionsOfLecture = (expression: ExpressionBuilder<Database, 'lectures'>) =>
  jsonArrayFrom(
    expression
      .selectFrom('lecture_captions')
      .select(['lecture_captions.language', 'lecture_captions.label', 'lecture_captions.source'])
      .whereRef('lecture_captions.lecture_id', '=', 'lectures.id')
      .orderBy('lecture_captions.language'),
  )

/** A lecture's video, looked up by its key: in a plain join PostgreSQL would read all videos for a few lectures. */
const videoOfLecture = sql<VideoOfLecture>`(
  select bytes::float8 as video_bytes, duration_seconds as video_seconds, poster_id, stream_id, storyboard is not null as has_storyboard,
    created_at as video_created_at
  from videos where videos.id = lectures.video_id offset 0
)`.as<'video'>('video')

type VideoOfLecture = {
  video_bytes: number
  video_seconds: number | null
  poster_id: string | null
  stream_id: string | null
  has_storyboard: boolean
  video_created_at: Date
}

/** Selects lectures as lists of whole courses show them. */
const briefLectures = (on: Pick<Executor, 'selectFrom'>) =>
  on
    .selectFrom('lectures')
    .leftJoinLateral(videoOfLecture, (join) => join.onTrue())
    .select([
      'lectures.id',
      'lectures.title',
      'lectures.kind',
      'lectures.is_preview_free',
      'lectures.live_state',
      'lectures.live_start_time',
      'lectures.video_id',
      'video.video_bytes',
      'video.video_seconds',
    ])

/** Selects lectures with all that the pages of one course show of them. */
export const lecturesInFull = (on: Pick<Executor, 'selectFrom'>) =>
  briefLectures(on)
    .select([
      'lectures.section_id',
      'video.poster_id',
      'video.stream_id',
      'video.has_storyboard',
      'lectures.created_at',
      'video.video_created_at',
    ])
    .select((lecture) => captionsOfLecture(lecture).as('captions'))
    .select([
      sql<Chapter[]>`lectures.chapters`.as('chapters'),
      sql<boolean>`(lectures.body <> '')`.as('has_text'),
      sql<boolean>`(lectures.body <> '' or lectures.description <> ''
        or exists (select 1 from lecture_attachments where lecture_attachments.lecture_id = lectures.id)
        or exists (select 1 from live_notes where live_notes.lecture_id = lectures.id))`.as('has_content'),
    ])

/** Begins queries that are a part of another one. */
const inside = expressionBuilder<Database>()

/** The lectures of a course row, in order. */
const ofCourse = <O>(
  lectures: SelectQueryBuilder<Database, 'lectures', O>,
): SelectQueryBuilder<Database, 'lectures', O> =>
  lectures.where('lectures.course_id', '=', sql.ref<string>('courses.id')).orderBy('lectures.position')

/** The newest ratings of a course row. */
const newestRatings = sql<number[]>`to_json(array(
  select reviews.rating from reviews where reviews.course_id = courses.id and reviews.is_counted
  order by reviews.created_at desc limit ${sql.lit(mostRatings)}
))`.as('ratings')

const cardColumnsOfCourse = [
  'courses.id',
  'courses.creator_id',
  'courses.title',
  'courses.sub_title',
  'courses.category',
  'courses.level',
  'courses.language',
  'courses.price_paise',
  'courses.thumbnail_id',
  'courses.rating_sum',
  'courses.rating_count',
  'courses.enrolment_count',
  'courses.lecture_count',
  'courses.total_seconds',
] as const
/** read for the rows of a page alone */
const creatorSql = '(select users.name from users where users.id = courses.creator_id)'

/** What a card shows of a course row. */
export const cardColumns = [...cardColumnsOfCourse, sql<string>`${sql.raw(creatorSql)}`.as('creator_name')] as const

/** The same for statements that are written in SQL. */
export const cardColumnsSql = `${cardColumnsOfCourse.join(', ')}, ${creatorSql} as creator_name`

/** Selects courses as cards show them. */
export const courseCards = (on: Executor) => on.selectFrom('courses').select(cardColumns)

export type CardRow = Awaited<ReturnType<ReturnType<typeof courseCards>['executeTakeFirstOrThrow']>>

/** Selects courses with everything that lists of whole courses show, lectures in order and ratings newest first, in one round trip. */
export const completeCourses = (on: Executor) =>
  courseCards(on)
    .select(['courses.description', 'courses.is_published', 'courses.created_at'])
    .select(jsonArrayFrom(ofCourse(briefLectures(inside))).as('lectures'))
    .select(newestRatings)

/** The published courses of a course row's educator in numbers. */
const educatorInNumbers = sql<{ courses: number; enrolments: number; ratings: number; stars: number }>`(
  select json_build_object('courses', count(*), 'enrolments', coalesce(sum(theirs.enrolment_count), 0),
    'ratings', coalesce(sum(theirs.rating_count), 0), 'stars', coalesce(sum(theirs.rating_sum), 0))
  from courses as theirs where theirs.creator_id = courses.creator_id and theirs.is_published
)`.as('educator')

/** Selects a course with all that its own page shows. */
const courseDetails = (on: Executor) =>
  courseCards(on)
    .select([
      'courses.description',
      'courses.is_published',
      'courses.created_at',
      'courses.updated_at',
      'courses.removed_at',
      'courses.regular_price_paise',
      'courses.sale_ends_at',
      'courses.struck_price_paise',
      'courses.outcomes',
      'courses.requirements',
      'courses.audience',
      'courses.grants_certificate',
    ])
    .select((course) => [
      jsonArrayFrom(ofCourse(lecturesInFull(inside))).as('lectures'),
      jsonArrayFrom(
        course
          .selectFrom('course_sections')
          .select(['course_sections.id', 'course_sections.title'])
          .whereRef('course_sections.course_id', '=', 'courses.id')
          .orderBy('course_sections.position'),
      ).as('sections'),
    ])
    .select([newestRatings, educatorInNumbers])

/** Whether the viewer is enrolled in the course of the row; never for a visitor. */
export const enrolledIn = (viewerId: string | null) =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select 1 from enrolments where enrolments.course_id = courses.id and enrolments.user_id = ${viewerId}
      )`

/** `decideVisible` for a student, as a condition on the row: published, or the student is enrolled. */
export const visibleToStudent = (studentId: string) => sql<boolean>`(courses.is_published or ${enrolledIn(studentId)})`

export type CompleteCourse = Awaited<ReturnType<ReturnType<typeof completeCourses>['executeTakeFirstOrThrow']>>

export type DetailedCourse = Awaited<ReturnType<ReturnType<typeof courseDetails>['executeTakeFirstOrThrow']>>

type Lecture = CompleteCourse['lectures'][number]
type LectureInFull = DetailedCourse['lectures'][number]
/** In PostgreSQL's JSON times are texts. */
type Times = 'live_start_time' | 'created_at' | 'video_created_at'

/** A lecture as lists show it, with what only the pages of its course do. */
export type LectureView = Omit<Lecture, Times> &
  Partial<Omit<LectureInFull, Times>> & { live_start_time: Date | string | null }

const courseForVisitor = compileOnce(['courseId'], (on, { courseId }: { courseId: string }) =>
  courseDetails(on).select(enrolledIn(null).as('enrolled')).where('courses.id', '=', courseId),
)
const courseForViewer = compileOnce(
  ['courseId', 'viewerId'],
  (on, { courseId, viewerId }: { courseId: string; viewerId: string }) =>
    courseDetails(on).select(enrolledIn(viewerId).as('enrolled')).where('courses.id', '=', courseId),
)

/** The complete course with `enrolled` for this viewer; `decideVisible` decides whether they may see it. */
export async function findCourse(on: Executor, courseId: string, viewerId: string | null) {
  const rows = await (viewerId === null
    ? courseForVisitor(on, { courseId })
    : courseForViewer(on, { courseId, viewerId }))
  return rows[0]
}

/** What decides whether a viewer may see a course. */
export const findCourseState = (on: Executor, courseId: string, viewerId: string | null) =>
  on
    .selectFrom('courses')
    .select(['creator_id', 'is_published', 'removed_at'])
    .select(enrolledIn(viewerId).as('enrolled'))
    .where('id', '=', courseId)
    .executeTakeFirst()

/** A creator's newest courses with ids of their students, within the limits of the call; removed ones are left out. */
export const findCoursesOf = (on: Executor, creatorId: string) =>
  completeCourses(on)
    .select(
      sql<string[]>`array(
        select enrolments.user_id from enrolments where enrolments.course_id = courses.id
        order by enrolments.created_at limit ${creatorCourseLimits.students}
      )`.as('students'),
    )
    .where('courses.creator_id', '=', creatorId)
    .where('courses.removed_at', 'is', null)
    .orderBy('courses.created_at', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(creatorCourseLimits.courses)
    .execute()

/** What the sitemap needs of a course. */
export type Address = { id: string; title: string; category: string | null; updated_at: Date }

/** Published courses in the order of their ids, behind one of them. */
export const findAddresses = (on: Executor, { after, count }: { after: string; count: number }): Promise<Address[]> =>
  on
    .selectFrom('courses')
    .select(['id', 'title', 'category', 'updated_at'])
    .where('is_published', '=', true)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()

/** Number of a creator's courses that are not removed, copies that are being made included. */
export async function countCoursesOf(on: Executor, creatorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from courses
    where creator_id = ${creatorId} and (removed_at is null or copying_since is not null)`.execute(on)
  return rows[0]?.count ?? 0
}

/** Ids of copies that were begun before a time and are not complete. */
export async function findUnfinishedCopies(on: Executor, before: Date, limit: number): Promise<string[]> {
  const rows = await on.selectFrom('courses').select('id').where('copying_since', '<', before).limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** A copy that is not complete, locked. */
export const lockUnfinishedCopy = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses')
    .select(['id', 'creator_id', 'thumbnail_id', 'is_published'])
    .where('id', '=', courseId)
    .where('copying_since', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export async function insertCourse(on: Executor, course: Insertable<CoursesTable>): Promise<void> {
  await on.insertInto('courses').values(course).execute()
}

export async function isOwnCourse(on: Executor, courseId: string, ownerId: string): Promise<boolean> {
  const row = await on
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('creator_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The owner's course, locked: anyone who changes it, its lectures or its counters waits for the transaction. The account is locked before. */
export async function lockOwnCourse(tx: Tx, courseId: string, ownerId: string) {
  await keepAccounts(tx, [ownerId])
  return tx
    .selectFrom('courses')
    .selectAll()
    .where('id', '=', courseId)
    .where('creator_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** A course of any owner that is not removed, locked. */
export const lockCourse = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses')
    .selectAll()
    .where('id', '=', courseId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** A creator's courses that are not removed, locked. */
export const lockCoursesOf = (tx: Tx, creatorId: string) =>
  tx
    .selectFrom('courses')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function updateCourse(tx: Tx, courseId: string, changes: Updateable<CoursesTable>): Promise<void> {
  await tx.updateTable('courses').set(changes).where('id', '=', courseId).execute()
}

export async function deleteCourse(tx: Tx, courseId: string): Promise<void> {
  await tx.deleteFrom('courses').where('id', '=', courseId).execute()
}

/** Whether a course has enrolments and orders. Reads the tables, not the counters: a deletion cannot be undone. */
export async function findTies(tx: Tx, courseId: string): Promise<CourseTies> {
  const { rows } = await sql<CourseTies>`
    select exists (select 1 from enrolments where course_id = ${courseId}) as enrolments,
      exists (select 1 from order_items where course_id = ${courseId}) as orders`.execute(tx)
  return rows[0] ?? { enrolments: true, orders: true }
}

/** Whether the user has a course that is not removed. */
export async function hasCourses(on: Executor, userId: string): Promise<boolean> {
  const row = await on
    .selectFrom('courses')
    .select('id')
    .where('creator_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
