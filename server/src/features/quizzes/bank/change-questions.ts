import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { curriculumChanged, isEmptyQuiz } from '../../lectures/index.ts'

async function countEmpty(on: Executor, courseId: string): Promise<number> {
  const rows = await on
    .selectFrom('lectures')
    .select('lectures.id')
    .where('lectures.course_id', '=', courseId)
    .where('lectures.kind', '=', 'quiz')
    .where(isEmptyQuiz)
    .execute()
  return rows.length
}

/**
 * Changes questions or quizzes of a course. A quiz that has no question any more counts no more, so that who has done the rest has
 * completed the course.
 */
export async function changeQuestions<T>(tx: Tx, courseId: string, change: () => Promise<T>): Promise<T> {
  const before = await countEmpty(tx, courseId)
  const changed = await change()
  if ((await countEmpty(tx, courseId)) > before) tx.enqueue(curriculumChanged, { courseId })
  return changed
}
