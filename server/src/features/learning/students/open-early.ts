import type { api, BodyOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { requireOwnCourse } from '../../courses/index.ts'
import { findClosed, keepEarlyOpenings } from '../../openings/index.ts'
import { findCurriculum, keepCourse } from '../completion-queries.ts'
import { lecturesOpened } from '../jobs.ts'
import { readStudent, type Student } from './correct-mark.ts'
import { findStudent, keepAccount } from './correction-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

/**
 * Opens an entry that is closed to a student of the viewer's own course, with `following` also what is closed behind it; the student is
 * notified. What is open stays as it is. Throws not_found, rate_limited.
 */
export async function openEarly(
  deps: Deps,
  viewer: CurrentUser,
  student: Student,
  { body: { lectureId, following }, say }: { body: BodyOf<typeof api.completion.openEarly>; say: Say },
): Promise<ReplyOf<typeof api.completion.openEarly>> {
  const { courseId, studentId } = student
  await deps.limits.markCorrections.consume(viewer.id)
  await transact(deps.db, async (tx) => {
    await keepCourse(tx, courseId)
    await requireOwnCourse(tx, courseId, viewer.id)
    const isStudent = (await keepAccount(tx, studentId)) && (await findStudent(tx, courseId, studentId))
    const ids = (await findCurriculum(tx, courseId)).map(({ id }) => id)
    const at = ids.indexOf(lectureId)
    if (!isStudent || at < 0) throw new DomainError('not_found')
    const now = deps.clock.now()
    const closed = await findClosed(tx, studentId, [courseId], now)
    const opened = (following ? ids.slice(at) : [lectureId]).filter((id) => closed.has(id))
    if (opened.length === 0) return
    await keepEarlyOpenings(tx, { userId: studentId, lectureIds: opened, authorId: viewer.id, now })
    tx.enqueue(lecturesOpened, { userId: studentId, lectureIds: opened, change: newId() })
  })
  return readStudent(deps, viewer, student, say)
}
