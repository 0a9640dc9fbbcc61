import { api, isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { requireCertificate, withdrawAsAdmin } from '../../certificates/index.ts'
import { writeAudit } from '../audit-queries.ts'

/** Serves the withdrawal of certificates by admins. The log names the number alone: the name may be deleted later. */
export function registerCertificateRoutes(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.admin,
    api.certificates.withdrawByAdmin,
  )(async ({ params: { serial }, body: { reason }, viewer, say }) => {
    await transact(deps.db, async (tx) => {
      const { courseId, title } = await withdrawAsAdmin(deps, tx, viewer, { serial, reason })
      const detail = `Certificate ${serial} withdrawn: ${isolate(reason)}`
      const about = { kind: 'course', subjectId: courseId, subject: title, detail } as const
      await writeAudit(deps, tx, { action: 'certificate-withdrawn', adminId: viewer.id, ...about })
    })
    return requireCertificate(deps, serial, say)
  })
}
