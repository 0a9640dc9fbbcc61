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

/** A student handed in the last attempt that they have at a quiz, and has passed none: notifies the educator. */
export const attemptsUsed = defineJob({
  name: 'announce-used-attempts',
  data: z.object({ attemptId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** An educator gave a student more attempts at a quiz: notifies the student. `change` distinguishes the times. */
export const attemptsGiven = defineJob({
  name: 'announce-given-attempts',
  data: z.object({ lectureId: z.string(), userId: z.string(), change: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** Hands in attempts whose time is over. */
export const handInOverdue = defineJob({ name: 'hand-in-quizzes', data: noData, retries: 0, retrySeconds: 60 })
