import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id } from '../../values/fields.ts'
import { Formula, questionKinds } from './questions.ts'

/** Attempts that are handed in, from which on a question has statistics. */
export const fewestAttempts = 10
/** Attempts that are counted, the last begun first. */
export const mostCountedAttempts = 5000

/** What attempts say about a question of a quiz. */
export const QuestionStatistics = z.object({
  questionId: Id,
  kind: z.enum(questionKinds),
  prompt: z.string(),
  formulas: z.array(Formula),
  /** that have its present form */
  attempts: z.number().int(),
  /** null with fewer than `fewestAttempts`, like all below */
  statistics: z
    .object({
      /** average part of its points, from 0 to 1 */
      shareRight: z.number(),
      /** part of the attempts that left it open */
      shareOpen: z.number(),
      /**
       * correlation of its marks with those of all other questions of the attempt, from −1 to 1 (for questions that are right or wrong: the
       * point-biserial one); null where all have the same marks
       */
      discrimination: z.number().nullable(),
      /** the answer without any points that most have given, in words; null where there is none */
      wrongAnswer: z.object({ text: z.string(), attempts: z.number().int() }).nullable(),
    })
    .nullable(),
})
export type QuestionStatistics = z.output<typeof QuestionStatistics>

export const quizStatistics = {
  ofQuiz: endpoint({
    method: 'GET',
    path: '/api/quiz/statistics/:lectureId',
    access: 'educator',
    summary:
      'What the attempts of students at a quiz of an own course say about its questions: how many have them right, whether they tell good attempts from others, and the wrong answer that most give',
    params: z.object({ lectureId: Id }),
    status: 200,
    reply: z.object({
      title: z.string(),
      courseId: Id,
      /** of students, handed in; counted up to `mostCountedAttempts` */
      attempts: z.number().int(),
      /** those that the fewest have right first */
      questions: z.array(QuestionStatistics),
    }),
    errors: ['not_found', 'rate_limited'],
  }),
}
