import type { Tx } from '#core/transact.ts'
import { removeLater } from '../media/index.ts'
import { deleteAnswersOf, fileIdsOf } from './queries.ts'

/** Deletes all that a student has written for assignments, and its files by a job. */
export async function deleteAnswers(tx: Tx, studentId: string): Promise<void> {
  const files = await fileIdsOf(tx, { studentId })
  await deleteAnswersOf(tx, studentId)
  removeLater(tx, { files })
}
