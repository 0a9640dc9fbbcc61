import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'
import { defineAnnouncement } from '#core/transact.ts'

/** A student was enrolled: notifies the student and the educator. */
export const studentEnrolled = defineJob({
  name: 'announce-enrolment',
  data: z.object({ userId: z.string(), courseId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** A student's enrolment ends, in the transaction that ends it. */
export const enrolmentEnded = defineAnnouncement<{ userId: string; courseId: string }>('enrolmentEnded', {
  optional: true,
})

/** A student's enrolment ended because its order was refunded: they leave the live session of the course. */
export const accessEnded = defineJob({
  name: 'end-access',
  data: z.object({ userId: z.string(), courseId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

/** A student was enrolled, in the transaction that does it. */
export const studentAdded = defineAnnouncement<{ userId: string; courseId: string }>('studentAdded', { optional: true })
