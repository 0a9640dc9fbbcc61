import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'

const mails = { data: z.object({ key: z.string(), userIds: z.array(z.string()) }), retries: 8, retrySeconds: 30 }

/** Sends the mails of an event to some users; what was sent already is not sent again. */
export const mailNotifications = defineJob({ name: 'mail-notifications', ...mails })

/** The same for events of a whole course, which may have many mails. */
export const mailGroups = defineJob({ name: 'mail-group-notifications', ...mails })

/** Looks for sessions that begin soon. */
export const findSoonSessions = defineJob({ name: 'find-soon-sessions', data: noData, retries: 0, retrySeconds: 30 })

/** A session begins soon: notifies the students of its course. */
export const sessionSoon = defineJob({
  name: 'announce-session-soon',
  data: z.object({ lectureId: z.string(), startTime: z.iso.datetime() }),
  retries: 4,
  retrySeconds: 10,
})

/** An admin was suspended or deleted, or got another role, while payout runs are open: notifies all other admins. */
export const adminRemoved = defineJob({
  name: 'notify-admin-removed',
  data: z.object({
    change: z.string(),
    userId: z.string(),
    what: z.enum(['suspended', 'role', 'deleted']),
    runs: z.number().int(),
  }),
  retries: 8,
  retrySeconds: 10,
})

/** Puts down the daily mails about questions and answers. */
export const beginDailyMails = defineJob({ name: 'begin-question-mails', data: noData, retries: 3, retrySeconds: 300 })

/** Writes these mails for a batch of users. */
export const mailDigests = defineJob({
  name: 'write-question-mails',
  data: z.object({
    which: z.enum(['questions-digest', 'answers-digest']),
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    after: z.string(),
  }),
  retries: 8,
  retrySeconds: 60,
})
