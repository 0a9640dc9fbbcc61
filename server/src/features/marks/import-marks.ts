import { msg } from '@lingui/core/runtime-macro'
import {
  type api,
  type BodyOf,
  type MarksPreview,
  maxMarkChanges,
  type ReplyOf,
  shownMarkChanges,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { versionOf } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { requireOwnCourse } from '../courses/index.ts'
import { setMarks } from '../learning/index.ts'
import { findMarkable, findNames, lockToImport } from './import-queries.ts'
import { type Conflict, type Decision, decideImport } from './import-rules.ts'
import { type MarksFile, readMarksFile } from './marks-file.ts'
import { findPresentMarks } from './read-marks.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

/** Decides what a file changes in a course as it is now. Throws invalid_input for more than one import changes. */
async function decide(on: Executor, courseId: string, file: MarksFile): Promise<Decision> {
  const entries = await findMarkable(on, courseId)
  const students = await findNames(
    on,
    courseId,
    file.students.map(({ id }) => id),
  )
  const wanted = file.wanted.filter(({ studentId, lectureId }) => students.has(studentId) && entries.has(lectureId))
  const present = await findPresentMarks(
    on,
    unique(wanted.map(({ lectureId }) => lectureId)),
    unique(wanted.map(({ studentId }) => studentId)),
  )
  const decision = decideImport(file, { entries, students, present })
  if (decision.changes.length > maxMarkChanges)
    throw new DomainError(
      'invalid_input',
      msg`This table changes ${{ count: decision.changes.length }} marks, and one import at most ${{ most: maxMarkChanges }}. Take the columns or lines in parts.`,
    )
  return decision
}

const points = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

const presentCell = ({
  line,
  studentId,
  name,
  lectureId,
  title,
  maxMarks,
}: Decision['changes'][number] | Conflict) => ({
  line,
  student: { _id: studentId, name },
  lectureId,
  title,
  maxMarks: maxMarks / 100,
})

/** Returns what a table of marks would change in the viewer's own course. Stores nothing. Throws not_found, invalid_input, rate_limited. */
export async function previewMarks(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  { text, say }: { text: string; say: Say },
): Promise<MarksPreview> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.markFiles.consume(viewer.id)
  const { changes, conflicts, remarks, targets } = await decide(deps.db, courseId, readMarksFile(text))
  return {
    changesTotal: changes.length,
    studentsTotal: new Set(changes.map(({ studentId }) => studentId)).size,
    changes: changes.slice(0, shownMarkChanges).map((change) => ({
      ...presentCell(change),
      from: points(change.from),
      to: points(change.to),
      passed: change.passed,
    })),
    conflictsTotal: conflicts.length,
    conflicts: conflicts.slice(0, shownMarkChanges).map((conflict) => ({
      ...presentCell(conflict),
      exported: points(conflict.exported),
      now: points(conflict.now),
      wanted: points(conflict.wanted),
    })),
    unreadTotal: remarks.length,
    unread: remarks
      .slice(0, shownMarkChanges)
      .map(({ line, source, sentence }) => ({ line, source, message: say(sentence) })),
    seen: versionOf(targets),
  }
}

/** Throws that marks are not those of the preview any more, with the first of them. */
function changedMeanwhile(conflicts: readonly Conflict[], say: Say): DomainError {
  const named = conflicts
    .slice(0, 3)
    .map(({ name, title, now }) =>
      now === null
        ? say(msg`${{ name }}, ${{ title }}: no marks`)
        : say(msg`${{ name }}, ${{ title }}: ${{ marks: now / 100 }}`),
    )
  return named.length === 0
    ? new DomainError('changed_elsewhere')
    : new DomainError(
        'changed_elsewhere',
        msg`Marks have changed meanwhile, and nothing was imported. Now: ${{ marks: named.join('; ') }}`,
      )
}

/**
 * Sets the marks of a table in the viewer's own course, all that its preview has shown or none; students read the reason. Repeating it changes
 * nothing. Throws not_found, invalid_input, changed_elsewhere where marks are not those of the preview, rate_limited.
 */
export async function importMarks(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  { body: { text, reason, seen }, say }: { body: BodyOf<typeof api.marks.import>; say: Say },
): Promise<ReplyOf<typeof api.marks.import>> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.markFiles.consume(viewer.id)
  const file = readMarksFile(text)
  const userIds = unique(file.wanted.map(({ studentId }) => studentId))
  return transact(deps.db, async (tx) => {
    if (!(await lockToImport(tx, { courseId, ownerId: viewer.id, userIds }))) throw new DomainError('not_found')
    const { changes, conflicts, targets } = await decide(tx, courseId, file)
    if (versionOf(targets) !== seen) throw changedMeanwhile(conflicts, say)
    await setMarks(tx, {
      courseId,
      authorId: viewer.id,
      reason,
      batch: newId(),
      now: deps.clock.now(),
      changes: changes.map(({ studentId, lectureId, from, set, maxMarks, passed }) => ({
        userId: studentId,
        lectureId,
        from,
        marks: set,
        maxMarks,
        done: passed,
      })),
    })
    return { changed: changes.length, students: new Set(changes.map(({ studentId }) => studentId)).size }
  })
}
