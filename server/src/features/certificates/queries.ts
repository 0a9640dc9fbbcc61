import type { Category, WithdrawalCause } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { CertificatesTable } from '#db/schema.ts'

export type CertificateRow = Selectable<CertificatesTable> & {
  /** number of the one that has taken its place */
  replaced_by: string | null
  /** the course, while anyone may see it */
  open_course_id: string | null
  category: Category | null
}

const selected = sql`
  certificates.*, replacement.serial as replaced_by, courses.id as open_course_id, courses.category
  from certificates
  left join certificates as replacement on replacement.replaces = certificates.serial
  left join courses on courses.id = certificates.course_id and courses.is_published and courses.removed_at is null`

export async function findCertificate(on: Executor, serial: string): Promise<CertificateRow | undefined> {
  const { rows } = await sql<CertificateRow>`select ${selected} where certificates.serial = ${serial}`.execute(on)
  return rows[0]
}

/** A certificate in the list of its holder, with their present name and how often it was corrected. */
export type OwnRow = CertificateRow & { present_name: string; corrections: number }

/** Longest list of an account's certificates. */
const mostOfUser = 500

export async function findOwnCertificates(on: Executor, userId: string): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select (select name from users where id = ${userId}) as present_name, ${correctionsOf} as corrections, ${selected}
    where certificates.user_id = ${userId} order by certificates.issued_at desc, certificates.status_index desc
    limit ${mostOfUser}`.execute(on)
  return rows
}

/** How many certificates of a student and course were replaced, whatever the purchase. */
const correctionsOf = sql`(
  select count(*)::int from certificates as earlier
  where earlier.user_id = certificates.user_id and earlier.course_id = certificates.course_id and earlier.withdrawn_because = 'replaced'
)`

/** Courses that an account has completed, that grant a certificate, and of which this purchase has none. Of one course where it is named. */
const openOf = sql`
  from course_completions as done
  join enrolments on enrolments.user_id = done.user_id and enrolments.course_id = done.course_id
  join courses on courses.id = done.course_id and courses.grants_certificate
  where not exists (
    select from certificates where certificates.user_id = done.user_id and certificates.course_id = done.course_id
      and (certificates.order_id is not distinct from enrolments.order_id or certificates.withdrawn_at is null)
  )`

export async function findOpen(on: Executor, userId: string): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select courses.id, courses.title ${openOf} and done.user_id = ${userId}
    order by done.completed_at desc limit ${mostOfUser}`.execute(on)
  return rows
}

/** Returns some of those who have completed a course that grants a certificate, and have none. */
export async function findUnissued(on: Executor, most: number): Promise<{ userId: string; courseId: string }[]> {
  const { rows } = await sql<{ userId: string; courseId: string }>`
    select done.user_id as "userId", done.course_id as "courseId" ${openOf} limit ${most}`.execute(on)
  return rows
}

/** Locks an enrolment, which a refund does first, too; undefined when there is none. */
export const lockEnrolment = (tx: Tx, userId: string, courseId: string) =>
  tx
    .selectFrom('enrolments')
    .select('order_id')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .forUpdate()
    .executeTakeFirst()

/** What a certificate says, as it is now. */
export type Granted = {
  name: string
  course_title: string
  course_language: CertificateRow['course_language']
  educator_id: string
  educator_name: string
  completed_at: Date
}

/** Returns what the certificate of a student says; undefined when they have not completed the course, or it grants none. */
export async function findGranted(tx: Tx, userId: string, courseId: string): Promise<Granted | undefined> {
  const { rows } = await sql<Granted>`
    select users.name, courses.title as course_title, courses.language as course_language, courses.creator_id as educator_id,
      educators.name as educator_name, done.completed_at
    from course_completions as done
    join users on users.id = done.user_id
    join courses on courses.id = done.course_id and courses.grants_certificate
    join users as educators on educators.id = courses.creator_id
    where done.user_id = ${userId} and done.course_id = ${courseId}`.execute(tx)
  return rows[0]
}

/** Returns the number of the certificate that counts. */
export async function findValid(on: Executor, userId: string, courseId: string): Promise<string | undefined> {
  const row = await on
    .selectFrom('certificates')
    .select('serial')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row?.serial
}

/** Stores a certificate; false when this purchase had one, or another one counts. */
export async function insertCertificate(tx: Tx, row: Insertable<CertificatesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('certificates')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Locks an account that is not deleted, before its enrolment as refunds do, and returns its name. */
export async function lockName(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row?.name
}

export async function countCorrections(on: Executor, userId: string, courseId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from certificates
    where user_id = ${userId} and course_id = ${courseId} and withdrawn_because = 'replaced'`.execute(on)
  return rows[0]?.count ?? 0
}

export type Withdrawal = { because: WithdrawalCause; by?: string; reason?: string; now: Date }

/** Withdraws a certificate; false when it did not count. With an educator, only one of their courses. */
export async function markWithdrawn(
  tx: Tx,
  which: { serial: string; educatorId?: string } | { userId: string; courseId: string },
  { because, by, reason = '', now }: Withdrawal,
): Promise<boolean> {
  const own =
    'serial' in which
      ? sql`serial = ${which.serial} and ${which.educatorId === undefined ? sql`true` : sql`educator_id = ${which.educatorId}`}`
      : sql`user_id = ${which.userId} and course_id = ${which.courseId}`
  const { numAffectedRows } = await sql`
    update certificates set withdrawn_at = ${now}::timestamptz, withdrawn_because = ${because}, withdrawn_by = ${by ?? null},
      withdrawn_reason = ${reason}
    where ${own} and withdrawn_at is null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Takes the name out of an account's certificates, with what was signed of it; none of them counts any more. */
export async function eraseCertificatesOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    update certificates set name = '', credential = null, withdrawn_reason = '', withdrawn_because = 'account',
      withdrawn_at = coalesce(withdrawn_at, ${now}::timestamptz)
    where user_id = ${userId}`.execute(tx)
}
