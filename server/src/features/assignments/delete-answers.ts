import type { Tx } from '#core/transact.ts'
import { removeLater } from '../media/index.ts'
import { deleteAnswersOf, fileIdsOf, type Of } from './queries.ts'

const filesOfJob = 1000

/** Has jobs remove the files of all answers of an entry, a course or a student. */
export async function removeAnswerFiles(tx: Tx, of: Of): Promise<void> {
  const files = await fileIdsOf(tx, of)
  for (let at = 0; at < files.length; at += filesOfJob) removeLater(tx, { files: files.slice(at, at + filesOfJob) })
}

/** Deletes all that a student has written for assignments, and its files by jobs. */
export async function deleteAnswers(tx: Tx, studentId: string): Promise<void> {
  await removeAnswerFiles(tx, { studentId })
  await deleteAnswersOf(tx, studentId)
}
