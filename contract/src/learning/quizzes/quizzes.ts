import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Lecture } from '../../lectures.ts'
import { Cursor, Id, Instant, nameText, pagesBeside, prose, Version } from '../../values/fields.ts'
import { sentence } from '../../values/sentence.ts'
import { questionKinds, Tag } from './questions.ts'

/** Maximum number of questions of a quiz, and of attempts of one student at it, also where it sets no number. */
export const maxQuizQuestions = 200
export const maxQuizAttempts = 100
export const maxQuizIntro = 5000
/** Minutes: a time limit, and what a student gets beside it. */
export const maxQuizMinutes = 600
/** Students of a quiz that have more time or attempts than the others. */
export const maxQuizExtras = 1000

/**
 * When a student sees more of an attempt than its marks: after it, once they have passed, after the last attempt or the closing date, or
 * never. While an attempt is open, nothing is seen of any.
 */
export const quizShowTimes = ['each', 'passed', 'end', 'never'] as const
export type QuizShowTime = (typeof quizShowTimes)[number]
/** What they see then: which answers were right; or the right answers and explanations, too. */
export const quizShowParts = ['marks', 'answers'] as const
export type QuizShowPart = (typeof quizShowParts)[number]

/** Where the questions of a quiz come from: one of the bank, or some that are drawn of those with a tag. */
export const QuizPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('question'), questionId: Id }),
  z.strictObject({ kind: z.literal('draw'), tag: Tag, count: z.number().int().min(1).max(maxQuizQuestions) }),
])
export type QuizPart = z.output<typeof QuizPart>

/** How many questions parts ask for. */
export const questionsOf = (parts: readonly QuizPart[]): number =>
  parts.reduce((sum, part) => sum + (part.kind === 'draw' ? part.count : 1), 0)

const Percent = z.number().int().min(0).max(100)

/** What an educator sets of a quiz. */
export const QuizSettings = z.strictObject({
  /** Markdown, shown before an attempt begins */
  intro: prose(maxQuizIntro),
  /** of all marks, from which an attempt has passed */
  passPercent: Percent,
  /** attempts of a student; null for as many as they like */
  attempts: z.number().int().min(1).max(maxQuizAttempts).nullable(),
  /** time for an attempt; null for no limit */
  minutes: z.number().int().min(1).max(maxQuizMinutes).nullable(),
  shuffleQuestions: z.boolean(),
  /** of one or several choices; items and pairs are always shuffled */
  shuffleOptions: z.boolean(),
  /** of a question's points, which a wrong answer costs; the whole is never below 0 */
  negativePercent: Percent,
  showTime: z.enum(quizShowTimes),
  showPart: z.enum(quizShowParts),
  /** when attempts end, and none begins any more; null for never */
  closesAt: Instant.nullable(),
  parts: z
    .array(QuizPart)
    .max(maxQuizQuestions)
    .refine((parts) => questionsOf(parts) <= maxQuizQuestions, {
      message: sentence('A quiz has at most {max} questions', { max: maxQuizQuestions }),
    })
    .refine(
      (parts) => {
        const named = parts.map((part) => (part.kind === 'draw' ? `#${part.tag}` : part.questionId))
        return new Set(named).size === named.length
      },
      { message: sentence('A question or a tag is in this quiz twice') },
    ),
})
export type QuizSettings = z.output<typeof QuizSettings>

/** More time, or more attempts, for a student. */
export const QuizExtra = z.object({
  student: z.object({ _id: Id, name: z.string() }),
  minutes: z.number().int(),
  attempts: z.number().int(),
})
export type QuizExtra = z.output<typeof QuizExtra>

/** Characters of what a question asks, by which its quiz names it. */
export const maxPromptShown = 200

/** A question of the bank in a quiz. */
export const QuizQuestion = z.object({ _id: Id, kind: z.enum(questionKinds), prompt: z.string() })
export type QuizQuestion = z.output<typeof QuizQuestion>

/** A quiz for the creator of its course. */
export const EditedQuiz = z.object({
  lectureId: Id,
  courseId: Id,
  title: z.string(),
  settings: QuizSettings,
  /** of its parts that name one */
  questions: z.array(QuizQuestion),
  version: Version,
  extras: z.array(QuizExtra),
  /** attempts of students, counted up to 1,000 */
  attempts: z.number().int(),
})
export type EditedQuiz = z.output<typeof EditedQuiz>

export const handedInWays = ['student', 'time'] as const
export type HandedInWay = (typeof handedInWays)[number]

/** An attempt without its questions. Marks are points with at most 2 decimals; null while it is open. */
export const AttemptBrief = z.object({
  _id: Id,
  /** of this student, from 1 */
  number: z.number().int(),
  beganAt: Instant,
  /** when it ends by itself; null for never */
  dueAt: Instant.nullable(),
  handedInAt: Instant.nullable(),
  /** by the student, or when its time was over */
  handedInBy: z.enum(handedInWays).nullable(),
  marks: z.number().nullable(),
  maxMarks: z.number(),
  passed: z.boolean().nullable(),
})
export type AttemptBrief = z.output<typeof AttemptBrief>

/** A student's attempt in the educator's list. */
export const StudentAttempt = AttemptBrief.extend({ student: z.object({ _id: Id, name: z.string() }) })
export type StudentAttempt = z.output<typeof StudentAttempt>

const lectureParams = z.object({ lectureId: Id })

export const quizzes = {
  create: endpoint({
    method: 'POST',
    path: '/api/quiz/course/:courseId',
    access: 'educator',
    summary: 'Add a quiz without questions to the end of an own course',
    params: z.object({ courseId: Id }),
    body: z.strictObject({ title: nameText(200, 'Lecture title') }),
    status: 201,
    reply: z.object({ lecture: Lecture }),
    errors: ['not_found', 'rate_limited', 'storage_full'],
  }),
  edit: endpoint({
    method: 'GET',
    path: '/api/quiz/edit/:lectureId',
    access: 'educator',
    summary: 'The settings of a quiz of an own course',
    params: lectureParams,
    status: 200,
    reply: EditedQuiz,
    errors: ['not_found'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/quiz/edit/:lectureId',
    maxBodyBytes: 80 * 1024,
    access: 'educator',
    summary: 'Change title and settings of a quiz of an own course. Attempts that have begun keep theirs',
    params: lectureParams,
    body: z.strictObject({
      title: nameText(200, 'Lecture title'),
      settings: QuizSettings,
      version: Version.optional(),
    }),
    status: 200,
    reply: EditedQuiz,
    errors: ['not_found', 'changed_elsewhere', 'rate_limited', 'storage_full'],
  }),
  setExtra: endpoint({
    method: 'POST',
    path: '/api/quiz/extra/:lectureId',
    access: 'educator',
    summary:
      'Give a student of an own course more time or attempts in a quiz, at once also in an attempt that is open; 0 and 0 take them back',
    params: lectureParams,
    body: z.strictObject({
      studentId: Id,
      minutes: z.number().int().min(0).max(maxQuizMinutes),
      attempts: z.number().int().min(0).max(maxQuizAttempts),
    }),
    status: 200,
    reply: z.object({ extras: z.array(QuizExtra) }),
    errors: ['not_found', 'rate_limited'],
  }),
  attempts: endpoint({
    method: 'GET',
    path: '/api/quiz/attempts/:lectureId',
    access: 'educator',
    summary: 'A page of the attempts of students at a quiz of an own course, the newest first',
    params: lectureParams,
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(24), cursor: Cursor.optional() }),
    status: 200,
    reply: z.object({ title: z.string(), courseId: Id, attempts: z.array(StudentAttempt), ...pagesBeside }),
    errors: ['not_found'],
  }),
}
