import { randomBytes } from 'node:crypto'
import type { World } from './world.ts'

const key = () => randomBytes(12).toString('hex')

/** A student asks, the educator answers, both judge what the other has written, and an admin decides about it. */
export async function askAndAnswer(world: World, { courseId, lectureId }: Record<'courseId' | 'lectureId', string>) {
  const { call } = world
  const idOf = (reply: unknown, name: string) =>
    String((reply as Record<string, { _id?: string }> | undefined)?.[name]?._id ?? '')
  const ask = (title: string) =>
    call('questions.ask', 'student', { path: { lectureId }, body: { key: key(), title, text: 'More', second: 1 } })
  const question = { path: { questionId: idOf(await ask('Why is it so?'), 'question') } }
  const asked = { path: { postId: question.path.questionId } }
  const given = await call('questions.answer', 'educator', { ...question, body: { key: key(), text: 'Because' } })
  const answered = { path: { postId: idOf(given, 'answer') } }
  for (const [id, actor, query] of [
    ['questions.ofCourse', 'student', { text: 'why', order: 'votes' }],
    ['questions.similar', 'student', { text: 'Why so' }],
  ] as const)
    await call(id, actor, { path: { courseId }, query })
  await call('questions.ofEducator', 'educator')
  await call('questions.waiting', 'educator')
  await call('questions.vote', 'student', { ...answered, body: { voted: true } })
  await call('questions.accept', 'educator', { ...question, body: { answerId: answered.path.postId } })
  await call('questions.follow', 'educator', { ...question, body: { follows: true } })
  await call('questions.edit', 'student', { ...asked, body: { title: 'Why?', text: 'Even more' } })
  await call('questions.report', 'student', { ...answered, body: { reason: 'other', text: 'Hm' } })
  await call('questions.read', 'student', question)
  for (const show of ['reported', 'all', 'hidden']) await call('adminPosts.list', 'admin', { query: { show } })
  await call('adminPosts.keep', 'admin', answered)
  await call('adminPosts.hide', 'admin', { ...answered, body: { reason: 'A reason' } })
  await call('adminPosts.restore', 'admin', answered)
  await call('questions.remove', 'student', { path: { postId: idOf(await ask('And this?'), 'question') } })
}
