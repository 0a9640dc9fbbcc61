import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { relistCourse, unlistCourse } from '../courses/index.ts'
import { writeAudit } from './audit.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Unlists a course; its students keep it. Returns false when it was unlisted already. Throws not_found. */
export async function unlistCourseByAdmin(
  deps: Deps,
  admin: CurrentUser,
  courseId: string,
  reason: string,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const { title, changed } = await unlistCourse(deps, tx, courseId, reason)
    if (!changed) return false
    const about = { kind: 'course', subjectId: courseId, subject: title } as const
    const detail = `Taken off the list: ${reason}`
    await writeAudit(deps, tx, { action: 'course-unlisted', adminId: admin.id, ...about, detail })
    return true
  })
}

export type PutBack = 'published' | 'draft' | 'unchanged'

/** Puts a course back as it was. Answers what it is now. Throws not_found. */
export async function relistCourseByAdmin(deps: Deps, admin: CurrentUser, courseId: string): Promise<PutBack> {
  return transact(deps.db, async (tx) => {
    const { title, changed, published } = await relistCourse(tx, courseId)
    if (!changed) return 'unchanged'
    const about = { kind: 'course', subjectId: courseId, subject: title } as const
    const detail = published ? 'Put back on the list.' : 'Put back as a draft.'
    await writeAudit(deps, tx, { action: 'course-restored', adminId: admin.id, ...about, detail })
    return published ? 'published' : 'draft'
  })
}
