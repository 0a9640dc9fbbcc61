import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { compileOnce } from '#core/limits/compile-once.ts'
import { enrolledIn } from '../../courses/index.ts'
import { paidBy } from '../../lectures/index.ts'
import { hasOpening, openedBy } from '../../openings/index.ts'

const watchedLectures = (on: Executor, viewerId: string | null) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .leftJoin('videos', 'videos.id', 'lectures.video_id')
    .select([
      'lectures.id',
      'lectures.course_id',
      'lectures.kind',
      'lectures.is_preview_free',
      'courses.creator_id',
      'courses.is_published',
      'courses.removed_at',
      'videos.id as video_id',
      'videos.content_type',
      'videos.duration_seconds',
      'videos.stream_id',
    ])
    .select([enrolledIn(viewerId).as('enrolled'), paidBy(viewerId).as('paid')])
    // not for most: what has no rule is open
    .select(
      (viewerId === null ? sql<boolean>`true` : sql<boolean>`(not ${hasOpening} or ${openedBy(viewerId)})`).as(
        'is_opened',
      ),
    )

const watchedLecture = (on: Executor, lectureId: string, viewerId: string | null) =>
  watchedLectures(on, viewerId).where('lectures.id', '=', lectureId)

export type WatchedLectures = { lectureIds: readonly string[] } | { courseId: string }

/** Returns the same facts of several lectures, or of all of a course in their order. */
export const findWatchedLectures = (on: Executor, of: WatchedLectures, viewerId: string | null) =>
  ('courseId' in of
    ? watchedLectures(on, viewerId).where('lectures.course_id', '=', of.courseId)
    : watchedLectures(on, viewerId).where('lectures.id', '=', sql<string>`any(${[...of.lectureIds]}::text[])`)
  )
    .orderBy('lectures.course_id')
    .orderBy('lectures.position')
    .execute()

const watchedByVisitor = compileOnce(['lectureId'], (on, { lectureId }: { lectureId: string }) =>
  watchedLecture(on, lectureId, null),
)
const watchedByViewer = compileOnce(
  ['lectureId', 'viewerId'],
  (on, { lectureId, viewerId }: { lectureId: string; viewerId: string }) => watchedLecture(on, lectureId, viewerId),
)

/**
 * Returns the facts that decide who may watch a lecture, and its video. Compiled and planned once: every answer to a quiz, text and
 * playlist asks it, and planning it took ten times as long as running it.
 */
export async function findWatchedLecture(on: Executor, lectureId: string, viewerId: string | null) {
  const rows = await (viewerId === null
    ? watchedByVisitor(on, { lectureId })
    : watchedByViewer(on, { lectureId, viewerId }))
  return rows[0]
}

/** Returns the data of which playlists of a video's stream are made; undefined without a stream. */
export const findStream = (on: Executor, videoId: string) =>
  on
    .selectFrom('videos')
    .select(['stream_id', 'renditions', 'storyboard'])
    .where('id', '=', videoId)
    .where('stream_id', 'is not', null)
    .$narrowType<{ stream_id: string }>()
    .executeTakeFirst()
