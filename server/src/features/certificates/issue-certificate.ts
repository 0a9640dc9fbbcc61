import { mostCorrections } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { isEnrolled } from '../enrolments/index.ts'
import { accomplishedBy } from '../learning/index.ts'
import { certificateIssued } from './jobs.ts'
import {
  type CertificateRow,
  countCorrections,
  findCertificate,
  findGranted,
  findUnissued,
  findValid,
  insertCertificate,
  lockEnrolment,
  lockName,
  markWithdrawn,
} from './queries.ts'
import { mayReissue, mayRenew, newSerial } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>
/** `silent`: they are not notified */
type Student = { userId: string; courseId: string; silent?: boolean }

/**
 * Issues the certificate of a student who has completed a course that grants one. Repeating or racing it changes nothing. Returns its
 * number, or that of the one there is; null when there is none to issue. Locks the account, so that it is not deleted meanwhile, and the
 * enrolment, which decides between it and a refund.
 */
export async function issueCertificate(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, courseId, silent = false }: Student,
): Promise<string | null> {
  const name = await lockName(tx, userId)
  const enrolment = name === undefined ? undefined : await lockEnrolment(tx, userId, courseId)
  if (!enrolment) return null
  const valid = await findValid(tx, userId, courseId)
  if (valid !== undefined) return valid
  const granted = await findGranted(tx, userId, courseId)
  if (!granted) return null
  const serial = newSerial()
  const isNew = await insertCertificate(tx, {
    ...granted,
    serial,
    user_id: userId,
    course_id: courseId,
    order_id: enrolment.order_id,
    required: JSON.stringify(await accomplishedBy(tx, courseId, userId)),
    issued_at: clock.now(),
  })
  if (!isNew) return null
  if (!silent) tx.enqueue(certificateIssued, { serial })
  return serial
}

/** Issues the certificate that the user asks for. Throws not_entitled, not_completed, rate_limited. */
export async function claimCertificate(deps: Deps, viewer: CurrentUser, courseId: string): Promise<string> {
  await deps.limits.certificateChanges.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const serial = await issueCertificate(tx, deps, { userId: viewer.id, courseId })
    if (serial !== null) return serial
    throw new DomainError((await isEnrolled(tx, viewer.id, courseId)) ? 'not_completed' : 'not_entitled')
  })
}

/** Maximum number of certificates that one run of the job issues. */
const mostAtOnce = 500

/** Issues what completions before the setting of their course, or a lost moment, have left out. Returns how many. */
export async function issueMissing(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const missing = await findUnissued(deps.db, mostAtOnce)
  for (const student of missing) await transact(deps.db, (tx) => issueCertificate(tx, deps, student))
  return missing.length
}

/** Inserts a certificate with what an earlier one says, in its place. */
async function insertInstead(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  old: CertificateRow,
  name: string,
): Promise<string> {
  const serial = newSerial()
  const { user_id, course_id, order_id, educator_id, course_title, course_language, educator_name, completed_at } = old
  const said = { user_id, course_id, order_id, educator_id, course_title, course_language, educator_name, completed_at }
  const isNew = await insertCertificate(tx, {
    ...said,
    serial,
    name,
    required: JSON.stringify(old.required),
    issued_at: clock.now(),
    replaces: old.serial,
  })
  if (!isNew) throw new DomainError('no_certificate')
  return serial
}

const factsOf = (row: CertificateRow) => ({
  withdrawnAt: row.withdrawn_at,
  because: row.withdrawn_because,
  replacedBy: row.replaced_by,
})

/** Reads a certificate after account and enrolment are locked, with the present name of the account. Throws not_found. */
async function lockCertificate(tx: Tx, serial: string, isMine: (row: CertificateRow) => boolean) {
  const seen = await findCertificate(tx, serial)
  if (!seen || !isMine(seen)) throw new DomainError('not_found')
  const name = await lockName(tx, seen.user_id)
  const enrolment = await lockEnrolment(tx, seen.user_id, seen.course_id)
  const row = (await findCertificate(tx, serial)) ?? seen
  return { row, name, enrolled: enrolment !== undefined }
}

/** Replaces an own certificate by one with the present name. Throws not_found, no_certificate, rate_limited. */
export async function renewCertificate(deps: Deps, viewer: CurrentUser, serial: string): Promise<string> {
  await deps.limits.certificateChanges.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const { row, name } = await lockCertificate(tx, serial, ({ user_id }) => user_id === viewer.id)
    const corrections = await countCorrections(tx, viewer.id, row.course_id)
    if (name === undefined || !mayRenew({ ...factsOf(row), name: row.name }, { name, corrections }, mostCorrections))
      throw new DomainError('no_certificate')
    // its educator may have withdrawn it at this moment
    if (!(await markWithdrawn(tx, { serial }, { because: 'replaced', now: deps.clock.now() })))
      throw new DomainError('no_certificate')
    return insertInstead(tx, deps, row, name)
  })
}

/**
 * Issues a certificate in the place of one that the educator withdrew. Throws not_found, no_certificate, not_entitled for a student who is
 * not enrolled any more, rate_limited.
 */
export async function reissueCertificate(deps: Deps, educator: CurrentUser, serial: string): Promise<string> {
  await deps.limits.certificateChanges.consume(educator.id)
  return transact(deps.db, async (tx) => {
    const isMine = (row: CertificateRow): boolean => row.educator_id === educator.id
    const { row, name, enrolled } = await lockCertificate(tx, serial, isMine)
    if (!mayReissue(factsOf(row))) throw new DomainError('no_certificate')
    if (name === undefined || !enrolled) throw new DomainError('not_entitled')
    const issued = await insertInstead(tx, deps, row, name)
    tx.enqueue(certificateIssued, { serial: issued })
    return issued
  })
}
