import { type Certificate, mostCorrections, type OwnCertificate } from '@virtual-courses/contract'
import type { Say } from '#core/languages/language.ts'
import type { CertificateRow, OwnRow } from './queries.ts'
import { mayRenew, stateOf } from './rules.ts'
import { saidRequirements } from './words.ts'

const factsOf = (row: CertificateRow) => ({
  withdrawnAt: row.withdrawn_at,
  because: row.withdrawn_because,
  replacedBy: row.replaced_by,
})

/** A certificate as anyone may see it: a name that was corrected is not shown any more. */
export function presentCertificate(row: CertificateRow, say: Say): Certificate {
  const state = stateOf(factsOf(row))
  return {
    serial: row.serial,
    state,
    name: state === 'replaced' ? '' : row.name,
    courseTitle: row.course_title,
    courseLanguage: row.course_language,
    educatorName: row.educator_name,
    courseId: row.open_course_id,
    category: row.category,
    required: saidRequirements(row, say),
    completedAt: row.completed_at.toISOString(),
    issuedAt: row.issued_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    replacedBy: row.replaced_by,
    replaces: row.replaces !== null,
  }
}

export const presentOwn = (row: OwnRow, say: Say): OwnCertificate => ({
  ...presentCertificate(row, say),
  name: row.name,
  renewable: mayRenew(
    { ...factsOf(row), name: row.name },
    { name: row.present_name, corrections: row.corrections },
    mostCorrections,
  ),
  because: row.withdrawn_because,
  reason: row.withdrawn_reason,
})
