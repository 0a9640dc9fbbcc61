import { answerOutcomes } from '@virtual-courses/contract'
import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

const attempt = { answerId: z.string(), attempt: z.number().int() }
const retry = { retries: 10, retrySeconds: 10 }

/** A student handed in an answer: notifies the educator. */
export const answerHandedIn = defineJob({ name: 'announce-answer', data: z.object(attempt), ...retry })

/** An educator returned or accepted an answer: notifies the student. */
export const answerMarked = defineJob({
  name: 'announce-marked-answer',
  data: z.object({ ...attempt, outcome: z.enum(answerOutcomes) }),
  ...retry,
})
