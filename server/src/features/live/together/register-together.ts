import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import type { Rooms } from '#ports/rooms.ts'
import { noteKept, readBoard, readLastBoard } from '../board/read-board.ts'
import { changePoll, deletePoll, listPolls, makePoll, vote } from './change-polls.ts'
import { deliverTogether } from './deliver-together.ts'
import { getNotes, saveNotes } from './notes.ts'
import { listQuestions, markQuestion } from './questions.ts'
import { createReactions, type React } from './reactions.ts'
import { subscribeTogether, type TogetherChange } from './together-events.ts'

/** Registers what participants of a room do together besides talking: questions, polls, notes, a whiteboard. Returns what takes their reactions, and what shows changes to the people of this process. */
export function registerTogether(
  routes: Routes,
  deps: FeatureDeps,
  rooms: Rooms,
): { react: React; receive: (change: TogetherChange) => void } {
  const receive = deliverTogether(deps, rooms)
  subscribeTogether(deps.db, receive)
  const { liveTogether: together } = api
  const { signedIn } = routes
  serve(signedIn, together.questions)(({ params, viewer }) => listQuestions(deps, params.lectureId, viewer))
  serve(
    signedIn,
    together.mark,
  )(async ({ params, body, viewer }) => ({ message: await markQuestion(deps, viewer, { ...params, ...body }) }))
  serve(
    signedIn,
    together.polls,
  )(async ({ params, viewer }) => ({ polls: await listPolls(deps, params.lectureId, viewer) }))
  serve(
    signedIn,
    together.makePoll,
  )(async ({ params, body, viewer }) => ({ poll: await makePoll(deps, params.lectureId, viewer, body) }))
  serve(
    signedIn,
    together.changePoll,
  )(async ({ params, body, viewer }) => ({ poll: await changePoll(deps, params.pollId, viewer, body.state) }))
  serve(
    signedIn,
    together.deletePoll,
  )(async ({ params, viewer, say }) => {
    await deletePoll(deps, params.pollId, viewer)
    return { message: say(msg`Poll deleted`) }
  })
  serve(
    signedIn,
    together.vote,
  )(async ({ params, body, viewer }) => ({ poll: await vote(deps, params.pollId, viewer, body.choices) }))
  serve(signedIn, together.notes)(({ params, viewer }) => getNotes(deps, params.lectureId, viewer))
  serve(signedIn, together.saveNotes)(({ params, body, viewer }) => saveNotes(deps, params.lectureId, viewer, body))
  const { liveBoard } = api
  serve(signedIn, liveBoard.board)(({ params, viewer }) => readBoard(deps, params.lectureId, viewer))
  serve(routes.educator, liveBoard.lastBoard)(({ params, viewer }) => readLastBoard(deps, viewer.id, params.lectureId))
  serve(
    routes.educator,
    liveBoard.boardKept,
  )(({ params, body, viewer }) => noteKept(deps, viewer.id, { ...params, ...body }))
  return { react: createReactions(deps, rooms, receive), receive }
}
