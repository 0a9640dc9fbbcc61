import { msg } from '@lingui/core/runtime-macro'
import type { api, CourseStudent, ReplyOf } from '@virtual-courses/contract'
import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { photoUrlOf } from '../../accounts/index.ts'
import { countStudents, findOwnCounts, findStudents, type StudentQuery, type StudentRow } from './student-queries.ts'

const presentStudent = (row: StudentRow): CourseStudent => ({
  _id: row.id,
  name: row.name,
  photoUrl: photoUrlOf(row.photo_id),
  enrolledAt: row.enrolled_at.toISOString(),
  completedLectures: row.completed_lectures,
  lastWatchedAt: row.last_watched_at?.toISOString() ?? null,
})

/** Maximum number of students in a table, and how many are read at once. */
const mostExported = 50_000
const exportedAtOnce = 500

const columns = [msg`Name`, msg`Enrolled at`, msg`Completed lectures`, msg`Lectures`, msg`Last watched at`]

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
  let cursor: string | undefined
  do {
    signal.throwIfAborted()
    const { rows, next } = await findStudents(db, courseId, { sort: 'newest', limit: exportedAtOnce, cursor })
    for (const { name, enrolledAt, completedLectures, lastWatchedAt } of rows.map(presentStudent))
      table.push([name, enrolledAt, completedLectures, counts.lecture_count, lastWatchedAt ?? ''])
    cursor = next ?? undefined
  } while (cursor !== undefined && table.length <= mostExported)
  return csvOf(table, { bom: true })
}

/** Returns a page of the students of the owner's course with their progress; no e-mail addresses. Throws not_found. */
export async function listStudents(
  { db }: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  courseId: string,
  query: StudentQuery,
): Promise<ReplyOf<typeof api.courses.students>> {
  const counts = await findOwnCounts(db, courseId, ownerId)
  if (!counts) throw new DomainError('not_found')
  const [{ rows, ...beside }, total] = await Promise.all([
    findStudents(db, courseId, query),
    query.text ? countStudents(db, courseId, query.text) : counts.enrolment_count,
  ])
  return { students: rows.map(presentStudent), total, lectureCount: counts.lecture_count, ...beside }
}
