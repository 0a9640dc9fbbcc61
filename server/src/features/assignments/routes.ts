import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { attachFile, authorizeAttachment, createServedMarks } from '../lectures/index.ts'
import { reserveRoom } from '../media/index.ts'
import {
  addAnswerFile,
  authorizeAnswerFile,
  removeAnswerFile,
  reserveAnswerFile,
  sendAnswerFile,
} from './answer-files.ts'
import { createAssignment, editAssignment, followEntries } from './edit-assignment.ts'
import { exportAnswers } from './export-answers.ts'
import { countWaitingAnswers, listAnswers } from './list-answers.ts'
import { markAnswer, readAnswer } from './mark-answer.ts'
import { readAssignment } from './read-assignment.ts'
import { handInAnswer, saveAnswer, withdrawAnswer } from './save-answer.ts'

const kind = 'assignment' as const

/** Serves assignments: the task and the own answer to those who may open the entry, the answers to the educator alone. */
export function registerAssignments(routes: Routes, deps: FeatureDeps): void {
  followEntries(deps.db, deps.clock)
  const marks = createServedMarks(deps.db)
  serve(
    routes.signedIn,
    api.assignments.read,
  )(async ({ params, viewer }) => readAssignment({ ...deps, marks }, viewer, params.lectureId))
  serve(
    routes.signedIn,
    api.assignments.save,
  )(async ({ params, body, viewer }) => ({ answer: await saveAnswer(deps, viewer, params.lectureId, body) }))
  serve(
    routes.signedIn,
    api.assignments.handIn,
  )(async ({ params, body, viewer, say }) => ({
    answer: await handInAnswer(deps, viewer, params.lectureId, body),
    message: say(msg`Your answer is handed in`),
  }))
  serve(
    routes.signedIn,
    api.assignments.withdraw,
  )(async ({ params, body, viewer, say }) => ({
    answer: await withdrawAnswer(deps, viewer, params.lectureId, body.attempt),
    message: say(msg`Your answer is withdrawn. You can change it and hand it in again.`),
  }))
  serve(routes.signedIn, api.assignments.addFile, {
    authorize: ({ params, viewer }) => authorizeAnswerFile(deps, viewer, params.lectureId),
    reserve: (viewer, bytes, params) => reserveAnswerFile(deps, viewer, params.lectureId, bytes),
  })(async ({ params, files, viewer, signal, say }) => ({
    files: await addAnswerFile(deps, viewer, params.lectureId, { received: files.file, signal }),
    message: say(msg`File added`),
  }))
  serve(
    routes.signedIn,
    api.assignments.removeFile,
  )(async ({ params, viewer, say }) => ({
    files: await removeAnswerFile(deps, viewer, params.fileId),
    message: say(msg`File removed`),
  }))
  serve(
    routes.signedIn,
    api.assignments.file,
  )(async ({ params, viewer, isHead }) => sendAnswerFile(deps, viewer, params.fileId, isHead))
  registerForEducators(routes, deps)
}

function registerForEducators(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.assignments.create,
  )(async ({ params, body, viewer }) => ({
    lecture: await createAssignment(deps, viewer.id, params.courseId, body.title),
  }))
  serve(
    routes.educator,
    api.assignments.edit,
  )(async ({ params, body, viewer, say }) => ({
    assignment: await editAssignment(deps, viewer.id, params.lectureId, body),
    message: say(msg`Assignment saved`),
  }))
  serve(routes.educator, api.assignments.attach, {
    authorize: ({ params, viewer }) => authorizeAttachment(deps, viewer.id, params.lectureId, kind),
    reserve: (viewer, bytes) => reserveRoom(deps, viewer.id, bytes),
  })(async ({ params, files, viewer, signal, say }) => ({
    attachments: await attachFile(deps, viewer.id, params.lectureId, { received: files.file, signal, kind }),
    message: say(msg`File added`),
  }))
  serve(routes.educator, api.assignments.answers)(async ({ query, viewer }) => listAnswers(deps, viewer.id, query))
  serve(
    routes.educator,
    api.assignments.waiting,
  )(async ({ viewer }) => ({ count: await countWaitingAnswers(deps, viewer.id) }))
  serve(
    routes.educator,
    api.assignments.answer,
  )(async ({ params, viewer }) => readAnswer(deps, viewer.id, params.answerId))
  serve(
    routes.educator,
    api.assignments.mark,
  )(async ({ params, body, viewer, say }) => ({
    next: await markAnswer(deps, viewer.id, params.answerId, body),
    message: say(body.outcome === 'accepted' ? msg`Answer accepted` : msg`Answer returned for changes`),
  }))
  serve(
    routes.educator,
    api.assignments.archive,
  )(async ({ params, viewer, say }) => exportAnswers(deps, viewer.id, params.lectureId, say))
}
