import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Attempt,
  type api,
  type BodyOf,
  type QuizPage,
  questionsOf,
  type ReplyOf,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { attemptsAllowed } from '../../lectures/index.ts'
import { requireWatchable } from '../../video/delivery/index.ts'
import { findDrawable, lockToRead } from '../bank/queries.ts'
import { drawQuestions } from '../draw.ts'
import { formulasOf } from '../formulas.ts'
import { type FoundQuiz, findExtra, findQuiz, partsOf } from '../settings/quiz-queries.ts'
import { keepAnswer, showAnswer } from '../shown-order.ts'
import {
  type AttemptRow,
  deletePreviews,
  findAnswers,
  findAttempt,
  findAttempts,
  findForms,
  insertAttempt,
  lockAttempt,
  lockStudent,
  lockToMark,
  saveAnswersOf,
} from './attempt-queries.ts'
import { handIn, handInIfOver } from './hand-in.ts'
import { presentAttempt, presentBrief, secondsLeft } from './present.ts'
import { decideAnswer, decideBegin, decideShown, dueAt, isOver } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

const seeds = 2 ** 31

const isCaretaker = (quiz: FoundQuiz, viewer: CurrentUser): boolean =>
  quiz.creator_id === viewer.id || viewer.role === 'admin'

/** Returns a quiz that this user may take now. Throws not_found, not_entitled, not_open_yet. */
async function requireQuiz(
  on: Executor,
  lectureId: string,
  viewer: CurrentUser,
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<FoundQuiz> {
  const { kind } = await requireWatchable(on, lectureId, viewer, deps)
  const quiz = kind === 'quiz' ? await findQuiz(on, lectureId) : undefined
  if (!quiz) throw new DomainError('not_found')
  return quiz
}

/** What a user has at a quiz: their attempts, and what follows from them. */
async function findState(on: Executor, quiz: FoundQuiz, viewer: CurrentUser, now: Date) {
  const attempts = await findAttempts(on, quiz.lecture_id, viewer.id)
  const extra = await findExtra(on, quiz.lecture_id, viewer.id)
  const isPreview = isCaretaker(quiz, viewer)
  const allowed = isPreview ? null : attemptsAllowed(quiz.attempts_allowed, extra)
  const used = isPreview ? 0 : attempts.length
  const passed = attempts.some((attempt) => attempt.passed === true)
  const hasOpen = attempts.some((attempt) => attempt.handed_in_at === null)
  const closed = quiz.closes_at !== null && now >= quiz.closes_at
  const shown = decideShown({
    showTime: quiz.show_time,
    showPart: quiz.show_part,
    hasOpen,
    passed,
    isLast: closed || (allowed !== null && used >= allowed),
  })
  return { attempts, extra, isPreview, allowed, used, passed, hasOpen, shown }
}

/** Hands in the user's open attempt at a quiz if its time is over, so that a reader never finds it open. */
async function endOverdue({ db, clock }: Pick<Deps, 'db' | 'clock'>, rows: readonly AttemptRow[]): Promise<void> {
  const now = clock.now()
  const over = rows.find((row) => row.handed_in_at === null && isOver(row.due_at, now))
  if (!over) return
  await transact(db, async (tx) => {
    const attempt = await lockToMark(tx, over.id)
    if (attempt) await handInIfOver(tx, attempt, now)
  })
}

/** Returns a quiz that the user may take, with their attempts. Throws not_found, not_entitled, not_open_yet. */
export async function getQuizPage(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  lectureId: string,
): Promise<QuizPage> {
  const quiz = await requireQuiz(deps.db, lectureId, viewer, deps)
  await endOverdue(deps, await findAttempts(deps.db, lectureId, viewer.id))
  const now = deps.clock.now()
  const { attempts, extra, isPreview, allowed, used, passed, hasOpen } = await findState(deps.db, quiz, viewer, now)
  const parts = partsOf(quiz)
  const bank = await findDrawable(deps.db, quiz.course_id)
  const questions = drawQuestions(parts, bank, { seed: 0, shuffle: false }).length
  const problem = hasOpen ? null : decideBegin({ questions, closesAt: quiz.closes_at, allowed, used, now })
  return {
    lectureId,
    courseId: quiz.course_id,
    courseTitle: quiz.course_title,
    title: quiz.title,
    intro: quiz.intro,
    formulas: formulasOf([quiz.intro]),
    questions: Math.min(questions, questionsOf(parts)),
    passPercent: quiz.pass_percent,
    negativePercent: quiz.negative_percent,
    minutes: quiz.minutes === null ? null : quiz.minutes + extra.minutes,
    attemptsAllowed: allowed,
    attemptsLeft: allowed === null ? null : Math.max(0, allowed - used),
    closesAt: quiz.closes_at?.toISOString() ?? null,
    showTime: quiz.show_time,
    showPart: quiz.show_part,
    attempts: attempts.map(presentBrief),
    passed,
    isPreview,
    problem,
  }
}

async function showAttempt(
  on: Executor,
  quiz: FoundQuiz,
  { viewer, attemptId, now }: { viewer: CurrentUser; attemptId: string; now: Date },
): Promise<Attempt> {
  const { shown, isPreview } = await findState(on, quiz, viewer, now)
  const attempt = await findAttempt(on, attemptId, viewer.id)
  if (!attempt) throw new DomainError('not_found')
  const rows = await findAnswers(on, attemptId)
  return presentAttempt(attempt, rows, { quiz, shown: isPreview ? 'answers' : shown, now })
}

async function insertNew(
  tx: Tx,
  quiz: FoundQuiz,
  { viewer, now }: { viewer: CurrentUser; now: Date },
): Promise<string> {
  const { attempts, extra, isPreview, allowed, used } = await findState(tx, quiz, viewer, now)
  const seed = randomInt(seeds)
  const bank = await findDrawable(tx, quiz.course_id)
  const ids = drawQuestions(partsOf(quiz), bank, { seed, shuffle: quiz.shuffle_questions })
  const problem = decideBegin({ questions: ids.length, closesAt: quiz.closes_at, allowed, used, now })
  if (problem) throw new DomainError(problem)
  const forms = await findForms(tx, ids)
  const questions = ids.flatMap((id) => {
    const found = forms.get(id)
    return found ? [{ id, ...found }] : []
  })
  if (isPreview) await deletePreviews(tx, quiz.lecture_id, viewer.id)
  const id = newId()
  const attempt = {
    id,
    lecture_id: quiz.lecture_id,
    user_id: viewer.id,
    number: (attempts[0]?.number ?? 0) + 1,
    is_preview: isPreview,
    seed,
    shuffle_options: quiz.shuffle_options,
    pass_percent: quiz.pass_percent,
    negative_percent: quiz.negative_percent,
    max_marks: questions.reduce((sum, { content }) => sum + 100 * content.points, 0),
    began_at: now,
    due_at: dueAt(quiz, extra, now),
  }
  await insertAttempt(tx, attempt, questions)
  return id
}

/**
 * Begins an attempt; where one is open, returns that one. Throws not_found, not_entitled, quiz_empty, quiz_closed, attempts_used,
 * rate_limited.
 */
export async function beginAttempt(deps: Deps, viewer: CurrentUser, lectureId: string): Promise<Attempt> {
  await deps.limits.quizBegins.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    if (!(await lockStudent(tx, viewer.id))) throw new DomainError('unauthenticated')
    const quiz = await requireQuiz(tx, lectureId, viewer, deps)
    await lockToRead(tx, quiz.course_id)
    const now = deps.clock.now()
    const [open] = (await findAttempts(tx, lectureId, viewer.id)).filter((attempt) => attempt.handed_in_at === null)
    const locked = open && (await lockToMark(tx, open.id))
    const isOpen = locked && !locked.handed_in_at && !(await handInIfOver(tx, locked, now))
    // the entry may have been removed before its keys were locked
    if (!isOpen && !(await findQuiz(tx, lectureId))) throw new DomainError('not_found')
    const attemptId = isOpen ? locked.id : await insertNew(tx, quiz, { viewer, now })
    return showAttempt(tx, quiz, { viewer, attemptId, now })
  })
}

/** Returns the user's own attempt; one whose time is over is handed in before. Throws not_found, not_entitled. */
export async function readAttempt(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  attemptId: string,
): Promise<Attempt> {
  const attempt = await findAttempt(deps.db, attemptId, viewer.id)
  if (!attempt) throw new DomainError('not_found')
  const quiz = await requireQuiz(deps.db, attempt.lecture_id, viewer, deps)
  await endOverdue(deps, [attempt])
  return showAttempt(deps.db, quiz, { viewer, attemptId, now: deps.clock.now() })
}

/** Hands in the user's own attempt. Throws not_found, not_entitled, rate_limited. */
export async function handInAttempt(deps: Deps, viewer: CurrentUser, attemptId: string): Promise<Attempt> {
  await deps.limits.quizAnswers.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const attempt = await findAttempt(tx, attemptId, viewer.id)
    if (!attempt) throw new DomainError('not_found')
    const quiz = await requireQuiz(tx, attempt.lecture_id, viewer, deps)
    const now = deps.clock.now()
    await handIn(tx, viewer, attemptId, now)
    return showAttempt(tx, quiz, { viewer, attemptId, now })
  })
}

type Wanted = BodyOf<typeof api.quizAttempts.answer>['answers']
type Saved = ReplyOf<typeof api.quizAttempts.answer>

async function saveLocked(tx: Tx, attempt: AttemptRow, answers: Wanted, now: Date): Promise<Saved> {
  const positions = answers.map(({ position }) => position)
  const rows = new Map((await findAnswers(tx, attempt.id, positions)).map((row) => [row.position, row]))
  // answers to questions that were not drawn, or two to the same
  if (rows.size !== answers.length) throw new DomainError('invalid_input')
  const decided = answers.map((wanted) => {
    const row = rows.get(wanted.position)
    if (!row) throw new DomainError('invalid_input')
    const showing = { seed: attempt.seed, position: row.position, shuffleOptions: attempt.shuffle_options }
    const answer = wanted.answer && keepAnswer(row.content, showing, wanted.answer)
    if (wanted.answer && !answer) throw new DomainError('invalid_input')
    const isSame = isDeepStrictEqual(row.answer, answer)
    return { row, showing, answer, decision: decideAnswer(row, { base: wanted.base, isSame }) }
  })
  const changed = decided.filter(({ decision }) => decision === 'save')
  if (changed.length > 0)
    await saveAnswersOf(
      tx,
      attempt.id,
      changed.map(({ row, answer }) => ({ position: row.position, answer })),
      now,
    )
  return {
    saved: decided
      .filter(({ decision }) => decision !== 'stale')
      .map(({ row, decision }) => ({ position: row.position, revision: row.revision + (decision === 'save' ? 1 : 0) })),
    stale: decided
      .filter(({ decision }) => decision === 'stale')
      .map(({ row, showing }) => ({
        position: row.position,
        answer: showAnswer(row.content, showing, row.answer),
        revision: row.revision,
      })),
    secondsLeft: secondsLeft(attempt, now),
  }
}

/**
 * Saves answers of the user's own open attempt. What comes after its time is refused, and hands it in with what was saved. Throws
 * not_found, not_entitled, attempt_over, invalid_input, rate_limited.
 */
export async function saveAnswers(deps: Deps, viewer: CurrentUser, attemptId: string, answers: Wanted): Promise<Saved> {
  await deps.limits.quizAnswers.consume(viewer.id)
  const saved = await transact(deps.db, async (tx) => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt?.user_id !== viewer.id) throw new DomainError('not_found')
    await requireWatchable(tx, attempt.lecture_id, viewer, deps)
    // the time at which the lock was got: anyone who handed the attempt in before has counted without this answer
    const now = deps.clock.now()
    return attempt.handed_in_at || isOver(attempt.due_at, now) ? { attempt } : saveLocked(tx, attempt, answers, now)
  })
  if ('saved' in saved) return saved
  await endOverdue(deps, [saved.attempt])
  throw new DomainError('attempt_over')
}
