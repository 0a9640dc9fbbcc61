import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

/** The key of a question was corrected: attempts that have this form are marked again. `change` distinguishes corrections. */
export const keyCorrected = defineJob({
  name: 'mark-quiz-attempts-again',
  data: z.object({ questionId: z.string(), form: z.number().int(), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** Marks of a student's attempt have changed: notifies the student. */
export const marksChanged = defineJob({
  name: 'announce-quiz-marks',
  data: z.object({ attemptId: z.string(), change: z.string(), from: z.number().int(), to: z.number().int() }),
  retries: 10,
  retrySeconds: 10,
})

/** Hands in attempts whose time is over. */
export const handInOverdue = defineJob({ name: 'hand-in-quizzes', data: noData, retries: 0, retrySeconds: 60 })
