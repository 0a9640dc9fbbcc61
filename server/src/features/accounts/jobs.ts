import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { speakTo } from '#core/languages/language.ts'
import { defineAnnouncement } from '#core/transact.ts'
import { deliverAccountCode } from './codes/deliver-account-code.ts'
import { cleanUpCodes, deliverCode } from './codes/deliver-code.ts'
import {
  accountChanges,
  accountDeletedMail,
  addressChangedMail,
  changeMail,
  mailSiteOf,
  mailTime,
} from './codes/mails.ts'
import { deleteOldChallenges } from './factors/factor-queries.ts'
import { renewApps } from './factors/renew-apps.ts'
import { findUser } from './queries.ts'
import { sendNewDeviceMail } from './sessions/mail-new-device.ts'
import { cleanUpSessions } from './sessions/sessions.ts'

/**
 * An account comes to the owner of its address, which was not proven before: what someone else may have left there must not work against
 * them.
 */
export const accountTakenOver = defineAnnouncement<{ userId: string }>('accountTakenOver', { optional: true })

/** Of the reader as it was when the job was enqueued. Jobs of older versions have none. */
const language = z.string().nullable().optional()

/** Creates a one-time code for a request and mails it. The job creates the code, so the queue never contains it. */
export const deliverCodeJob = defineJob({
  name: 'deliver-password-code',
  data: z.object({ email: z.string(), requestId: z.string(), language }),
  retries: 6,
  retrySeconds: 5,
})

/** Creates a code that a signed-in account asked for and mails it. */
export const deliverAccountCodeJob = defineJob({
  name: 'deliver-account-code',
  data: z.object({
    userId: z.string(),
    purpose: z.enum(['change-address', 'prove-owner']),
    requestId: z.string(),
    email: z.string(),
    language,
  }),
  retries: 6,
  retrySeconds: 5,
})

/** Mails an address that it no longer belongs to its account. */
export const mailAddressChanged = defineJob({
  name: 'mail-address-changed',
  data: z.object({ email: z.string(), at: z.iso.datetime(), language }),
  retries: 8,
  retrySeconds: 30,
})

/** Mails the last address of an account that its owner deleted. */
export const mailAccountDeleted = defineJob({
  name: 'mail-account-deleted',
  data: z.object({ email: z.string(), language }),
  retries: 8,
  retrySeconds: 30,
})

/** Mails the owner of an account what was changed. The name is the one that stored jobs carry. */
export const mailAccountChange = defineJob({
  name: 'tell-account-change',
  data: z.object({ userId: z.string(), change: z.enum(accountChanges) }),
  retries: 8,
  retrySeconds: 30,
})

/** Mails the owner of an account that it was signed in to in a new browser. */
export const mailNewDevice = defineJob({
  name: 'mail-new-device',
  data: z.object({
    userId: z.string(),
    sessionId: z.string(),
    // the session may have ended when the mail is sent; jobs of older versions have only its id
    browser: z.object({ userAgent: z.string(), place: z.string(), at: z.iso.datetime() }).optional(),
  }),
  retries: 8,
  retrySeconds: 30,
})

const renewEncryption = defineJob({ name: 'renew-authenticator-apps', data: noData, retries: 0, retrySeconds: 60 })

export const deleteExpired = defineJob({
  name: 'forget-expired-sessions',
  data: noData,
  retries: 0,
  retrySeconds: 60,
})

export const accountJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(deliverCodeJob, (request) => deliverCode(deps, request)),
  handleJob(deliverAccountCodeJob, (request) => deliverAccountCode(deps, request)),
  handleJob(mailAddressChanged, ({ email, at, language: chosen }) => {
    const site = mailSiteOf(deps)
    const say = speakTo(site, chosen)
    return deps.mail.send(addressChangedMail(say, site, email, mailTime(new Date(at), deps.config.TIME_ZONE, say)))
  }),
  handleJob(mailAccountDeleted, ({ email, language: chosen }) => {
    const site = mailSiteOf(deps)
    return deps.mail.send(accountDeletedMail(speakTo(site, chosen), site, email))
  }),
  handleJob(mailAccountChange, async ({ userId, change }) => {
    const user = await findUser(deps.db, userId)
    if (!user || user.deleted_at) return
    const site = mailSiteOf(deps)
    await deps.mail.send(changeMail(speakTo(site, user.language), site, user.email, change))
  }),
  handleJob(
    deleteExpired,
    async () => {
      await cleanUpSessions(deps)
      await cleanUpCodes(deps)
      await deleteOldChallenges(deps.db, deps.clock.now())
    },
    '17 * * * *',
  ),
  handleJob(mailNewDevice, (data) => sendNewDeviceMail(deps, data)),
  handleJob(renewEncryption, () => renewApps(deps), '28 * * * *'),
]
