import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { entriesLeaving, lecturesCopied } from '../lectures/index.ts'
import { reserveRoom } from '../media/index.ts'
import { findCourseOfQuiz } from './attempts/attempt-queries.ts'
import { listAttempts, markAnswer, reviewAttempt } from './attempts/review.ts'
import { beginAttempt, getQuizPage, handInAttempt, readAttempt, saveAnswers } from './attempts/take-quiz.ts'
import {
  addPicture,
  authorizePicture,
  createQuestion,
  listQuestions,
  readQuestion,
  removeQuestion,
  saveQuestion,
} from './bank/edit-bank.ts'
import { lockKeys } from './bank/queries.ts'
import { answerCheck, readCheck } from './checks/answer-check.ts'
import { readChecks, saveChecks } from './checks/edit-checks.ts'
import { copyQuizzes } from './copy-quizzes.ts'
import { formulasOf } from './formulas.ts'
import { createQuiz, readQuiz, saveQuiz, setExtra } from './settings/edit-quiz.ts'
import { serveTransfer } from './transfer/serve-transfer.ts'

/** Serves banks of questions, quizzes and attempts. */
export function registerQuizzes(routes: Routes, deps: FeatureDeps): void {
  lecturesCopied.on(deps.db, copyQuizzes)
  // attempts that are marked or begun at this moment come first: they need the entry that is about to go
  entriesLeaving.on(deps.db, async (tx, left) =>
    lockKeys(tx, 'courseId' in left ? left.courseId : await findCourseOfQuiz(tx, left.lectureId), 'change'),
  )
  serveBank(routes, deps)
  serveSettings(routes, deps)
  serveAttempts(routes, deps)
  serveChecks(routes, deps)
  serveTransfer(routes, deps)
}

function serveChecks(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.videoChecks.edit,
  )(async ({ params, viewer }) => readChecks(deps.db, viewer, params.lectureId))
  serve(
    routes.educator,
    api.videoChecks.save,
  )(async ({ params, body, viewer }) => saveChecks(deps, viewer, params.lectureId, body))
  serve(routes.signedIn, api.videoChecks.read)(async ({ params, viewer }) => readCheck(deps, viewer, params))
  serve(
    routes.signedIn,
    api.videoChecks.answer,
  )(async ({ params, body, viewer }) => answerCheck(deps, viewer, params, body))
}

function serveBank(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.quizBank.list,
  )(async ({ params, query, viewer }) => listQuestions(deps, viewer, params.courseId, query))
  serve(
    routes.educator,
    api.quizBank.read,
  )(async ({ params, viewer }) => ({ question: await readQuestion(deps.db, viewer, params.questionId) }))
  serve(
    routes.educator,
    api.quizBank.create,
  )(async ({ params, body, viewer }) => ({ question: await createQuestion(deps, viewer, params.courseId, body) }))
  serve(
    routes.educator,
    api.quizBank.save,
  )(async ({ params, body, viewer }) => ({ question: await saveQuestion(deps, viewer, params.questionId, body) }))
  serve(
    routes.educator,
    api.quizBank.remove,
  )(async ({ params, viewer }) => ({ removed: await removeQuestion(deps, viewer, params.questionId) }))
  serve(routes.educator, api.quizBank.addPicture, {
    authorize: ({ params, viewer }) => authorizePicture(deps, viewer, params.courseId),
    reserve: (viewer, bytes) => reserveRoom(deps, viewer.id, bytes),
  })(async ({ params, files, viewer, signal }) => ({
    url: await addPicture(deps, viewer, params.courseId, { received: files.picture, signal }),
  }))
  serve(
    routes.educator,
    api.quizBank.formulas,
  )(async ({ body, viewer }) => {
    await deps.limits.quizEdits.consume(viewer.id)
    return { formulas: formulasOf([body.text]) }
  })
}

function serveSettings(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.quizzes.create,
  )(async ({ params, body, viewer }) => ({ lecture: await createQuiz(deps, viewer, params.courseId, body) }))
  serve(routes.educator, api.quizzes.edit)(async ({ params, viewer }) => readQuiz(deps.db, viewer, params.lectureId))
  serve(
    routes.educator,
    api.quizzes.save,
  )(async ({ params, body, viewer }) => saveQuiz(deps, viewer, params.lectureId, body))
  serve(
    routes.educator,
    api.quizzes.setExtra,
  )(async ({ params, body, viewer }) => ({ extras: await setExtra(deps, viewer, params.lectureId, body) }))
  serve(
    routes.educator,
    api.quizzes.attempts,
  )(async ({ params, query, viewer }) => listAttempts(deps, viewer, params.lectureId, query))
}

function serveAttempts(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.quizAttempts.page,
  )(async ({ params, viewer }) => getQuizPage(deps, viewer, params.lectureId))
  serve(
    routes.signedIn,
    api.quizAttempts.begin,
  )(async ({ params, viewer }) => ({ attempt: await beginAttempt(deps, viewer, params.lectureId) }))
  serve(
    routes.signedIn,
    api.quizAttempts.read,
  )(async ({ params, viewer }) => ({ attempt: await readAttempt(deps, viewer, params.attemptId) }))
  serve(
    routes.signedIn,
    api.quizAttempts.answer,
  )(async ({ params, body, viewer }) => saveAnswers(deps, viewer, params.attemptId, body.answers))
  serve(
    routes.signedIn,
    api.quizAttempts.handIn,
  )(async ({ params, viewer }) => ({ attempt: await handInAttempt(deps, viewer, params.attemptId) }))
  serve(
    routes.educator,
    api.quizAttempts.review,
  )(async ({ params, viewer }) => reviewAttempt(deps, viewer, params.attemptId))
  serve(
    routes.educator,
    api.quizAttempts.mark,
  )(async ({ params, body, viewer }) => markAnswer(deps, viewer, params.attemptId, body))
}
