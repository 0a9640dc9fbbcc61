import {
  type AnswerAttempt,
  type AnswerFile,
  type AnswerMarking,
  type Assignment,
  answerFilePath,
  type ListedAnswer,
  type OwnAnswer,
} from '@virtual-courses/contract'
import { versionOf } from '#core/read-version.ts'
import type { ListedRow } from './list-queries.ts'
import type { AnswerRow, AssignmentRow, AttemptRow, FileRow } from './queries.ts'
import { attemptInHand, finalMarks, isInAttempt, lateDays } from './rules.ts'

/** Version of what marks are given by. */
export const rubricVersion = ({ rubric, max_marks }: Pick<AssignmentRow, 'rubric' | 'max_marks'>): string =>
  versionOf([rubric, max_marks])

/** Version of what `assignments.edit` changes. */
export const assignmentVersion = (row: AssignmentRow): string =>
  versionOf([
    row.title,
    row.body,
    row.due_at?.toISOString() ?? null,
    row.late_rule,
    row.late_percent,
    row.max_attempts,
    row.max_marks,
    row.rubric,
  ])

export const presentTask = (row: AssignmentRow) => ({
  lectureId: row.lecture_id,
  courseId: row.course_id,
  courseTitle: row.course_title,
  title: row.title,
  dueAt: row.due_at?.toISOString() ?? null,
  lateRule: row.late_rule,
  latePercent: row.late_percent,
  maxAttempts: row.max_attempts,
  maxMarks: row.max_marks,
  rubric: row.rubric,
  rubricVersion: rubricVersion(row),
})

/** `own` adds what only the educator of the course sees. */
export const presentAssignment = (
  row: AssignmentRow,
  { files, zone, own }: { files: Assignment['files']; zone: string; own: boolean },
): Assignment => ({
  ...presentTask(row),
  task: row.body,
  files,
  zone,
  ...(own && { version: assignmentVersion(row) }),
})

export const presentFile = ({ id, name, bytes }: Pick<FileRow, 'id' | 'name' | 'bytes'>): AnswerFile => ({
  _id: id,
  name,
  bytes: Number(bytes),
  url: answerFilePath(id),
})

/** The files of an attempt, or of what is being written. */
export const filesOf = (files: readonly FileRow[], attempt: number): FileRow[] =>
  files.filter((file) => isInAttempt(file, attempt))

function presentMarking(row: AttemptRow): AnswerMarking | null {
  if (row.rubric === null || row.marked_at === null) return null
  const off = row.percent_off ?? 0
  return {
    rubric: row.rubric,
    maxMarks: row.max_marks ?? 0,
    levels: row.levels ?? {},
    comments: row.comments ?? {},
    comment: row.comment ?? '',
    marks: row.marks,
    percentOff: off,
    finalMarks: row.marks === null ? null : finalMarks(row.marks, off),
    markedAt: row.marked_at.toISOString(),
  }
}

export const presentAttempt = (row: AttemptRow, files: readonly FileRow[], dueAt: Date | null): AnswerAttempt => ({
  number: row.number,
  text: row.text,
  files: filesOf(files, row.number).map(presentFile),
  handedInAt: row.handed_in_at.toISOString(),
  lateDays: row.late_days ?? lateDays(dueAt, row.handed_in_at),
  outcome: row.outcome,
  marking: presentMarking(row),
})

export const presentOwnAnswer = (
  answer: AnswerRow,
  { attempts, files, dueAt }: { attempts: readonly AttemptRow[]; files: readonly FileRow[]; dueAt: Date | null },
): OwnAnswer => ({
  state: answer.state,
  attempt: answer.attempt,
  text: answer.text,
  revision: answer.revision,
  files: filesOf(files, attemptInHand(answer)).map(presentFile),
  changedAt: answer.changed_at.toISOString(),
  attempts: attempts.map((attempt) => presentAttempt(attempt, files, dueAt)),
})

export const presentListed = (row: ListedRow): ListedAnswer => ({
  _id: row.id,
  student: { _id: row.student_id, name: row.name },
  lectureId: row.lecture_id,
  title: row.title,
  courseId: row.course_id,
  courseTitle: row.course_title,
  state: row.state,
  attempt: row.attempt,
  handedInAt: row.handed_in_at.toISOString(),
  lateDays: row.late_days ?? lateDays(row.due_at, row.handed_in_at),
  finalMarks: row.marks === null ? null : finalMarks(row.marks, row.percent_off ?? 0),
  maxMarks: row.max_marks,
})
