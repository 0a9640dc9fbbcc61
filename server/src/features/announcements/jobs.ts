import { z } from 'zod'
import { defineJob } from '#core/jobs.ts'

const often = { retries: 10, retrySeconds: 10 }
const one = z.object({ announcementId: z.string() })

/** An educator announced something: notifies some thousand students of the course, and the next ones by a job of their own. */
export const announcementMade = defineJob({ name: 'announce-to-students', data: one, ...often })

/** An announcement has another title, or was deleted: so have the notifications of it. */
export const announcementChanged = defineJob({ name: 'change-about-announcement', data: one, ...often })

/** An admin deleted an announcement: notifies its educator of the reason. */
export const announcementRemoved = defineJob({
  name: 'announce-removed-announcement',
  data: one.extend({ title: z.string(), reason: z.string() }),
  ...often,
})
