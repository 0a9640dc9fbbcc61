import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import { completeIfReached } from '../complete-course.ts'
import { marksSet } from '../jobs.ts'
import { mostCorrections } from '../rules.ts'
import {
  endSetMarks,
  insertCorrections,
  keepLectures,
  lockEnrolments,
  mostCorrected,
  putTicks,
  type SetMark,
} from './set-queries.ts'

type Batch = {
  courseId: string
  authorId: string
  reason: string
  /** id of these changes, of which each student is notified once */
  batch: string
  now: Date
  changes: readonly SetMark[]
}

/**
 * Sets marks of students of a course, or takes them back, each with a correction; the students read the reason. What passes is ticked, what
 * does not is not ticked any more, and a completed course stays completed. The accounts and the course must be locked. Throws rate_limited.
 */
export async function setMarks(tx: Tx, { changes, ...batch }: Batch): Promise<void> {
  if (changes.length === 0) return
  const { courseId, now } = batch
  const userIds = [...new Set(changes.map(({ userId }) => userId))].toSorted()
  await keepLectures(tx, [...new Set(changes.map(({ lectureId }) => lectureId))])
  await lockEnrolments(tx, courseId, userIds)
  const ticked = await putTicks(tx, changes, now)
  await endSetMarks(tx, changes)
  const rows = changes.map((change) => ({
    ...change,
    id: newId(),
    ticked: ticked.get(`${change.userId} ${change.lectureId}`) ?? null,
  }))
  await insertCorrections(tx, batch, rows)
  if ((await mostCorrected(tx, courseId, userIds)) > mostCorrections)
    throw new DomainError(
      'rate_limited',
      msg`At most ${{ most: mostCorrections }} entries of a student can be corrected in a course`,
    )
  const completing = new Set(rows.flatMap(({ userId, ticked: done }) => (done === true ? [userId] : [])))
  for (const userId of userIds) if (completing.has(userId)) await completeIfReached(tx, { userId, courseId })
  tx.enqueue(marksSet, { batch: batch.batch })
}
