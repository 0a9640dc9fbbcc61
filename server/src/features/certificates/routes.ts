import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { enrolmentEnded } from '../enrolments/index.ts'
import { courseCompleted } from '../learning/index.ts'
import { readCredential, readIssuer, readStatusList } from './credential/read-credential.ts'
import { claimCertificate, reissueCertificate, renewCertificate } from './issue-certificate.ts'
import { issueJob } from './jobs.ts'
import { markWithdrawn } from './queries.ts'
import { listOwn, readCertificate, requireCertificate } from './read-certificate.ts'
import { downloadSheet, showPicture } from './sheet.ts'
import { withdrawCertificate } from './withdraw-certificate.ts'

/** Serves certificates to anyone, to their holders and to educators; a refund withdraws them in its own transaction. */
export function registerCertificates(routes: Routes, deps: FeatureDeps): void {
  courseCompleted.on(deps.db, async (tx, student) => tx.enqueue(issueJob, student))
  enrolmentEnded.on(deps.db, async (tx, student) => {
    await markWithdrawn(tx, student, { because: 'refund', now: deps.clock.now() })
  })

  const { certificates } = api
  serve(
    routes.public,
    certificates.read,
  )(async ({ params, viewer, client, say }) => readCertificate(deps, params.serial, { viewer, client, say }))
  serve(routes.signedIn, certificates.mine)(async ({ viewer, say }) => listOwn(deps, viewer, say))
  serve(
    routes.signedIn,
    certificates.claim,
  )(async ({ params, viewer, say }) =>
    requireCertificate(deps, await claimCertificate(deps, viewer, params.courseId), say),
  )
  serve(
    routes.signedIn,
    certificates.renew,
  )(async ({ params, viewer, say }) =>
    requireCertificate(deps, await renewCertificate(deps, viewer, params.serial), say),
  )
  serve(
    routes.educator,
    certificates.withdraw,
  )(async ({ params, body, viewer, say }) => {
    await withdrawCertificate(deps, viewer, params.serial, body.reason)
    return requireCertificate(deps, params.serial, say)
  })
  serve(
    routes.educator,
    certificates.reissue,
  )(async ({ params, viewer, say }) =>
    requireCertificate(deps, await reissueCertificate(deps, viewer, params.serial), say),
  )
  serve(
    routes.public,
    certificates.credential,
  )(async ({ params, client }) => readCredential(deps, params.serial, client))
  serve(
    routes.public,
    certificates.pdf,
  )(async ({ params, client, say, signal }) => downloadSheet(deps, params.serial, { client, say, signal }))
  serve(
    routes.public,
    certificates.picture,
  )(async ({ params, client, say, signal }) => showPicture(deps, params.serial, { client, say, signal }))
  serve(routes.public, certificates.status)(async ({ params, client }) => readStatusList(deps, params.list, client))
  serve(routes.public, certificates.issuer)(async ({ client }) => readIssuer(deps, client))
}
