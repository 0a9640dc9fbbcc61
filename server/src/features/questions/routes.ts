import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { answerQuestion, askQuestion } from './ask-question.ts'
import { editPost, removePost } from './change-post.ts'
import { acceptAnswer, followQuestion, reportPost, voteForPost } from './judge-post.ts'
import { countWaiting } from './list-queries.ts'
import { listOwnQuestions, listQuestions, listSimilar, readQuestion } from './list-questions.ts'

/** Serves questions about lectures to those who take part in their course. */
export function registerQuestions(routes: Routes, deps: FeatureDeps): void {
  const { questions } = api
  serve(
    routes.signedIn,
    questions.ofCourse,
  )(({ params, query, viewer }) => listQuestions(deps, viewer, params.courseId, query))
  serve(
    routes.signedIn,
    questions.similar,
  )(async ({ params, query, viewer }) => ({
    questions: await listSimilar(deps, viewer, params.courseId, query.text),
  }))
  serve(
    routes.signedIn,
    questions.ask,
  )(async ({ params, body, viewer }) => ({ question: await askQuestion(deps, viewer, params.lectureId, body) }))
  serve(
    routes.signedIn,
    questions.read,
  )(({ params, query, viewer }) => readQuestion(deps, viewer, params.questionId, query))
  serve(
    routes.signedIn,
    questions.answer,
  )(async ({ params, body, viewer }) => ({ answer: await answerQuestion(deps, viewer, params.questionId, body) }))
  serve(
    routes.educator,
    questions.accept,
  )(({ params, body, viewer }) => acceptAnswer(deps, viewer, params.questionId, body.answerId))
  serve(
    routes.signedIn,
    questions.follow,
  )(({ params, body, viewer }) => followQuestion(deps, viewer, params.questionId, body))
  serve(routes.educator, questions.ofEducator)(({ query, viewer }) => listOwnQuestions(deps, viewer.id, query))
  serve(routes.educator, questions.waiting)(async ({ viewer }) => ({ waiting: await countWaiting(deps.db, viewer.id) }))
  registerPosts(routes, deps)
}

function registerPosts(routes: Routes, deps: FeatureDeps): void {
  const { questions } = api
  serve(routes.signedIn, questions.vote)(({ params, body, viewer }) => voteForPost(deps, viewer, params.postId, body))
  serve(routes.signedIn, questions.edit)(({ params, body, viewer }) => editPost(deps, viewer, params.postId, body))
  serve(
    routes.signedIn,
    questions.remove,
  )(async ({ params, viewer, say }) => {
    await removePost(deps, viewer, params.postId)
    return { message: say(msg`Deleted`) }
  })
  serve(
    routes.signedIn,
    questions.report,
  )(async ({ params, body, viewer, say }) => {
    await reportPost(deps, viewer, params.postId, body)
    return { message: say(msg`Thank you. An administrator will look at it.`) }
  })
}
