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
  const table = { text: 'Student ID [student-id],Water [x],Keep [exported]\nno-one,1,v1' }
  const seen = await world.call('marks.preview', 'educator', { path, body: table })
  await world.call('marks.import', 'educator', {
    path,
    body: { ...table, reason: 'Oral exam', seen: String(seen?.seen) },
  })
  await world.call('marks.own', 'student', { path })
}

/** An educator sets when a section and a lecture open, and sees what a new student finds closed. */
export async function setOpenings(
  world: World,
  { courseId, lectureId }: { courseId: string; lectureId: string },
): Promise<void> {
  const made = await world.call('sections.create', 'educator', { path: { courseId }, body: { title: 'Later' } })
  // a reply of the contract's shape
  const sectionId = String((made?.section as { _id?: unknown } | undefined)?._id ?? '')
  await world.call('openings.setSection', 'educator', { path: { sectionId }, body: { opens: { kind: 'order' } } })
  await world.call('openings.setLecture', 'educator', { path: { lectureId }, body: { opens: null } })
  await world.call('openings.read', 'educator', { path: { courseId }, query: { days: 3 } })
}
