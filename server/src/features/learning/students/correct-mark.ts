import { msg } from '@lingui/core/runtime-macro'
import type { api, BodyOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { keepAccounts } from '../../accounts/index.ts'
import { requireOwnCourse } from '../../courses/index.ts'
import { counts, keepLecture, needOf } from '../../lectures/index.ts'
import { findClosed, findEarlyOpenings, presentOpening } from '../../openings/index.ts'
import { completeEntry } from '../complete-course.ts'
import { findAwards, findCompletedAt, findEntries, findEntry, findRule, keepCourse } from '../completion-queries.ts'
import { decideCompletion } from '../completion-rules.ts'
import { markCorrected } from '../jobs.ts'
import { presentCompletion } from '../present-completion.ts'
import { mostCorrections } from '../rules.ts'
import { lockEnrolment } from '../view-queries.ts'
import {
  countCorrections,
  findCorrections,
  findStudent,
  findUsedQuizzes,
  insertCorrection,
  keepAccount,
  removeMark,
} from './correction-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>
export type Student = { courseId: string; studentId: string }

const pointsOf = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

/** Returns what a student of the viewer's own course has done, what is closed to them, and what was corrected. Throws not_found. */
export async function readStudent(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  { courseId, studentId }: Student,
  say: Say,
): Promise<ReplyOf<typeof api.completion.student>> {
  await requireOwnCourse(db, courseId, viewer.id)
  const student = await findStudent(db, courseId, studentId)
  if (!student) throw new DomainError('not_found')
  const [entries, rule, completedAt, awards, corrections, closed, early, used] = await Promise.all([
    findEntries(db, studentId, [courseId]),
    findRule(db, courseId),
    findCompletedAt(db, studentId, [courseId]),
    findAwards(db, studentId, [courseId]),
    findCorrections(db, studentId, courseId),
    findClosed(db, studentId, [courseId], clock.now()),
    findEarlyOpenings(db, studentId, courseId),
    findUsedQuizzes(db, studentId, courseId),
  ])
  const state = decideCompletion(entries, rule, completedAt.get(courseId) ?? null)
  return {
    student: { _id: student.id, name: student.name },
    completion: presentCompletion(state, rule, say, awards.get(courseId)),
    entries: entries.map((entry) => {
      const [closing, extra] = [closed.get(entry.id), entry.doneAt === null ? used.get(entry.id) : undefined]
      return {
        lectureId: entry.id,
        title: entry.title,
        need: needOf(entry),
        counts: counts(entry, rule),
        doneAt: entry.doneAt?.toISOString() ?? null,
        ...(closing && { opening: presentOpening(closing, config.TIME_ZONE, say) }),
        ...(extra && { used: extra }),
      }
    }),
    openings: early.map(({ id, title, opened_at }) => ({ lectureId: id, title, at: opened_at.toISOString() })),
    corrections: corrections.map(({ id, title, done, of_marks, from_marks, marks, max_marks, reason, created_at }) => ({
      _id: id,
      title,
      done,
      marks: of_marks ? { from: pointsOf(from_marks), to: pointsOf(marks), maxMarks: (max_marks ?? 0) / 100 } : null,
      reason,
      at: created_at.toISOString(),
    })),
  }
}

/** Takes the tick of a locked entry back. Returns whether there was one. */
async function undo(
  tx: Tx,
  userId: string,
  { courseId, lectureId }: Record<'courseId' | 'lectureId', string>,
  now: Date,
) {
  await keepLecture(tx, lectureId)
  await lockEnrolment(tx, { userId, courseId })
  return removeMark(tx, userId, lectureId, now)
}

/**
 * Ticks an entry for a student of the viewer's own course, or takes the tick back; the student reads why. Repeating it changes nothing, and
 * a completed course stays completed. Throws not_found, rate_limited.
 */
export async function correctMark(
  deps: Deps,
  viewer: CurrentUser,
  { courseId, studentId }: Student,
  { body: { lectureId, done, reason }, say }: { body: BodyOf<typeof api.completion.correct>; say: Say },
): Promise<ReplyOf<typeof api.completion.correct>> {
  await deps.limits.markCorrections.consume(viewer.id)
  await transact(deps.db, async (tx) => {
    await keepAccounts(tx, [viewer.id, studentId])
    await keepCourse(tx, courseId)
    await requireOwnCourse(tx, courseId, viewer.id)
    const isStudent = (await keepAccount(tx, studentId)) && (await findStudent(tx, courseId, studentId))
    const entry = await findEntry(tx, lectureId)
    if (!isStudent || entry?.courseId !== courseId) throw new DomainError('not_found')
    const now = deps.clock.now()
    const changed = done
      ? await completeEntry(tx, { userId: studentId, lectureId, now })
      : await undo(tx, studentId, { courseId, lectureId }, now)
    if (!changed) return
    if ((await countCorrections(tx, studentId, courseId)) >= mostCorrections)
      throw new DomainError(
        'rate_limited',
        msg`At most ${{ most: mostCorrections }} entries of a student can be corrected in a course`,
      )
    const correction = { id: newId(), user_id: studentId, course_id: courseId, lecture_id: lectureId }
    await insertCorrection(tx, { ...correction, author_id: viewer.id, done, reason, created_at: now })
    tx.enqueue(markCorrected, { correctionId: correction.id })
  })
  return readStudent(deps, viewer, { courseId, studentId }, say)
}
