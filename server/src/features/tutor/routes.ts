import { msg } from '@lingui/core/runtime-macro'
import { api, maxChatLength } from '@virtual-courses/contract'
import { beginAnswer } from '#core/answers/begin-answer.ts'
import { plainLine } from '#core/answers/sanitise-line.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createConcurrencyLimit } from '#core/limits/concurrency-limit.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { findPart } from '../questions/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { answerQuestion } from './answer-question.ts'
import { listAsked, settleAsked } from './asked/list-asked.ts'
import { createUnansweredCounter } from './asked/note-unanswered.ts'
import { draftLecture, readDrafting } from './drafts/draft-lecture.ts'
import { isLectureOf, isListed } from './queries.ts'

const tooLong = msg`Your message is too long. Please use at most ${{ most: maxChatLength.toLocaleString('en-IN') }} characters.`
const tooMany = msg`You have asked often in a short time. Please wait a moment and try again.`
const tooManyAtOnce = msg`Please wait for the answers to your other questions first.`
const busy = msg`Many people are asking at the moment. Please try again in a few seconds.`

/** Serves the tutor of a course, and what educators see of it. Errors of an answer are sent as events, as by the assistant. */
export function registerTutor(routes: Routes, deps: FeatureDeps): void {
  const answers = createConcurrencyLimit({ each: 2, all: 40, tooMany: tooManyAtOnce, busy })
  const countUnanswered = createUnansweredCounter(deps)
  serve(
    routes.signedIn,
    api.tutor.ask,
  )(async ({ body, viewer, client, signal, say, readerLanguage: language }) => {
    if (plainLine(body.message) === '') throw new DomainError('invalid_input', msg`A message is required`)
    const part = await requireTutor(deps, body.courseId, viewer)
    const lectureId = await openedLecture(deps, body, viewer)
    const bounds = {
      answers,
      person: viewer.id,
      limits: [
        [deps.limits.asks, viewer.id, tooMany],
        [deps.limits.asksByClient, client, tooMany],
      ] as const,
      length: body.message.length,
      mostLength: maxChatLength,
      tooLong,
    }
    return beginAnswer(bounds, say, () =>
      answerQuestion(
        deps,
        body,
        {
          lectureId,
          mayAsk: part === 'student',
          noteUnanswered: (question) => {
            if (part === 'student') countUnanswered(question, { userId: viewer.id, courseId: body.courseId, lectureId })
          },
        },
        { client, signal, language, say, viewer },
      ),
    )
  })
  serve(routes.educator, api.tutor.asked)(async ({ params, viewer }) => listAsked(deps, viewer.id, params.courseId))
  serve(routes.educator, api.tutor.settle)(async ({ params, viewer, say }) => settleAsked(deps, viewer.id, params, say))
  serve(routes.educator, api.tutor.drafting)(async ({ params, viewer }) => readDrafting(deps, viewer, params.lectureId))
  serve(
    routes.educator,
    api.tutor.draft,
  )(async ({ params, body, viewer, signal }) =>
    draftLecture(deps, viewer, { lectureId: params.lectureId, kind: body.kind }, signal),
  )
}

/** Returns who a user is in a course. Throws not_found, not_entitled. */
async function requireTutor({ db }: FeatureDeps, courseId: string, viewer: CurrentUser) {
  const part = await findPart(db, courseId, viewer)
  if (part) return part
  if (!(await isListed(db, courseId))) throw new DomainError('not_found')
  throw new DomainError('not_entitled', msg`Enroll in this course to ask about it`)
}

/**
 * Returns the lecture that is open, of this course; null for none. What is asked about a lecture itself may be watched now. Throws not_found,
 * not_entitled, not_open_yet.
 */
async function openedLecture(
  deps: FeatureDeps,
  {
    courseId,
    lectureId,
    task = 'ask',
  }: { courseId: string; lectureId?: string | undefined; task?: string | undefined },
  viewer: CurrentUser,
): Promise<string | null> {
  if (lectureId === undefined) {
    if (task === 'ask') return null
    throw new DomainError('invalid_input', msg`Open a lecture first`)
  }
  if (!(await isLectureOf(deps.db, courseId, lectureId))) throw new DomainError('not_found')
  if (task !== 'ask') await requireWatchable(deps.db, lectureId, viewer, deps)
  return lectureId
}
