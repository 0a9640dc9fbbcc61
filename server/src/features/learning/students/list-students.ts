import { msg } from '@lingui/core/runtime-macro'
import type { api, CompletionRule, CourseStudent, ReplyOf } from '@virtual-courses/contract'
import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { photoUrlOf } from '../../accounts/index.ts'
import { findCurriculum, findRule } from '../completion-queries.ts'
import { type CompletionState, type Curriculum, decideCompletion } from '../completion-rules.ts'
import { presentCompletion } from '../present-completion.ts'
import { countStudents, findOwnCounts, findStudents, type StudentQuery, type StudentRow } from './student-queries.ts'

type Requirements = { curriculum: Curriculum; rule: CompletionRule }

function completionOfRow(row: StudentRow, { curriculum, rule }: Requirements): CompletionState {
  const done = new Set(row.done)
  // only whether an entry is ticked counts here, not when
  const entries = curriculum.map((entry) => ({ ...entry, doneAt: done.has(entry.id) ? row.enrolled_at : null }))
  return decideCompletion(entries, rule, row.completed_at)
}

const presentStudent = (row: StudentRow, requirements: Requirements, say: Say): CourseStudent => ({
  _id: row.id,
  name: row.name,
  photoUrl: photoUrlOf(row.photo_id),
  enrolledAt: row.enrolled_at.toISOString(),
  completedLectures: row.completed_lectures,
  lastWatchedAt: row.last_watched_at?.toISOString() ?? null,
  completion: presentCompletion(completionOfRow(row, requirements), requirements.rule, say, {
    certificate: row.certificate,
    certificateOpen: false,
  }),
})

/** Maximum number of students in a table, and how many are read at once. */
const mostExported = 50_000
const exportedAtOnce = 500

const columns = [
  ...[msg`Name`, msg`Enrolled at`, msg`Completed lectures`, msg`Lectures`, msg`Last watched at`],
  ...[msg`Completed at`, msg`Still missing`, msg`Certificate`],
]

/**
 * Returns the students of the owner's course as CSV (RFC 4180, UTF-8 with the mark by which spreadsheets know it), newest first. A name
 * that a spreadsheet would take for a formula gets an apostrophe. Throws not_found, rate_limited, and when `signal` aborts.
 */
export async function exportStudents(
  { db, limits }: Pick<FeatureDeps, 'db' | 'limits'>,
  ownerId: string,
  courseId: string,
  { signal, say }: { signal: AbortSignal; say: Say },
): Promise<string> {
  const counts = await findOwnCounts(db, courseId, ownerId)
  if (!counts) throw new DomainError('not_found')
  await limits.exports.consume(ownerId)
  const table: (string | number)[][] = [columns.map(say)]
  const requirements = await findRequirements(db, courseId)
  let cursor: string | undefined
  do {
    signal.throwIfAborted()
    const { rows, next } = await findStudents(db, courseId, { sort: 'newest', limit: exportedAtOnce, cursor })
    for (const row of rows) {
      const { name, enrolledAt, completedLectures, lastWatchedAt, completion } = presentStudent(row, requirements, say)
      const missing = completion.completedAt === null ? completion.sentence : ''
      const learnt = [completedLectures, counts.lecture_count, lastWatchedAt ?? '']
      table.push([name, enrolledAt, ...learnt, completion.completedAt ?? '', missing, completion.certificate ?? ''])
    }
    cursor = next ?? undefined
  } while (cursor !== undefined && table.length <= mostExported)
  return csvOf(table, { bom: true })
}

const findRequirements = async (on: Executor, courseId: string): Promise<Requirements> => ({
  curriculum: await findCurriculum(on, courseId),
  rule: await findRule(on, courseId),
})

/** Returns a page of the students of the owner's course with their progress; no e-mail addresses. Throws not_found. */
export async function listStudents(
  { db }: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  courseId: string,
  { query, say }: { query: StudentQuery; say: Say },
): Promise<ReplyOf<typeof api.courses.students>> {
  const counts = await findOwnCounts(db, courseId, ownerId)
  if (!counts) throw new DomainError('not_found')
  const [{ rows, ...beside }, total, requirements] = await Promise.all([
    findStudents(db, courseId, query),
    query.text ? countStudents(db, courseId, query.text) : counts.enrolment_count,
    findRequirements(db, courseId),
  ])
  return {
    students: rows.map((row) => presentStudent(row, requirements, say)),
    total,
    lectureCount: counts.lecture_count,
    ...beside,
  }
}
