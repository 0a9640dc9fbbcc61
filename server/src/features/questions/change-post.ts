import type { api, BodyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { requirePost, requireWriter } from './access.ts'
import { questionGone } from './jobs.ts'
import { postVersion } from './present.ts'
import { searchedText } from './rules.ts'
import { deletePost, hasAnswersOfOthers, lockPostWithQuestion, refreshQuestion, storeEdit } from './write-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

/** Locks an own post that is not hidden. Throws not_found. */
async function lockOwn(tx: Tx, postId: string, viewer: CurrentUser) {
  const found = await lockPostWithQuestion(tx, postId)
  if (found?.post.user_id !== viewer.id || found.post.hidden_at) throw new DomainError('not_found')
  return found
}

/** Changes an own question or answer. Throws as `requireQuestion`, changed_elsewhere, rate_limited. */
export async function editPost(
  deps: Deps,
  viewer: CurrentUser,
  postId: string,
  { title, text, version }: BodyOf<typeof api.questions.edit>,
): Promise<{ version: string }> {
  await deps.limits.questionEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const { post } = await lockOwn(tx, postId, viewer)
    requireWriter((await requirePost(tx, postId, viewer, deps)).part)
    requireVersion(version, postVersion(post))
    const isAnswer = post.question_id !== null
    // a question has a title, an answer a text
    if (isAnswer ? text === '' || title !== undefined : title === undefined) throw new DomainError('invalid_input')
    const changed = { title: title ?? '', text }
    if (postVersion(post) !== postVersion(changed))
      await storeEdit(tx, postId, {
        ...changed,
        folded: isAnswer ? '' : searchedText(changed.title, text),
        edited_at: deps.clock.now(),
      })
    return { version: postVersion(changed) }
  })
}

/**
 * Deletes an own answer, or an own question without answers of others; also of someone who lost access. Throws not_found,
 * question_answered, rate_limited.
 */
export async function removePost(deps: Deps, viewer: CurrentUser, postId: string): Promise<void> {
  await deps.limits.questionEdits.consume(viewer.id)
  await transact(deps.db, async (tx) => {
    const { post, question } = await lockOwn(tx, postId, viewer)
    const isQuestion = post.id === question.id
    if (isQuestion && (await hasAnswersOfOthers(tx, question.id, viewer.id))) throw new DomainError('question_answered')
    await deletePost(tx, postId)
    if (isQuestion) tx.enqueue(questionGone, { questionId: postId })
    else await refreshQuestion(tx, question.id)
  })
}
