import { type AuditAction, isolate } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { closePostReports, hidePost, restorePost } from '../../questions/index.ts'
import { writeAudit } from '../audit-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type Decided = Awaited<ReturnType<typeof hidePost>>

/** Decides about a question or an answer and writes it to the audit log. Returns false where nothing has changed. Throws not_found. */
const decide = (
  deps: Deps,
  admin: CurrentUser,
  { postId, action }: { postId: string; action: AuditAction },
  act: (tx: Tx) => Promise<{ decided: Decided; words: string }>,
): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    const { decided, words } = await act(tx)
    if (!decided.changed) return false
    const detail = `${decided.isAnswer ? 'Answer' : 'Question'} ${words}`
    const about = { kind: 'post', subjectId: postId, subject: decided.title, detail } as const
    await writeAudit(deps, tx, { action, adminId: admin.id, ...about })
    return true
  })

export const hidePostByAdmin = (deps: Deps, admin: CurrentUser, postId: string, reason: string): Promise<boolean> =>
  decide(deps, admin, { postId, action: 'post-hidden' }, async (tx) => ({
    decided: await hidePost(deps, tx, postId, reason),
    words: `hidden: ${isolate(reason)}`,
  }))

export const restorePostByAdmin = (deps: Deps, admin: CurrentUser, postId: string): Promise<boolean> =>
  decide(deps, admin, { postId, action: 'post-restored' }, async (tx) => ({
    decided: await restorePost(tx, postId),
    words: 'shown again.',
  }))

export const keepPostByAdmin = (deps: Deps, admin: CurrentUser, postId: string): Promise<boolean> =>
  decide(deps, admin, { postId, action: 'post-kept' }, async (tx) => {
    const decided = await closePostReports(deps, tx, postId)
    const reports = decided.closed === 1 ? '1 report' : `${decided.closed} reports`
    return { decided, words: `kept: ${reports} closed.` }
  })
