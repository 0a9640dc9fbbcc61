import type { api, Mark, MarkedEntry, MarkState, QueryOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { areAttemptsUsed, attemptsAllowed } from '../lectures/index.ts'
import type { Facts } from './import-rules.ts'
import type { Shown } from './marks-file.ts'
import {
  countStudents,
  findCourse,
  findEntries,
  findMarks,
  findSetMarks,
  findStudents,
  type MarkedRow,
  type MarkRow,
  type SetRow,
} from './queries.ts'
import { percentOf } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db'>

const presentEntry = ({ id, title, kind }: MarkedRow): MarkedEntry => ({ lectureId: id, title, kind })

/** What a student has at an entry: what they have reached, and what their educator has set. */
type Both = { own?: MarkRow | undefined; set?: SetRow | undefined }

const placeOf = (row: { user_id: string; lecture_id: string }): string => `${row.user_id} ${row.lecture_id}`

/** Returns the marks of students in entries, by both. */
async function findBoth(
  on: Executor,
  lectureIds: readonly string[],
  userIds: readonly string[],
): Promise<Map<string, Both>> {
  const own = await findMarks(on, lectureIds, userIds)
  const set = new Map((await findSetMarks(on, lectureIds, userIds)).map((row) => [placeOf(row), row]))
  const found = new Map<string, Both>(own.map((row) => [placeOf(row), { own: row, set: set.get(placeOf(row)) }]))
  for (const [place, row] of set) if (!found.has(place)) found.set(place, { set: row })
  return found
}

const shownOf = ({ own, set }: Both): Shown =>
  set
    ? { marks: set.marks, maxMarks: set.max_marks, setId: set.id }
    : { marks: own?.marks ?? null, maxMarks: own?.max_marks ?? null, setId: null }

function stateOf({ own, set }: Both): MarkState {
  if (!set || set.pass_percent === null) return own?.state ?? 'done'
  return set.marks * 100 >= set.pass_percent * set.max_marks ? 'done' : 'failed'
}

/** Whether no attempt is left to someone who has not passed. */
const isUsed = ({ attempts, allowed, extra }: MarkRow): boolean =>
  areAttemptsUsed(attempts, attemptsAllowed(allowed, { attempts: extra ?? 0 }))

function presentMark(lectureId: string, both: Both): Mark {
  const { marks, maxMarks } = shownOf(both)
  const { own, set } = both
  const state = stateOf(both)
  return {
    lectureId,
    state,
    marks: marks === null ? null : marks / 100,
    maxMarks: maxMarks === null ? null : maxMarks / 100,
    attempts: own?.attempts ?? 0,
    ...(state === 'failed' && own?.state === 'failed' && isUsed(own) && { isUsed: true as const }),
    set: set ? { reason: set.reason, at: set.created_at.toISOString() } : null,
  }
}

/** Returns where the marks of students in entries stand. */
export async function findPresentMarks(
  on: Executor,
  lectureIds: readonly string[],
  userIds: readonly string[],
): Promise<Facts['present']> {
  const found = await findBoth(on, lectureIds, userIds)
  return (studentId, lectureId) => {
    const both = found.get(`${studentId} ${lectureId}`)
    const own = both?.own
    return (
      both && {
        shown: shownOf(both),
        own: { marks: own?.marks ?? null, maxMarks: own?.max_marks ?? null, done: own?.state === 'done' },
      }
    )
  }
}

/** Returns students with their marks in entries of a course, and what a table that leaves keeps of them. */
export async function marksOf<Student extends { id: string }>(
  on: Executor,
  entries: readonly { id: string }[],
  students: readonly Student[],
): Promise<{ student: Student; marks: Mark[]; percent: number | null; shown: (Shown & { lectureId: string })[] }[]> {
  const idOf = ({ id }: { id: string }) => id
  const found = await findBoth(on, entries.map(idOf), students.map(idOf))
  return students.map((student) => {
    const both = entries.flatMap(({ id }) => {
      const one = found.get(`${student.id} ${id}`)
      return one ? [{ lectureId: id, one }] : []
    })
    const marks = both.map(({ lectureId, one }) => presentMark(lectureId, one))
    const shown = both.map(({ lectureId, one }) => ({ lectureId, ...shownOf(one) }))
    return { student, marks, percent: percentOf(marks), shown }
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
    students: (await marksOf(db, entries, rows)).map(({ student: { id, name, completed_at }, marks, percent }) => ({
      student: { _id: id, name },
      completedAt: completed_at?.toISOString() ?? null,
      marks,
      percent,
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
