import {
  type api,
  type BodyOf,
  type EditedQuiz,
  type Lecture,
  maxQuizExtras,
  type QuestionInput,
  type QuizExtra,
  type QuizSettings,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { keepAccounts } from '../../accounts/index.ts'
import { isEnrolled } from '../../enrolments/index.ts'
import { addEntry, changeLecture, lockOwnLecture } from '../../lectures/index.ts'
import { withTextRoom } from '../../media/index.ts'
import { changeDue } from '../attempts/attempt-queries.ts'
import { movedDueAt } from '../attempts/rules.ts'
import { changeQuestions } from '../bank/change-questions.ts'
import { addQuestions } from '../bank/edit-bank.ts'
import { attemptsGiven } from '../jobs.ts'
import {
  countAttemptsAt,
  type FoundQuiz,
  findExtra,
  findExtras,
  findOwnQuiz,
  findQuestionsAmong,
  partsOf,
  putExtra,
  putQuiz,
} from './quiz-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'settings'>

/** A quiz as it begins. */
const firstSettings: QuizSettings = {
  intro: '',
  passPercent: 60,
  attempts: null,
  minutes: null,
  shuffleQuestions: false,
  shuffleOptions: true,
  negativePercent: 0,
  showTime: 'each',
  showPart: 'answers',
  closesAt: null,
  parts: [],
}

const columnsOf = (settings: QuizSettings) => ({
  intro: settings.intro,
  pass_percent: settings.passPercent,
  attempts_allowed: settings.attempts,
  minutes: settings.minutes,
  shuffle_questions: settings.shuffleQuestions,
  shuffle_options: settings.shuffleOptions,
  negative_percent: settings.negativePercent,
  show_time: settings.showTime,
  show_part: settings.showPart,
  closes_at: settings.closesAt === null ? null : new Date(settings.closesAt),
  parts: JSON.stringify(settings.parts),
})

const settingsOf = (row: FoundQuiz): QuizSettings => ({
  intro: row.intro,
  passPercent: row.pass_percent,
  attempts: row.attempts_allowed,
  minutes: row.minutes,
  shuffleQuestions: row.shuffle_questions,
  shuffleOptions: row.shuffle_options,
  negativePercent: row.negative_percent,
  showTime: row.show_time,
  showPart: row.show_part,
  closesAt: row.closes_at?.toISOString() ?? null,
  parts: partsOf(row),
})

const versionOfQuiz = (row: FoundQuiz): string => versionOf([row.title, settingsOf(row)])

/** Adds a quiz without questions to the end of the owner's course. Throws not_found, invalid_input, rate_limited, storage_full. */
export async function createQuiz(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  { title }: BodyOf<typeof api.quizzes.create>,
): Promise<Lecture> {
  await deps.limits.newLectures.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const session = { state: 'none' as const, startTime: null }
    const lecture = await addEntry(tx, deps, { ownerId: viewer.id, courseId, title, kind: 'quiz', session })
    await putQuiz(tx, { lecture_id: lecture._id, created_at: deps.clock.now(), ...columnsOf(firstSettings) })
    return lecture
  })
}

type Filled = {
  ownerId: string
  courseId: string
  lectureId: string
  questions: readonly QuestionInput[]
  settings: Partial<QuizSettings>
}

/** Gives an entry of the owner's course that is a quiz its settings and new questions of the bank. Throws not_found, bank_full. */
export async function fillQuiz(
  tx: Tx,
  deps: Pick<FeatureDeps, 'clock'>,
  { ownerId, courseId, lectureId, questions, settings }: Filled,
): Promise<void> {
  const added = questions.map((question) => ({ question, tags: [] }))
  const ids = await addQuestions(tx, deps, { ownerId, courseId, questions: added })
  const parts = ids.map((questionId) => ({ kind: 'question' as const, questionId }))
  const columns = columnsOf({ ...firstSettings, ...settings, parts })
  await putQuiz(tx, { lecture_id: lectureId, created_at: deps.clock.now(), ...columns })
}

/** Returns a quiz of the viewer's own course. Throws not_found. */
export async function readQuiz(on: Executor, viewer: CurrentUser, lectureId: string): Promise<EditedQuiz> {
  const row = await findOwnQuiz(on, lectureId, viewer.id)
  if (!row) throw new DomainError('not_found')
  const settings = settingsOf(row)
  const ids = settings.parts.flatMap((part) => (part.kind === 'question' ? [part.questionId] : []))
  const known = await findQuestionsAmong(on, row.course_id, ids)
  return {
    lectureId,
    courseId: row.course_id,
    title: row.title,
    // questions that were deleted since are none of its parts any more
    settings: {
      ...settings,
      parts: settings.parts.filter((part) => part.kind === 'draw' || known.has(part.questionId)),
    },
    questions: [...known.values()],
    version: versionOfQuiz(row),
    extras: await findExtras(on, lectureId),
    attempts: await countAttemptsAt(on, lectureId),
  }
}

/**
 * Changes a quiz of the viewer's own course. Throws not_found (also for questions of other courses), changed_elsewhere, rate_limited,
 * storage_full.
 */
export async function saveQuiz(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  { title, settings, version }: BodyOf<typeof api.quizzes.save>,
): Promise<EditedQuiz> {
  await deps.limits.quizEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const { courseId, kind } = await lockOwnLecture(tx, lectureId, viewer.id)
    const row = kind === 'quiz' ? await findOwnQuiz(tx, lectureId, viewer.id) : undefined
    if (!row) throw new DomainError('not_found')
    requireVersion(version, versionOfQuiz(row))
    const ids = settings.parts.flatMap((part) => (part.kind === 'question' ? [part.questionId] : []))
    const known = await findQuestionsAmong(tx, courseId, ids)
    if (ids.some((id) => !known.has(id))) throw new DomainError('not_found')
    await withTextRoom(tx, deps, viewer.id, () =>
      changeQuestions(tx, courseId, () =>
        putQuiz(tx, { lecture_id: lectureId, created_at: row.created_at, ...columnsOf(settings) }),
      ),
    )
    if (title !== row.title)
      await changeLecture(tx, deps, {
        ownerId: viewer.id,
        lectureId,
        changes: { lectureTitle: title },
        videoId: undefined,
      })
    return readQuiz(tx, viewer, lectureId)
  })
}

/** Gives a student more time or attempts than others, also in an attempt that is open. Throws not_found, invalid_input, rate_limited. */
export async function setExtra(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  { studentId, minutes, attempts }: BodyOf<typeof api.quizzes.setExtra>,
): Promise<QuizExtra[]> {
  await deps.limits.quizEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    await keepAccounts(tx, [viewer.id, studentId])
    await lockOwnLecture(tx, lectureId, viewer.id)
    const quiz = await findOwnQuiz(tx, lectureId, viewer.id)
    if (!quiz) throw new DomainError('not_found')
    const isGift = minutes > 0 || attempts > 0
    if (isGift && !(await isEnrolled(tx, studentId, quiz.course_id))) throw new DomainError('not_found')
    const others = (await findExtras(tx, lectureId)).filter(({ student }) => student._id !== studentId)
    if (isGift && others.length >= maxQuizExtras) throw new DomainError('invalid_input')
    const before = await findExtra(tx, lectureId, studentId)
    await putExtra(tx, { lectureId, userId: studentId, minutes, attempts })
    if (attempts > before.attempts) tx.enqueue(attemptsGiven, { lectureId, userId: studentId, change: newId() })
    await changeDue(tx, {
      lectureId,
      userId: studentId,
      dueOf: ({ due_at: due, began_at: beganAt }) => movedDueAt(due, { quiz, beganAt, before, after: { minutes } }),
    })
    return findExtras(tx, lectureId)
  })
}
