import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import { searchedText } from './rules.ts'
import { insertPost, refreshQuestion, setAccepted, setFollow, setVote } from './write-queries.ts'

type Filled = {
  courseId: string
  lectureId: string
  videoId: string | null
  second: number
  userId: string
  title: string
  text: string
  at: Date
  votes: readonly string[]
  answers: readonly { userId: string; text: string; at: Date; accepted: boolean }[]
}

/** Writes a question of the demo with its answers and votes; no one is notified. */
export async function fillQuestion(tx: Tx, asked: Filled): Promise<void> {
  const { courseId, lectureId, videoId, second, userId, title, text, at } = asked
  const id = newId()
  const post = (author: string, time: Date) => ({
    ...{ course_id: courseId, user_id: author, request_key: newId(), created_at: time },
  })
  await insertPost(tx, {
    ...post(userId, at),
    ...{ id, title, text, folded: searchedText(title, text), lecture_id: lectureId, question_id: null },
    ...(videoId === null ? { video_id: null, second: null } : { video_id: videoId, second }),
    waits_since: at,
  })
  await setFollow(tx, id, userId, at)
  for (const voter of asked.votes) await setVote(tx, id, voter, at)
  for (const answer of asked.answers) {
    const answerId = newId()
    await insertPost(tx, { ...post(answer.userId, answer.at), id: answerId, question_id: id, text: answer.text })
    if (answer.accepted) await setAccepted(tx, id, answerId)
  }
  await refreshQuestion(tx, id)
}
