import { createHash } from 'node:crypto'
import type { AskedCheck, api, BodyOf, Question } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { isEnrolled } from '../../enrolments/index.ts'
import { isCheckDone } from '../../learning/index.ts'
import { requireWatchable } from '../../video/delivery/index.ts'
import { lockStudent } from '../attempts/attempt-queries.ts'
import { presentMarking, presentQuestion } from '../attempts/present.ts'
import { hundredths, isAnswered, marksOf } from '../scoring.ts'
import { keepAnswer, type Showing, showAnswer } from '../shown-order.ts'
import { type CheckId, findCheck, findGiven, type Given, keepCheck, putGiven } from './check-queries.ts'

/** A question in a video as one viewer has it. */
type Asked = {
  content: Question
  /** tries of this viewer: one, where nothing is kept */
  tries: number
  showing: Showing
  /** the viewer is enrolled */
  isKept: boolean
  given: Given | null
}

/** The order in which one viewer sees the choices of a question in a video, each time they see it. */
function showingOf({ lectureId, questionId }: CheckId, userId: string): Showing {
  const seed = createHash('sha256').update(`${lectureId} ${questionId} ${userId}`).digest().readInt32BE()
  return { seed, position: 0, shuffleOptions: true }
}

/** Returns a question in a video that this viewer may watch now. Throws not_found, not_entitled, not_open_yet. */
async function findAsked(
  on: Executor,
  viewer: CurrentUser,
  check: CheckId,
  deps: Pick<FeatureDeps, 'clock' | 'config'>,
): Promise<Asked> {
  const { courseId } = await requireWatchable(on, check.lectureId, viewer, deps)
  const found = await findCheck(on, check)
  if (!found) throw new DomainError('not_found')
  const isKept = await isEnrolled(on, viewer.id, courseId)
  return {
    content: found.content,
    tries: isKept ? found.tries : 1,
    showing: showingOf(check, viewer.id),
    isKept,
    given: isKept ? await findGiven(on, check, viewer.id) : null,
  }
}

/** Returns a question in a video. Its key and explanation are only in one that is done. */
function presentCheck({ content, tries: allowed, showing, given }: Asked): AskedCheck {
  const done = isCheckDone(given, allowed)
  const tries = given?.tries ?? 0
  const shown = {
    question: presentQuestion(content, showing, done),
    answer: given && showAnswer(content, showing, given.answer),
    tries,
    triesLeft: done ? 0 : allowed - tries,
    done,
  }
  if (!given) return shown
  const row = {
    content,
    answer: given.answer,
    marks: marksOf(content, given.answer, 0),
    set_marks: null,
    set_reason: null,
  }
  return { ...shown, marking: presentMarking(row, showing, done ? 'answers' : 'marks') }
}

/** Returns a question in a video that the viewer may watch. Throws not_found, not_entitled, not_open_yet. */
export const readCheck = async (
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  check: CheckId,
): Promise<AskedCheck> => presentCheck(await findAsked(deps.db, viewer, check, deps))

/**
 * Marks an answer to a question in a video that the viewer may watch. Throws not_found, not_entitled, not_open_yet,
 * invalid_input for an answer that does not fit or says nothing, rate_limited.
 */
export async function answerCheck(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>,
  viewer: CurrentUser,
  check: CheckId,
  wanted: BodyOf<typeof api.videoChecks.answer>,
): Promise<AskedCheck> {
  await deps.limits.quizAnswers.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    if (!(await lockStudent(tx, viewer.id))) throw new DomainError('unauthenticated')
    await keepCheck(tx, check)
    const asked = await findAsked(tx, viewer, check, deps)
    const { content, showing, given } = asked
    const answer = keepAnswer(content, showing, wanted.answer)
    if (!isAnswered(answer)) throw new DomainError('invalid_input')
    const before = given?.tries ?? 0
    // another tab was faster, or the reply to this very answer was lost
    if (isCheckDone(given, asked.tries) || wanted.tries !== before) return presentCheck(asked)
    const isRight = marksOf(content, answer, 0) >= hundredths(content.points)
    const now = { answer, tries: before + 1, isRight }
    if (asked.isKept) await putGiven(tx, check, { userId: viewer.id, given: now, now: deps.clock.now() })
    return presentCheck({ ...asked, given: now })
  })
}
