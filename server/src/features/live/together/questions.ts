import { msg } from '@lingui/core/runtime-macro'
import { type LiveMessage, type LiveQuestionState, maxListedQuestions } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { presentMessage } from '../present.ts'
import { countQuestions, findMessage, findQuestions, lockMessage, setQuestion } from './question-queries.ts'
import { lockInRoom, requireInRoom } from './require-in-room.ts'
import { toTogether } from './together-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

/** Returns the questions of the running session, open ones first, and how many there are. Throws what `requireInRoom` throws. */
export async function listQuestions(
  { db, ...deps }: Pick<Deps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  viewer: CurrentUser,
): Promise<{ questions: LiveMessage[]; open: number; answered: number }> {
  const { roomId } = await requireInRoom(deps, db, lectureId, viewer)
  const rows = await findQuestions(db, roomId, maxListedQuestions)
  return { questions: rows.map(presentMessage), ...(await countQuestions(db, roomId)) }
}

type Marking = { lectureId: string; messageId: string; question: LiveQuestionState | 'none' }

/**
 * Marks a chat message as a question, as answered, or as neither. Authors mark their own until it is answered, hosts any. Throws what
 * `requireInRoom` throws, not_found, forbidden, rate_limited.
 */
export async function markQuestion(
  { db, limits, ...deps }: Deps,
  viewer: CurrentUser,
  { lectureId, messageId, question }: Marking,
): Promise<LiveMessage> {
  await limits.liveEdits.consume(viewer.id)
  return transact(db, async (tx) => {
    const { roomId, isHost } = await lockInRoom(deps, tx, lectureId, viewer)
    const message = await lockMessage(tx, roomId, messageId)
    if (!message) throw new DomainError('not_found', msg`This message is not there any more`)
    const isAnswer = question === 'answered' || message.question === 'answered'
    if (!isHost && (message.user_id !== viewer.id || isAnswer)) throw new DomainError('forbidden')
    await setQuestion(tx, messageId, question === 'none' ? null : question)
    tx.publish(toTogether({ kind: 'marked', room: roomId, message: messageId }))
    const marked = await findMessage(tx, messageId)
    if (!marked) throw new Error('a locked message is not there')
    return presentMessage(marked)
  })
}
