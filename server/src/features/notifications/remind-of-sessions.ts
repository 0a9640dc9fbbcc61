import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { soonKey, soonTopic } from './keys.ts'
import { isScheduledAt, noteSoonSessions } from './mails/mail-queries.ts'
import { notifyMany } from './notify.ts'
import { sessionSoon } from './own-jobs.ts'
import { findLectureSubject, findStudents } from './queries.ts'
import { byLecture } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Milliseconds before a session in which its students are reminded of it. */
export const soonMs = 30 * 60 * 1000
/** Sessions in one run; the next one follows a minute later. */
const mostSessions = 200

/** Enqueues a reminder of each session that begins soon, once for each of its times, whichever processes look for them. */
export async function remindOfSessions({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> {
  const from = clock.now()
  await transact(db, async (tx) => {
    const until = new Date(from.getTime() + soonMs)
    for (const { lectureId, startTime } of await noteSoonSessions(tx, { from, until, most: mostSessions }))
      tx.enqueue(sessionSoon, { lectureId, startTime: startTime.toISOString() })
  })
}

/** Notifies a course's students that a session begins soon, unless its time has changed or it has begun. */
export async function notifySessionSoon(deps: Deps, lectureId: string, startTime: Date): Promise<void> {
  const lecture = await findLectureSubject(deps.db, lectureId)
  if (!lecture || startTime <= deps.clock.now() || !(await isScheduledAt(deps.db, lectureId, startTime))) return
  const params = {
    courseId: lecture.course_id,
    course: lecture.course_title,
    lectureId,
    lecture: lecture.title,
    startTime: startTime.toISOString(),
  }
  const event = {
    key: soonKey(lectureId, startTime),
    topic: soonTopic(lecture.course_id),
    item: `${lectureId} ${startTime.toISOString()}`,
    collapse: byLecture,
    // sessions of one course hardly begin together: the last one is shown
    write: () => ({ kind: 'session-soon' as const, params }),
  }
  await notifyMany(deps, event, (after, limit) => findStudents(deps.db, lecture.course_id, after, limit))
}
