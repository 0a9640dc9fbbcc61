import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import { postHidden, postRestored, questionGone } from './jobs.ts'
import { endReports, lockPostWithQuestion, type PostKept, refreshQuestion, setHidden } from './write-queries.ts'

type TxDeps = Pick<FeatureDeps, 'clock'>
/** What an admin decided about: its question's title, and the number of reports that were closed. */
type Decided = { title: string; isAnswer: boolean; changed: boolean; closed: number }

async function lockBoth(tx: Tx, postId: string): Promise<{ post: PostKept; question: PostKept }> {
  const found = await lockPostWithQuestion(tx, postId)
  if (!found) throw new DomainError('not_found')
  return found
}

/** Hides a post, closes its reports and has its author notified. Throws not_found. */
export async function hidePost({ clock }: TxDeps, tx: Tx, postId: string, reason: string): Promise<Decided> {
  const { post, question } = await lockBoth(tx, postId)
  const about = { title: question.title, isAnswer: post.question_id !== null }
  if (post.hidden_at) return { ...about, changed: false, closed: 0 }
  const at = clock.now()
  await setHidden(tx, postId, { at, reason })
  const closed = await endReports(tx, postId, at)
  await refreshQuestion(tx, question.id)
  tx.enqueue(postHidden, { postId, reason, change: newId() })
  if (!about.isAnswer) tx.enqueue(questionGone, { questionId: postId })
  return { ...about, changed: true, closed }
}

/** Shows a hidden post again and has its author notified. Throws not_found. */
export async function restorePost(tx: Tx, postId: string): Promise<Decided> {
  const { post, question } = await lockBoth(tx, postId)
  const about = { title: question.title, isAnswer: post.question_id !== null, closed: 0 }
  if (!post.hidden_at) return { ...about, changed: false }
  await setHidden(tx, postId, null)
  await refreshQuestion(tx, question.id)
  tx.enqueue(postRestored, { postId, change: newId() })
  return { ...about, changed: true }
}

/** Closes the open reports of a post that stays. Throws not_found. */
export async function closePostReports({ clock }: TxDeps, tx: Tx, postId: string): Promise<Decided> {
  const { post, question } = await lockBoth(tx, postId)
  const closed = await endReports(tx, postId, clock.now())
  return { title: question.title, isAnswer: post.question_id !== null, changed: closed > 0, closed }
}
