import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Version } from '../../values/fields.ts'
import { sentence } from '../../values/sentence.ts'
import { Marking } from './attempts.ts'
import { QuizAnswer, ShownQuestion } from './questions.ts'
import { QuizQuestion } from './quizzes.ts'

/** Maximum number of questions that a video stops at, and of all videos of a course: students get their places at once. */
export const maxChecks = 30
export const maxCourseChecks = 600
/** Maximum number of tries before the right answer is shown. */
export const maxCheckTries = 5
/** Seconds; no video is longer than a week. */
const maxCheckSecond = 7 * 24 * 3600

/** A question of the bank at which a video stops. Several may have the same second: they are asked one after the other. */
export const VideoCheck = z.strictObject({
  questionId: Id,
  second: z.number().int().min(0).max(maxCheckSecond),
  /** students may go on without an answer */
  maySkip: z.boolean(),
  /** after so many that are not right, the right answer is shown and the video goes on */
  tries: z.number().int().min(1).max(maxCheckTries),
})
export type VideoCheck = z.output<typeof VideoCheck>

/** The questions in the video of a lecture, for the creator of its course. */
export const EditedChecks = z.object({
  lectureId: Id,
  checks: z.array(
    VideoCheck.extend({
      /** students who have answered, and those of them whose first answer was right */
      answered: z.number().int(),
      right: z.number().int(),
    }),
  ),
  /** what they ask */
  questions: z.array(QuizQuestion),
  version: Version,
})
export type EditedChecks = z.output<typeof EditedChecks>

/** A question in a video for someone who watches it. */
export const AskedCheck = z.object({
  question: ShownQuestion,
  /** the last one that was given */
  answer: QuizAnswer.nullable(),
  /** tries that were used, and those that are left */
  tries: z.number().int(),
  triesLeft: z.number().int(),
  /** answered rightly, or all tries are used: it is not asked any more */
  done: z.boolean(),
  /** of the last answer; with the right one and its explanation once it is done */
  marking: Marking.optional(),
})
export type AskedCheck = z.output<typeof AskedCheck>

const lectureParams = z.object({ lectureId: Id })
const checkParams = z.object({ lectureId: Id, questionId: Id })

export const videoChecks = {
  edit: endpoint({
    method: 'GET',
    path: '/api/quiz/checks/:lectureId',
    access: 'educator',
    summary: 'The questions in the video of a lecture of an own course, and how many students had them right at once',
    params: lectureParams,
    status: 200,
    reply: EditedChecks,
    errors: ['not_found'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/quiz/checks/:lectureId',
    access: 'educator',
    summary:
      'Set the questions in the video of a lecture of an own course. What was answered stays with a question, also at another second',
    params: lectureParams,
    body: z.strictObject({
      checks: z
        .array(VideoCheck)
        .max(maxChecks, sentence('A video has at most {max} questions', { max: maxChecks }))
        .refine((checks) => new Set(checks.map(({ questionId }) => questionId)).size === checks.length, {
          message: sentence('A question is in this video twice'),
        }),
      version: Version.optional(),
    }),
    status: 200,
    reply: EditedChecks,
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/quiz/check/:lectureId/:questionId',
    access: 'signedIn',
    summary: 'A question in a video that the user may watch. Its right answer comes with it once it is done',
    params: checkParams,
    status: 200,
    reply: AskedCheck,
    errors: ['not_found', 'not_entitled', 'not_open_yet'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/quiz/check/:lectureId/:questionId',
    access: 'signedIn',
    summary:
      'Answer a question in a video. Nothing is kept for those who are not enrolled; an answer that another tab was faster with does not count',
    params: checkParams,
    body: z.strictObject({
      answer: QuizAnswer,
      /** tries that the page knows of: a request that is sent again counts once */
      tries: z.number().int().min(0).max(maxCheckTries),
    }),
    status: 200,
    reply: AskedCheck,
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'rate_limited'],
  }),
}
