import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, requiredText } from '../../values/fields.ts'
import { Formula, maxPoints, QuizAnswer, ShownQuestion } from './questions.ts'
import { AttemptBrief, maxQuizQuestions, quizShowParts, quizShowTimes } from './quizzes.ts'

/** Answers that one request saves; anyone who has more sends the rest afterwards. */
export const maxAnswersAtOnce = 15
/** Maximum length of the reason for which an educator changes marks. */
export const maxMarkReason = 500

/** Why no attempt can begin: the quiz has no questions, it has closed, or the student has used their attempts. */
export const beginProblems = ['quiz_empty', 'quiz_closed', 'attempts_used'] as const

/** A quiz as its student finds it. */
export const QuizPage = z.object({
  lectureId: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  intro: z.string(),
  formulas: z.array(Formula),
  /** of an attempt */
  questions: z.number().int(),
  passPercent: z.number().int(),
  negativePercent: z.number().int(),
  /** of this student; null without a limit */
  minutes: z.number().int().nullable(),
  attemptsAllowed: z.number().int().nullable(),
  attemptsLeft: z.number().int().nullable(),
  closesAt: Instant.nullable(),
  showTime: z.enum(quizShowTimes),
  showPart: z.enum(quizShowParts),
  /** own ones, the newest first */
  attempts: z.array(AttemptBrief),
  passed: z.boolean(),
  /** the viewer looks after the course: attempts are tries that count for nothing */
  isPreview: z.boolean(),
  /** null when an attempt can begin, or is open */
  problem: z.enum(beginProblems).nullable(),
})
export type QuizPage = z.output<typeof QuizPage>

/** An answer as the server has it. */
const SavedAnswer = z.object({
  position: z.number().int(),
  answer: QuizAnswer.nullable(),
  /** counts the changes of this answer */
  revision: z.number().int(),
})
export type SavedAnswer = z.output<typeof SavedAnswer>

/** What is known of an answer after it was marked. */
export const Marking = z.object({
  marks: z.number(),
  state: z.enum(['right', 'partly', 'wrong', 'open']),
  /** why an educator has changed the marks */
  reason: z.string().nullable(),
  /** the rest only where right answers are shown */
  right: QuizAnswer.optional(),
  /** all texts that are accepted: of the one field, or of each gap */
  accepted: z.array(z.array(z.string())).optional(),
  tolerance: z.number().optional(),
  explanation: z.string().optional(),
})
export type Marking = z.output<typeof Marking>

/** An attempt with its questions. */
export const Attempt = AttemptBrief.extend({
  lectureId: Id,
  courseId: Id,
  title: z.string(),
  passPercent: z.number().int(),
  isPreview: z.boolean(),
  /** until it ends by itself, by the server's clock; null without a limit, and once it is handed in */
  secondsLeft: z.number().nullable(),
  questions: z.array(
    z.object({
      question: ShownQuestion,
      answer: QuizAnswer.nullable(),
      revision: z.number().int(),
      marking: Marking.optional(),
    }),
  ),
})
export type Attempt = z.output<typeof Attempt>

/** Causes of changes of marks: a corrected key, or the decision of an educator. */
export const markCauses = ['key', 'educator'] as const
export type MarkCause = (typeof markCauses)[number]

/** A change of marks after an attempt was handed in. */
export const MarkChange = z.object({
  /** of the question; null for the whole attempt */
  position: z.number().int().nullable(),
  cause: z.enum(markCauses),
  from: z.number(),
  to: z.number(),
  reason: z.string(),
  at: Instant,
})
export type MarkChange = z.output<typeof MarkChange>

/** An attempt as the creator of the course looks at it. */
const ReviewedAttempt = z.object({
  attempt: Attempt,
  student: z.object({ _id: Id, name: z.string() }),
  /** the newest first */
  changes: z.array(MarkChange),
})
export type ReviewedAttempt = z.output<typeof ReviewedAttempt>

const lectureParams = z.object({ lectureId: Id })
const attemptParams = z.object({ attemptId: Id })
const Answers = z
  .array(
    z.strictObject({
      position: z
        .number()
        .int()
        .min(0)
        .max(maxQuizQuestions - 1),
      /** null takes it back */
      answer: QuizAnswer.nullable(),
      /** revision that it takes the place of */
      base: z.number().int().min(0).max(2_000_000_000),
    }),
  )
  .max(maxAnswersAtOnce)

export const quizAttempts = {
  page: endpoint({
    method: 'GET',
    path: '/api/quiz/page/:lectureId',
    access: 'signedIn',
    summary: 'A quiz that the user may take, with their own attempts',
    params: lectureParams,
    status: 200,
    reply: QuizPage,
    errors: ['not_found', 'not_entitled', 'not_open_yet'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/quiz/begin/:lectureId',
    access: 'signedIn',
    summary: 'Begin an attempt at a quiz; where one is open, it is that one. Its questions are drawn now',
    params: lectureParams,
    status: 200,
    reply: z.object({ attempt: Attempt }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'rate_limited', ...beginProblems],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/quiz/attempt/:attemptId',
    access: 'signedIn',
    summary:
      'An own attempt with its questions and what was answered. Marks and right answers come with it once it is handed in, as far as the quiz shows them',
    params: attemptParams,
    status: 200,
    reply: z.object({ attempt: Attempt }),
    errors: ['not_found', 'not_entitled', 'not_open_yet'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/quiz/attempt/:attemptId',
    maxBodyBytes: 64 * 1024,
    access: 'signedIn',
    summary:
      'Save answers of an own open attempt. The same answer again is no change; one that another tab has changed meanwhile is not overwritten and returned in `stale`',
    params: attemptParams,
    body: z.strictObject({ answers: Answers.min(1) }),
    status: 200,
    reply: z.object({
      saved: z.array(z.object({ position: z.number().int(), revision: z.number().int() })),
      stale: z.array(SavedAnswer),
      secondsLeft: z.number().nullable(),
    }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'attempt_over', 'rate_limited'],
  }),
  handIn: endpoint({
    method: 'POST',
    path: '/api/quiz/attempt/:attemptId/handin',
    access: 'signedIn',
    summary: 'Hand in an own attempt with the answers that are saved; one that is handed in stays as it is',
    params: attemptParams,
    status: 200,
    reply: z.object({ attempt: Attempt }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'rate_limited'],
  }),
  review: endpoint({
    method: 'GET',
    path: '/api/quiz/review/:attemptId',
    access: 'educator',
    summary: 'An attempt of a student of an own course that is handed in, with right answers and changes of its marks',
    params: attemptParams,
    status: 200,
    reply: ReviewedAttempt,
    errors: ['not_found'],
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/quiz/review/:attemptId',
    access: 'educator',
    summary: 'Set the marks of an answer in the place of those that the key gives, or with null take them back',
    params: attemptParams,
    body: z.strictObject({
      position: z
        .number()
        .int()
        .min(0)
        .max(maxQuizQuestions - 1),
      /** at most the points of the question, with at most 2 decimals */
      marks: z.number().min(-maxPoints).max(maxPoints).multipleOf(0.01).nullable(),
      reason: requiredText(maxMarkReason, 'Reason'),
    }),
    status: 200,
    reply: ReviewedAttempt,
    errors: ['not_found', 'rate_limited'],
  }),
}
