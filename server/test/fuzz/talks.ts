import type { World } from './world.ts'

/** Asks the assistant about a course, and asks on. */
export async function converse({ call }: World, courseId: string): Promise<void> {
  const history = [
    { role: 'user', text: 'recommend a course about videos' },
    { role: 'assistant', text: `Take [this one](/viewcourse/${courseId}) or [that one](/viewcourse/none).` },
  ]
  await call('ai.chat', 'visitor', { body: { message: 'recommend a course about videos' } })
  for (const message of ['is it free?', 'which one is better for a beginner?', 'something cheaper', 'and in hindi?'])
    await call('ai.chat', 'visitor', { body: { message, history } })
}

/** Asks the tutor of a course, and looks at what it did not find. */
export async function askTutor({ call, newest }: World, courseId: string): Promise<void> {
  const body = { courseId, message: 'Where do zebras sleep in winter?' }
  const history = [{ role: 'user', text: 'What is a video?' }]
  for (const user of ['student', 'educator'] as const) await call('tutor.ask', user, { body })
  await call('tutor.ask', 'student', { body: { ...body, history, seconds: 1 } })
  for (let attempt = 0; attempt < 20 && !newest('askedId'); attempt++)
    await call('tutor.asked', 'educator', { path: { courseId } })
  await call('tutor.settle', 'educator', { path: { courseId, askedId: newest('askedId') } })
}
