import type { FeatureDeps } from '../deps.ts'
import { lectureKey, liveKey, sessionKey } from './keys.ts'
import { livePage, playerPage } from './links.ts'
import { notifyMany } from './notify.ts'
import { liveNow, newLecture, sessionScheduled } from './sentences.ts'
import { findLectureSubject, findStudents } from './subjects.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config'>

/** Tells a course's students of a lecture that was added. */
export async function tellOfLecture(deps: Deps, lectureId: string): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture) return
  const told = {
    key: lectureKey(lectureId),
    message: newLecture(lecture.course_title, lecture.title),
    link: playerPage(lecture.course_id, lectureId),
  }
  await notifyMany(deps, told, (after, limit) => findStudents(deps.db, lecture.course_id, after, limit))
}

/** Tells a course's students when a session will be. */
export async function tellOfSession(deps: Deps, lectureId: string, startTime: Date): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture) return
  const told = {
    key: sessionKey(lectureId, startTime),
    message: sessionScheduled(lecture.course_title, lecture.title, startTime, deps.config.TIME_ZONE),
    link: playerPage(lecture.course_id, lectureId),
  }
  await notifyMany(deps, told, (after, limit) => findStudents(deps.db, lecture.course_id, after, limit))
}

/** Tells a course's students that a session has begun. */
export async function tellOfLiveStart(deps: Deps, lectureId: string, startedAt: string): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture) return
  const told = { key: liveKey(lectureId, startedAt), message: liveNow(lecture.title), link: livePage(lectureId) }
  await notifyMany(deps, told, (after, limit) => findStudents(deps.db, lecture.course_id, after, limit))
}
