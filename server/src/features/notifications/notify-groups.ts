import type { FeatureDeps } from '#core/feature-deps.ts'
import { findUsersByWishlist } from '../wishlist/index.ts'
import {
  lectureKey,
  lecturesTopic,
  liveKey,
  liveTopic,
  priceKey,
  priceTopic,
  sessionKey,
  sessionsTopic,
} from './keys.ts'
import type { Content } from './kinds.ts'
import { notifyMany } from './notify.ts'
import { findCourseSubject, findLectureSubject, findStudents } from './queries.ts'
import { byLecture, byPrice, priceItem, readDrop } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>
type Subject = NonNullable<Awaited<ReturnType<typeof findLectureSubject>>>
type Many = 'lectures-added' | 'sessions-scheduled' | 'sessions-started'

/** Notifies the students of a course; events of several lectures within a short time become one notification. */
const notifyStudents = (
  deps: Deps,
  { course_id: courseId, course_title: course }: Subject,
  event: { key: string; topic: string; item: string; one: Content; many: Many },
): Promise<void> => {
  const { one, many, ...topical } = event
  const write = ({ length: count }: readonly string[]): Content =>
    count === 1 ? one : { kind: many, params: { courseId, course, count } }
  return notifyMany(deps, { ...topical, collapse: byLecture, write }, (after, limit) =>
    findStudents(deps.db, courseId, after, limit),
  )
}

const paramsOf = ({ id, title, course_id, course_title }: Subject) => ({
  courseId: course_id,
  course: course_title,
  lectureId: id,
  lecture: title,
})

/** Notifies a course's students of a lecture that was added. */
export async function notifyLectureAdded(deps: Deps, lectureId: string): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture) return
  const one: Content = { kind: 'lecture-added', params: paramsOf(lecture) }
  const topic = lecturesTopic(lecture.course_id)
  await notifyStudents(deps, lecture, {
    key: lectureKey(lectureId),
    topic,
    item: lectureId,
    one,
    many: 'lectures-added',
  })
}

/** Notifies a course's students of the time of a session, unless that has changed since. */
export async function notifySessionScheduled(deps: Deps, lectureId: string, startTime: Date): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (lecture?.live_start_time?.getTime() !== startTime.getTime()) return
  const params = { ...paramsOf(lecture), startTime: startTime.toISOString() }
  await notifyStudents(deps, lecture, {
    key: sessionKey(lectureId, startTime),
    topic: sessionsTopic(lecture.course_id),
    item: `${lectureId} ${startTime.toISOString()}`,
    one: { kind: 'session-scheduled', params },
    many: 'sessions-scheduled',
  })
}

/** Notifies a course's students that a session has begun. */
export async function notifySessionStarted(deps: Deps, lectureId: string, startedAt: string): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture) return
  await notifyStudents(deps, lecture, {
    key: liveKey(lectureId, startedAt),
    topic: liveTopic(lecture.course_id),
    item: `${lectureId} ${startedAt}`,
    one: { kind: 'session-started', params: { lectureId, lecture: lecture.title } },
    many: 'sessions-started',
  })
}

/**
 * Notifies users who have a course on their wishlist, and are not enrolled in it, that it became cheaper. Prices in paise. Skips
 * a price that is not the current one, one that is not below those of the last week's notifications, and a course that is not
 * published.
 */
export async function notifyPriceDropped(
  deps: Deps,
  { courseId, from, to, change }: { courseId: string; from: number; to: number; change: string },
): Promise<void> {
  const course = await findCourseSubject(deps.db, courseId)
  if (!course?.is_published || course.price_paise !== to) return
  const event = {
    key: priceKey(change),
    topic: priceTopic(courseId),
    item: priceItem(from, to),
    collapse: byPrice,
    write: ([item = '']: readonly string[]): Content => ({
      kind: 'price-dropped',
      params: { courseId, course: course.title, ...readDrop(item) },
    }),
  }
  await notifyMany(deps, event, (after, limit) => findUsersByWishlist(deps.db, courseId, after, limit))
}
