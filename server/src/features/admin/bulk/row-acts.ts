import type { AuditAction, BulkAct } from '@virtual-courses/contract'
import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import { RemovedReview } from '../../reviews/index.ts'
import { keep, putBack, relist, remove, reopen, unlist } from '../content/moderate-content.ts'
import { restoreAccount, suspendAccount } from '../users/change-account.ts'

type Deps = Pick<FeatureDeps, 'clock'>
/** A row of a list, and who acts on it why. */
export type Subject = { adminId: string; id: string; reason: string }

/** One act on a row; `Before` is what it replaces, as JSON keeps it. */
type RowAct<Before> = {
  /** acts on the same row that keep it from being undone when they come later */
  rivals: readonly AuditAction[]
  before: z.ZodType<Before>
  /** Does what the single act does; null where it was so before. Throws what the single act throws. */
  run(deps: Deps, tx: Tx, subject: Subject): Promise<unknown>
  /** Does the opposite; false where the row is no longer as the act left it. */
  undo(deps: Deps, tx: Tx, subject: Subject, before: Before): Promise<boolean>
}

const ofUsers = ['user-suspended', 'user-restored'] as const
const ofCourses = ['course-unlisted', 'course-restored'] as const
const ofReviews = ['review-removed', 'review-restored', 'review-kept', 'reports-reopened'] as const

const Nothing = z.object({})
const orNull = (done: boolean) => (done ? {} : null)

const suspend: RowAct<object> = {
  rivals: ofUsers,
  before: Nothing,
  run: async (deps, tx, { adminId, id, reason }) =>
    orNull(await suspendAccount(deps, tx, adminId, { userId: id, reason, onlyActive: true })),
  undo: async (deps, tx, { adminId, id }) => (await restoreAccount(deps, tx, adminId, id)) !== null,
}

const restore: RowAct<{ since: Date; reason: string }> = {
  rivals: ofUsers,
  before: z.object({ since: z.coerce.date(), reason: z.string() }),
  run: (deps, tx, { adminId, id }) => restoreAccount(deps, tx, adminId, id),
  undo: (deps, tx, { adminId, id }, before) =>
    suspendAccount(deps, tx, adminId, { ...before, userId: id, onlyActive: true }),
}

const unlistRow: RowAct<object> = {
  rivals: ofCourses,
  before: Nothing,
  run: async (deps, tx, { adminId, id, reason }) => orNull(await unlist(deps, tx, adminId, { courseId: id, reason })),
  undo: async (deps, tx, { adminId, id }) => (await relist(deps, tx, adminId, id)) !== null,
}

const relistRow: RowAct<{ since: Date; reason: string; published: boolean }> = {
  rivals: ofCourses,
  before: z.object({ since: z.coerce.date(), reason: z.string(), published: z.boolean() }),
  async run(deps, tx, { adminId, id }) {
    const done = await relist(deps, tx, adminId, id)
    // what its educator has made of a published course since counts when it is relisted again
    return done && { ...done.before, published: !done.published && done.before.published }
  },
  undo: (deps, tx, { adminId, id }, before) => unlist(deps, tx, adminId, { ...before, courseId: id }),
}

const removeRow: RowAct<RemovedReview> = {
  rivals: ofReviews,
  before: RemovedReview,
  run: (deps, tx, { adminId, id, reason }) => remove(deps, tx, adminId, { reviewId: id, reason }),
  undo: (deps, tx, { adminId }, before) => putBack(deps, tx, adminId, before),
}

const keepRow: RowAct<{ at: Date }> = {
  rivals: ofReviews,
  before: z.object({ at: z.coerce.date() }),
  run: (deps, tx, { adminId, id }) => keep(deps, tx, adminId, id),
  undo: (deps, tx, { adminId, id }, { at }) => reopen(deps, tx, adminId, { reviewId: id, at }),
}

/** Takes what was stored, and reads it before it is used. */
const stored = <Before>({ rivals, before, run, undo }: RowAct<Before>) => ({
  rivals,
  run,
  undo: (deps: Deps, tx: Tx, subject: Subject, json: unknown) => undo(deps, tx, subject, before.parse(json)),
})

export const rowActs = {
  suspend: stored(suspend),
  restore: stored(restore),
  unlist: stored(unlistRow),
  relist: stored(relistRow),
  remove: stored(removeRow),
  keep: stored(keepRow),
} satisfies Record<BulkAct, unknown>
