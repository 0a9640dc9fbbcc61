import type { FilePart, World } from './world.ts'

type Ids = { courseId: string; videoLectureId: string; picture: FilePart }
const idOf = (value: unknown): string => String((value as { _id?: unknown } | undefined)?._id ?? '')

/** An educator writes questions and a quiz of them; a student takes it, and the educator looks at the attempt. */
export async function takeQuiz(world: World, { courseId, videoLectureId, picture }: Ids): Promise<void> {
  const course = { path: { courseId } }
  const question = { kind: 'truth', prompt: 'Water is wet: $x^2$', right: true }
  const options = [
    { text: 'a', right: true },
    { text: 'b', right: false },
  ]
  await world.call('quizBank.formulas', 'educator', { body: { text: '$x^2$' } })
  await world.call('quizBank.addPicture', 'educator', { ...course, body: { picture } })
  const made = await world.call('quizBank.create', 'educator', { ...course, body: { question, tags: ['easy'] } })
  const questionId = idOf(made?.question)
  const other = await world.call('quizBank.create', 'educator', {
    ...course,
    body: { question: { kind: 'several', prompt: 'Which?', options }, tags: ['easy'] },
  })
  await world.call('quizBank.read', 'educator', { path: { questionId } })
  await world.call('quizBank.list', 'educator', { ...course, query: { text: 'water' } })
  const created = await world.call('quizzes.create', 'educator', { ...course, body: { title: 'Water' } })
  const lectureId = idOf(created?.lecture)
  const quiz = { path: { lectureId } }
  const edited = await world.call('quizzes.edit', 'educator', quiz)
  const settings = {
    ...(edited?.settings as object | undefined),
    minutes: 10,
    negativePercent: 25,
    parts: [
      { kind: 'question', questionId },
      { kind: 'draw', tag: 'easy', count: 1 },
    ],
  }
  await world.call('quizzes.save', 'educator', { ...quiz, body: { title: 'Water', settings } })
  await world.call('quizAttempts.page', 'student', quiz)
  const begun = await world.call('quizAttempts.begin', 'student', quiz)
  const attemptId = idOf(begun?.attempt)
  const attempt = { path: { attemptId } }
  await world.call('quizAttempts.answer', 'student', {
    ...attempt,
    body: {
      answers: [
        { position: 0, answer: { kind: 'truth', value: true }, base: 0 },
        { position: 1, answer: { kind: 'several', picks: [0] }, base: 0 },
      ],
    },
  })
  await world.call('quizAttempts.read', 'student', attempt)
  await world.call('quizAttempts.handIn', 'student', attempt)
  const list = await world.call('quizzes.attempts', 'educator', quiz)
  const [first] = (list?.attempts ?? []) as { student?: unknown }[] // a reply of the contract's shape
  await world.call('quizAttempts.review', 'educator', attempt)
  await world.call('quizAttempts.mark', 'educator', { ...attempt, body: { position: 0, marks: 0.5, reason: 'Close' } })
  await world.call('quizzes.setExtra', 'educator', {
    ...quiz,
    body: { studentId: idOf(first?.student), minutes: 5, attempts: 1 },
  })
  const video = { path: { lectureId: videoLectureId } }
  const check = { path: { lectureId: videoLectureId, questionId } }
  await world.call('videoChecks.edit', 'educator', video)
  await world.call('videoChecks.save', 'educator', {
    ...video,
    body: { checks: [{ questionId, second: 1, maySkip: false, tries: 2 }] },
  })
  await world.call('videoChecks.read', 'student', check)
  await world.call('videoChecks.answer', 'student', {
    ...check,
    body: { answer: { kind: 'truth', value: false }, tries: 0 },
  })
  await world.call('quizBank.save', 'educator', {
    path: { questionId },
    body: { question: { ...question, right: false }, tags: [], appliesTo: 'all' },
  })
  await world.call('quizBank.remove', 'educator', { path: { questionId: idOf(other?.question) } })
}
