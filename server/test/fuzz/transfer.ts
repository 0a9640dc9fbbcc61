import type { World } from './world.ts'

/** An educator looks at a file of questions, imports it, and takes questions, answers and marks away. */
export async function moveQuestions(world: World, { courseId }: { courseId: string }): Promise<void> {
  const path = { courseId }
  const file = { format: 'gift', text: 'Water is wet {T}\n\nEssay {}' }
  await world.call('quizTransfer.preview', 'educator', { path, body: file })
  await world.call('quizTransfer.import', 'educator', { path, body: { ...file, key: 'fuzz' } })
  await world.call('quizTransfer.exportGift', 'educator', { path })
  await world.call('quizTransfer.exportCsv', 'educator', { path })
  const made = await world.call('quizzes.create', 'educator', { path, body: { title: 'Water' } })
  // a reply of the contract's shape
  const lectureId = String((made?.lecture as { _id?: unknown } | undefined)?._id ?? '')
  await world.call('quizTransfer.exportAnswers', 'educator', { path: { lectureId } })
  await world.call('quizStatistics.ofQuiz', 'educator', { path: { lectureId } })
  await world.call('marks.ofCourse', 'educator', { path })
  await world.call('marks.export', 'educator', { path })
  await world.call('marks.own', 'student', { path })
}
