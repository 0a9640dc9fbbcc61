import type { api, CertificateReader, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { presentCertificate, presentOwn } from './present.ts'
import { type CertificateRow, findCertificate, findOpen, findOwnCertificates } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

const readerOf = (row: CertificateRow, viewer: CurrentUser | null): CertificateReader | null => {
  if (!viewer) return null
  if (row.user_id === viewer.id) return 'holder'
  if (row.educator_id === viewer.id) return 'educator'
  return viewer.role === 'admin' ? 'admin' : null
}

/** Returns a certificate by its number, for anyone. Why it was withdrawn only those read whom it concerns. Throws not_found, rate_limited. */
export async function readCertificate(
  { db, limits }: Deps,
  serial: string,
  { viewer, client, say }: { viewer: CurrentUser | null; client: string; say: Say },
): Promise<ReplyOf<typeof api.certificates.read>> {
  await limits.certificateChecks.consume(client)
  const row = await findCertificate(db, serial)
  if (!row) throw new DomainError('not_found')
  const reader = readerOf(row, viewer)
  return {
    certificate: presentCertificate(row, say),
    reader,
    because: reader === null ? null : row.withdrawn_because,
    reason: reader === null ? '' : row.withdrawn_reason,
  }
}

/** Returns a certificate after it was issued, or changed. */
export async function requireCertificate({ db }: Pick<Deps, 'db'>, serial: string, say: Say) {
  const row = await findCertificate(db, serial)
  if (!row) throw new DomainError('not_found')
  return { certificate: presentCertificate(row, say) }
}

/** Returns the user's certificates, and the courses whose certificate they may ask for. */
export async function listOwn(
  { db }: Pick<Deps, 'db'>,
  viewer: CurrentUser,
  say: Say,
): Promise<ReplyOf<typeof api.certificates.mine>> {
  const [rows, open] = await Promise.all([findOwnCertificates(db, viewer.id), findOpen(db, viewer.id)])
  return {
    certificates: rows.map((row) => presentOwn(row, say)),
    open: open.map(({ id, title }) => ({ courseId: id, title })),
  }
}
