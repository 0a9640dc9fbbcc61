import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

const often = { retries: 10, retrySeconds: 10 }

/** A student asked: notifies the educator. */
export const questionAsked = defineJob({
  name: 'announce-question',
  data: z.object({ questionId: z.string() }),
  ...often,
})

/** Someone answered: notifies those who follow the question. */
export const questionAnswered = defineJob({
  name: 'announce-question-answer',
  data: z.object({ answerId: z.string() }),
  ...often,
})

/** The educator accepted an answer: notifies its author. */
export const questionSolved = defineJob({
  name: 'announce-solved-question',
  data: z.object({ answerId: z.string() }),
  ...often,
})

/** An admin hid a question or an answer: notifies its author of the reason. */
export const postHidden = defineJob({
  name: 'announce-hidden-post',
  data: z.object({ postId: z.string(), reason: z.string(), change: z.string() }),
  ...often,
})

/** An admin showed it again: notifies its author. */
export const postRestored = defineJob({
  name: 'announce-restored-post',
  data: z.object({ postId: z.string(), change: z.string() }),
  ...often,
})

/** A question was deleted or hidden: notifications that quote it go. */
export const questionGone = defineJob({
  name: 'delete-about-question',
  data: z.object({ questionId: z.string() }),
  ...often,
})
