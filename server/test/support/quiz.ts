import {
  type AskedCheck,
  type Attempt,
  api,
  type BodyInput,
  type QuizAnswer,
  type QuizSettings,
  type ShownQuestion,
} from '@virtual-courses/contract'
import type { TestApp, TestUser } from './create-test-app.ts'
import { makeCourse, makeLecture } from './make-course.ts'
import { buy } from './sales/pay.ts'

type Input = BodyInput<typeof api.quizBank.create>['question']

/** What keys and explanations of `everyKind` contain, and nothing that a student may see before. */
export const secret = 'SECRETWORD'
const explanation = `${secret} explains`

/** A question of each kind, of one point. */
export const everyKind = {
  one: {
    kind: 'one',
    prompt: 'Which is a knot? $x^2$',
    explanation,
    options: [
      { text: 'bowline', right: true },
      { text: 'anchor', right: false },
      { text: 'mast', right: false },
    ],
  },
  several: {
    kind: 'several',
    prompt: 'Which are ropes?',
    explanation,
    options: [
      { text: 'sheet', right: true },
      { text: 'halyard', right: true },
      { text: 'keel', right: false },
    ],
  },
  truth: { kind: 'truth', prompt: 'Water is wet', explanation, right: true },
  number: {
    kind: 'number',
    prompt: 'How long is a nautical mile?',
    explanation,
    value: 1852,
    tolerance: 1,
    units: ['m'],
  },
  text: { kind: 'text', prompt: 'What is it called?', explanation, accepted: [`${secret} text`] },
  order: {
    kind: 'order',
    prompt: 'Put these in order',
    explanation,
    items: [{ text: 'first' }, { text: 'second' }, { text: 'third' }],
  },
  match: {
    kind: 'match',
    prompt: 'Match these',
    explanation,
    pairs: [
      { left: 'port', right: 'red' },
      { left: 'starboard', right: 'green' },
      { left: 'stern', right: 'white' },
    ],
  },
  gaps: {
    kind: 'gaps',
    prompt: 'A [[1]] and a [[2]]',
    explanation,
    gaps: [{ accepted: [`${secret} one`] }, { accepted: [`${secret} two`] }],
  },
} satisfies Record<ShownQuestion['kind'], Input>

/** The right answer to a shown question of `everyKind`. */
export function rightOf(question: ShownQuestion): QuizAnswer {
  const placeOf = (texts: readonly string[], wanted: string) => texts.indexOf(wanted)
  switch (question.kind) {
    case 'one':
      return { kind: 'one', pick: placeOf(question.options, 'bowline') }
    case 'several':
      return { kind: 'several', picks: ['sheet', 'halyard'].map((text) => placeOf(question.options, text)) }
    case 'truth':
      return { kind: 'truth', value: true }
    case 'number':
      return { kind: 'number', text: '1,852 m' }
    case 'text':
      return { kind: 'text', text: ` ${secret.toLowerCase()}  TEXT` }
    case 'order':
      return { kind: 'order', order: ['first', 'second', 'third'].map((text) => placeOf(question.items, text)) }
    case 'match':
      return {
        kind: 'match',
        matches: question.lefts.map((left) =>
          placeOf(question.rights, { port: 'red', starboard: 'green', stern: 'white' }[left] ?? ''),
        ),
      }
    case 'gaps':
      return { kind: 'gaps', texts: [`${secret} one`, `${secret} two`] }
  }
}

export type TestQuiz = { courseId: string; lectureId: string; questionIds: string[]; educator: TestUser }

/** A quiz in a free course, with these questions. */
export async function makeQuiz(
  app: TestApp,
  {
    questions = Object.values(everyKind),
    settings = {},
  }: { questions?: Input[]; settings?: Partial<QuizSettings> } = {},
): Promise<TestQuiz> {
  const educator = await app.makeUser('educator')
  const { _id: courseId } = await makeCourse(educator, { price: 0 })
  const { lecture } = await educator.call(api.quizzes.create, { params: { courseId }, body: { title: 'Knots' } })
  const questionIds: string[] = []
  for (const question of questions) {
    const made = await educator.call(api.quizBank.create, { params: { courseId }, body: { question } })
    questionIds.push(made.question._id)
  }
  const quiz = { courseId, lectureId: lecture._id, questionIds, educator }
  await setQuiz(quiz, { parts: questionIds.map((questionId) => ({ kind: 'question', questionId })), ...settings })
  return quiz
}

/** Changes settings of a quiz. */
export async function setQuiz({ lectureId, educator }: TestQuiz, changes: Partial<QuizSettings>): Promise<void> {
  const params = { lectureId }
  const { title, settings } = await educator.call(api.quizzes.edit, { params })
  await educator.call(api.quizzes.save, { params, body: { title, settings: { ...settings, ...changes } } })
}

/** A student who is enrolled in the course of a quiz. */
export async function makeStudent(app: TestApp, { courseId }: TestQuiz): Promise<TestUser> {
  const student = await app.makeUser()
  await buy(student, courseId)
  return student
}

export const begin = async (student: TestUser, { lectureId }: TestQuiz): Promise<Attempt> =>
  (await student.call(api.quizAttempts.begin, { params: { lectureId } })).attempt
export const read = async (student: TestUser, attemptId: string): Promise<Attempt> =>
  (await student.call(api.quizAttempts.read, { params: { attemptId } })).attempt
export const handIn = async (student: TestUser, attemptId: string): Promise<Attempt> =>
  (await student.call(api.quizAttempts.handIn, { params: { attemptId } })).attempt
export const page = (student: TestUser, { lectureId }: TestQuiz) =>
  student.call(api.quizAttempts.page, { params: { lectureId } })
export const save = (
  student: TestUser,
  attemptId: string,
  answers: { position: number; answer: QuizAnswer | null; base?: number }[],
) =>
  student.call(api.quizAttempts.answer, {
    params: { attemptId },
    body: { answers: answers.map((one) => ({ base: 0, ...one })) },
  })
export const answerAll = async (student: TestUser, attempt: Attempt) =>
  save(
    student,
    attempt._id,
    attempt.questions.map(({ question, revision }) => ({
      position: question.position,
      answer: rightOf(question),
      base: revision,
    })),
  )
/** A quiz of true and false alone, so that wrong answers are at hand. */
export const truths = (count: number, points = 1) =>
  Array.from({ length: count }, (_, at) => ({ ...everyKind.truth, prompt: `Claim ${at}`, points }))
export const truth = (value: boolean): QuizAnswer => ({ kind: 'truth', value })

/** A quiz as a form that two people edit: its introduction. */
export async function quizForm(app: TestApp) {
  const { educator, lectureId } = await makeQuiz(app, { questions: [everyKind.truth] })
  const params = { lectureId }
  const { title, settings } = await educator.call(api.quizzes.edit, { params })
  return {
    async read() {
      const quiz = await educator.call(api.quizzes.edit, { params })
      return { value: quiz.settings.intro, version: quiz.version }
    },
    save: (number: number, version?: string) =>
      educator.call(api.quizzes.save, {
        params,
        body: {
          title,
          settings: { ...settings, intro: `Text ${number}` },
          ...(version !== undefined && { version }),
        },
      }),
  }
}

/** A question of a bank as a form that two people edit: its prompt. */
export async function questionForm(app: TestApp) {
  const { educator, questionIds } = await makeQuiz(app, { questions: [everyKind.truth] })
  const [questionId = ''] = questionIds
  const params = { questionId }
  return {
    async read() {
      const { question } = await educator.call(api.quizBank.read, { params })
      return { value: question.question.prompt, version: question.version }
    },
    save: (number: number, version?: string) =>
      educator.call(api.quizBank.save, {
        params,
        body: {
          question: { ...everyKind.truth, prompt: `Text ${number}` },
          tags: [],
          appliesTo: 'new',
          ...(version !== undefined && { version }),
        },
      }),
  }
}

type CheckSettings = { second?: number; maySkip?: boolean; tries?: number }

/** A lecture in the course of a quiz, in whose video the questions of the quiz are asked. */
export async function makeChecked(quiz: TestQuiz, settings: CheckSettings = {}): Promise<TestQuiz> {
  const { _id: lectureId } = await makeLecture(quiz.educator, quiz.courseId, 'Sails')
  const checks = quiz.questionIds.map((questionId, at) => ({
    questionId,
    second: 10 * at,
    maySkip: false,
    tries: 3,
    ...settings,
  }))
  await quiz.educator.call(api.videoChecks.save, { params: { lectureId }, body: { checks } })
  return { ...quiz, lectureId }
}

/** Questions in a video as a form that two people edit: the second of the first one. */
export async function checksForm(app: TestApp) {
  const { educator, lectureId } = await makeChecked(await makeQuiz(app, { questions: [everyKind.truth] }))
  const params = { lectureId }
  const { checks } = await educator.call(api.videoChecks.edit, { params })
  return {
    async read() {
      const { checks: now, version } = await educator.call(api.videoChecks.edit, { params })
      return { value: String(now[0]?.second), version }
    },
    stored: (number: number) => String(100 + number),
    save: (number: number, version?: string) =>
      educator.call(api.videoChecks.save, {
        params,
        body: {
          checks: checks.map(({ questionId, maySkip, tries }) => ({
            questionId,
            second: 100 + number,
            maySkip,
            tries,
          })),
          ...(version !== undefined && { version }),
        },
      }),
  }
}

export const checkParams = ({ lectureId, questionIds }: TestQuiz, at = 0) => ({
  lectureId,
  questionId: questionIds[at] ?? '',
})
export const askCheck = (user: TestUser, video: TestQuiz, at = 0): Promise<AskedCheck> =>
  user.call(api.videoChecks.read, { params: checkParams(video, at) })
export const giveCheck = (
  user: TestUser,
  video: TestQuiz,
  { at = 0, ...body }: { at?: number; answer: QuizAnswer; tries: number },
): Promise<AskedCheck> => user.call(api.videoChecks.answer, { params: checkParams(video, at), body })
