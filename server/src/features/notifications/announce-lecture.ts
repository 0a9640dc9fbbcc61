import type { FeatureDeps } from '#core/feature-deps.ts'
import { lectureKey, lecturesTopic, liveKey, liveTopic, sessionKey, sessionsTopic } from './keys.ts'
import { livePage, playerPage } from './links.ts'
import { notifyMany } from './notify.ts'
import { byLecture } from './rules.ts'
import { liveNow, manyLectures, manyLive, manySessions, newLecture, sessionScheduled } from './sentences.ts'
import { findLectureSubject, findStudents } from './subjects.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config'>
type Subject = NonNullable<Awaited<ReturnType<typeof findLectureSubject>>>

/** Tells the course's students; what happens to many lectures in a short time is one notification. */
const notifyStudents = (
  deps: Deps,
  { course_id: courseId, course_title: course }: Subject,
  event: { key: string; topic: string; item: string; one: { message: string; link: string } },
  many: (course: string, count: number) => string,
): Promise<void> => {
  const { one, ...topical } = event
  const write = ({ length }: readonly string[]) =>
    length === 1 ? one : { message: many(course, length), link: playerPage(courseId) }
  return notifyMany(deps, { ...topical, collapse: byLecture, write }, (after, limit) =>
    findStudents(deps.db, courseId, after, limit),
  )
}

/** Tells a course's students of a lecture that was added. */
export async function notifyLecture(deps: Deps, lectureId: string): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture) return
  const { course_id: courseId, course_title: course } = lecture
  const one = { message: newLecture(course, lecture.title), link: playerPage(courseId, lectureId) }
  const event = { key: lectureKey(lectureId), topic: lecturesTopic(courseId), item: lectureId, one }
  await notifyStudents(deps, lecture, event, manyLectures)
}

/** Tells a course's students when a session will be. Nobody is told of a time that does not hold any more. */
export async function notifySession(deps: Deps, lectureId: string, startTime: Date): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (lecture?.live_start_time?.getTime() !== startTime.getTime()) return
  const { course_id: courseId, course_title: course } = lecture
  const one = {
    message: sessionScheduled(course, lecture.title, startTime, deps.config.TIME_ZONE),
    link: playerPage(courseId, lectureId),
  }
  const item = `${lectureId} ${startTime.toISOString()}`
  const event = { key: sessionKey(lectureId, startTime), topic: sessionsTopic(courseId), item, one }
  await notifyStudents(deps, lecture, event, manySessions)
}

/** Tells a course's students that a session has begun. */
export async function notifyLiveStart(deps: Deps, lectureId: string, startedAt: string): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture) return
  const one = { message: liveNow(lecture.title), link: livePage(lectureId) }
  const item = `${lectureId} ${startedAt}`
  const event = { key: liveKey(lectureId, startedAt), topic: liveTopic(lecture.course_id), item, one }
  await notifyStudents(deps, lecture, event, manyLive)
}
