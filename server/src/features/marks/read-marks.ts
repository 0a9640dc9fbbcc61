import type { api, Mark, MarkedEntry, QueryOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { areAttemptsUsed, attemptsAllowed } from '../lectures/index.ts'
import {
  countStudents,
  findCourse,
  findEntries,
  findMarks,
  findStudents,
  type MarkedRow,
  type MarkRow,
} from './queries.ts'
import { percentOf } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db'>

const presentEntry = ({ id, title, kind }: MarkedRow): MarkedEntry => ({ lectureId: id, title, kind })

const presentMark = ({ lecture_id, state, marks, max_marks, attempts, allowed, extra }: MarkRow): Mark => ({
  lectureId: lecture_id,
  state,
  marks: marks === null ? null : marks / 100,
  maxMarks: max_marks === null ? null : max_marks / 100,
  attempts,
  ...(state === 'failed' &&
    areAttemptsUsed(attempts, attemptsAllowed(allowed, { attempts: extra ?? 0 })) && { isUsed: true as const }),
})

/** Returns students with their marks in entries of a course. */
export async function marksOf<Student extends { id: string }>(
  on: Executor,
  entries: readonly { id: string }[],
  students: readonly Student[],
): Promise<{ student: Student; marks: Mark[]; percent: number | null }[]> {
  const idOf = ({ id }: { id: string }) => id
  const rows = await findMarks(on, entries.map(idOf), students.map(idOf))
  const byStudent = Map.groupBy(rows, ({ user_id }) => user_id)
  return students.map((student) => {
    const marks = (byStudent.get(student.id) ?? []).map(presentMark)
    return { student, marks, percent: percentOf(marks) }
  })
}

/** Returns a page of the students of the viewer's own course with their marks. Throws not_found. */
export async function readMarks(
  { db }: Deps,
  viewer: CurrentUser,
  courseId: string,
  query: QueryOf<typeof api.marks.ofCourse>,
): Promise<ReplyOf<typeof api.marks.ofCourse>> {
  const title = await findCourse(db, courseId, { ownerId: viewer.id })
  if (title === undefined) throw new DomainError('not_found')
  const entries = await findEntries(db, courseId)
  const { rows, next, previous } = await findStudents(db, courseId, query)
  const total = await countStudents(db, courseId, query.text)
  return {
    title,
    entries: entries.map(presentEntry),
    students: (await marksOf(db, entries, rows)).map(({ student: { id, name, completed_at }, ...marks }) => ({
      student: { _id: id, name },
      completedAt: completed_at?.toISOString() ?? null,
      ...marks,
    })),
    total,
    next,
    previous,
  }
}

/** Returns the user's own marks in a course that they are enrolled in. Throws not_found. */
export async function readOwnMarks(
  { db }: Deps,
  viewer: CurrentUser,
  courseId: string,
): Promise<ReplyOf<typeof api.marks.own>> {
  const title = await findCourse(db, courseId, { studentId: viewer.id })
  if (title === undefined) throw new DomainError('not_found')
  const entries = await findEntries(db, courseId)
  const [own] = await marksOf(db, entries, [{ id: viewer.id }])
  return { courseId, title, entries: entries.map(presentEntry), marks: own?.marks ?? [], percent: own?.percent ?? null }
}
