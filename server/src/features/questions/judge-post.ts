import type { api, BodyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { requirePost, requireQuestion } from './access.ts'
import { questionSolved } from './jobs.ts'
import {
  lockPost,
  lockWriter,
  type PostKept,
  refreshQuestion,
  setAccepted,
  setFollow,
  setVote,
  storeReport,
} from './write-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

/** Locks a post of someone else that the user may read. Throws own_post, and as `requireQuestion`. */
async function lockPostOfOthers(tx: Tx, postId: string, viewer: CurrentUser, deps: Deps): Promise<PostKept> {
  if (!(await lockWriter(tx, viewer.id))) throw new DomainError('unauthenticated')
  const post = await lockPost(tx, postId)
  if (!post || post.hidden_at) throw new DomainError('not_found')
  await requirePost(tx, postId, viewer, deps)
  if (post.user_id === viewer.id) throw new DomainError('own_post')
  return post
}

/** Votes for a post of someone else, or takes the vote back. Throws as `requireQuestion`, own_post, rate_limited. */
export async function voteForPost(
  deps: Deps,
  viewer: CurrentUser,
  postId: string,
  { voted }: BodyOf<typeof api.questions.vote>,
): Promise<{ voted: boolean; votes: number }> {
  await deps.limits.questionVotes.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const { id } = await lockPostOfOthers(tx, postId, viewer, deps)
    return { voted, votes: await setVote(tx, id, viewer.id, voted ? deps.clock.now() : null) }
  })
}

/** Reports a post of someone else to the admins. Throws as `requireQuestion`, own_post, rate_limited. */
export async function reportPost(
  deps: Deps,
  viewer: CurrentUser,
  postId: string,
  { reason, text }: BodyOf<typeof api.questions.report>,
): Promise<void> {
  await deps.limits.questionReports.consume(viewer.id)
  await transact(deps.db, async (tx) => {
    const post = await lockPostOfOthers(tx, postId, viewer, deps)
    await storeReport(tx, post, { userId: viewer.id, reason, note: text, now: deps.clock.now() })
  })
}

/** Follows a question, or no longer. Throws as `requireQuestion`, rate_limited. */
export async function followQuestion(
  deps: Deps,
  viewer: CurrentUser,
  questionId: string,
  { follows }: BodyOf<typeof api.questions.follow>,
): Promise<{ follows: boolean }> {
  await deps.limits.questionVotes.consume(viewer.id)
  await transact(deps.db, async (tx) => {
    if (!(await lockWriter(tx, viewer.id))) throw new DomainError('unauthenticated')
    await requireQuestion(tx, questionId, viewer, deps)
    await setFollow(tx, questionId, viewer.id, follows ? deps.clock.now() : null)
  })
  return { follows }
}

/** Accepts an answer in place of an earlier one, or none. Throws not_found for questions of other courses and answers of others. */
export async function acceptAnswer(
  deps: Deps,
  educator: CurrentUser,
  questionId: string,
  answerId: string | null,
): Promise<{ solved: boolean }> {
  await deps.limits.questionEdits.consume(educator.id)
  await transact(deps.db, async (tx) => {
    const before = await lockPost(tx, questionId)
    const { part } = await requireQuestion(tx, questionId, educator, deps)
    if (!before || part !== 'educator') throw new DomainError('not_found')
    if (before.accepted_id === answerId) return
    const answer = answerId === null ? null : await lockPost(tx, answerId)
    if (answer !== null && (answer?.question_id !== questionId || answer.hidden_at)) throw new DomainError('not_found')
    await setAccepted(tx, questionId, answerId)
    await refreshQuestion(tx, questionId)
    if (answer && answer.user_id !== educator.id) tx.enqueue(questionSolved, { answerId: answer.id })
  })
  return { solved: answerId !== null }
}
