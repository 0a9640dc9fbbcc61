import type { CompletionRule } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { keepLecture } from '../lectures/index.ts'
import {
  findCompletedAt,
  findCurriculum,
  findEntries,
  findEntry,
  findRule,
  findUnfinished,
  findWatchedEnough,
  insertCompletion,
  insertMark,
} from './completion-queries.ts'
import { type Curriculum, decideCompletion, isByHand, isReached, reachedAt, secondsNeeded } from './completion-rules.ts'
import { courseCompleted } from './jobs.ts'
import { lockEnrolment } from './view-queries.ts'

type Student = { userId: string; courseId: string }

/**
 * Keeps that a student has completed a course if they have, and announces it then, once for each enrolment. The enrolment is locked until
 * the transaction ends: of two reports at once the second sees the tick of the first. Lock the lecture (`keepLecture`) before.
 */
export async function completeIfReached(tx: Tx, { userId, courseId }: Student): Promise<boolean> {
  const enrolledAt = await lockEnrolment(tx, { userId, courseId })
  if (!enrolledAt) return false
  if ((await findCompletedAt(tx, userId, [courseId])).has(courseId)) return false
  const [rule, entries] = [await findRule(tx, courseId), await findEntries(tx, userId, [courseId])]
  if (!isReached(decideCompletion(entries, rule, null))) return false
  const isNew = await insertCompletion(tx, userId, courseId, reachedAt(entries, rule, enrolledAt))
  if (isNew) await tx.announce(courseCompleted, { userId, courseId })
  return isNew
}

/**
 * Ticks an entry of the curriculum for a student who did what it asks: watched, passed, was accepted. A tick stays as it is. Returns
 * whether it is new.
 */
export async function completeEntry(
  tx: Tx,
  { userId, lectureId, now }: { userId: string; lectureId: string; now: Date },
): Promise<boolean> {
  await keepLecture(tx, lectureId)
  const entry = await findEntry(tx, lectureId)
  if (!entry) return false
  await lockEnrolment(tx, { userId, courseId: entry.courseId })
  if (!(await insertMark(tx, userId, lectureId, now))) return false
  await completeIfReached(tx, { userId, courseId: entry.courseId })
  return true
}

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

const studentsAtOnce = 200

/** Ticks a measured video for those who have watched as much of it as the rule asks for now. */
async function tickWatched(
  { db, clock }: Deps,
  { id: lectureId, videoId, duration }: Curriculum[number],
  rule: CompletionRule,
) {
  if (videoId === null || duration === null) return
  const wanted = { lectureId, videoId, seconds: secondsNeeded(duration, rule) }
  let found: string[]
  do {
    found = await findWatchedEnough(db, wanted, studentsAtOnce)
    for (const userId of found) await transact(db, (tx) => completeEntry(tx, { userId, lectureId, now: clock.now() }))
  } while (found.length === studentsAtOnce)
}

/** Completes a course for all who have reached it since its rule or its curriculum changed. */
export async function completeForAll(deps: Deps, courseId: string): Promise<void> {
  const { db } = deps
  const [rule, curriculum] = [await findRule(db, courseId), await findCurriculum(db, courseId)]
  // one that may be ticked by hand may have been unticked
  for (const entry of curriculum) if (!isByHand(entry, rule)) await tickWatched(deps, entry, rule)
  for (let after = ''; ; ) {
    const students = await findUnfinished(db, courseId, after, studentsAtOnce)
    for (const { userId, done } of students) {
      const marks = new Map(done.map(({ id, at }) => [id, at]))
      const entries = curriculum.map((entry) => ({ ...entry, doneAt: marks.get(entry.id) ?? null }))
      if (isReached(decideCompletion(entries, rule, null)))
        await transact(db, (tx) => completeIfReached(tx, { userId, courseId }))
    }
    const last = students.at(-1)
    if (!last || students.length < studentsAtOnce) return
    after = last.userId
  }
}
