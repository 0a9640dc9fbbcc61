import { mostEnrolledCourses, type Role } from '@virtual-courses/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { compileOnce } from '#core/limits/compile-once.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { IdentitiesTable, UserRow, UsersTable } from '#db/schema.ts'

/** All columns: a planned statement must name them. */
const userColumns = [
  'id',
  'name',
  'email',
  'password_hash',
  'role',
  'description',
  'photo_id',
  'email_verified_at',
  'suspended_at',
  'suspended_reason',
  'show_email',
  'deleted_at',
  'admin_until',
  'admin_since',
  'language',
  'factor_since',
  'first_sign_in_at',
  'created_at',
] as const

export const findUserByEmail = async (on: Executor, email: string): Promise<UserRow | undefined> =>
  (await userByEmail(on, { email }))[0]

const userByEmail = compileOnce(['email'], (on, { email }: { email: string }) =>
  on.selectFrom('users').select(userColumns).where('email', '=', email),
)

export const findUser = (on: Executor, id: string): Promise<UserRow | undefined> =>
  on.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the row of an account that is opened now, whose address is `verified` or not. */
export const newUser = (
  given: Pick<UserRow, 'name' | 'email' | 'password_hash' | 'role' | 'language'>,
  now: Date,
  verified: boolean,
): UserRow => ({
  id: newId(),
  ...given,
  description: '',
  photo_id: null,
  email_verified_at: verified ? now : null,
  suspended_at: null,
  suspended_reason: '',
  show_email: false,
  deleted_at: null,
  admin_until: null,
  admin_since: given.role === 'admin' ? now : null,
  factor_since: null,
  first_sign_in_at: null,
  created_at: now,
})

/** False when the address is taken. */
export async function insertUser(on: Executor, user: Insertable<UsersTable>): Promise<boolean> {
  const result = await on
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type EnrolledCourseRow = Awaited<ReturnType<typeof enrolledCoursesOf>>[number]

/** Returns the courses of a user's newest enrolments, newest first. */
export const enrolledCoursesOf = (on: Executor, userId: string) => newestEnrolled(on, { userId })

const newestEnrolled = compileOnce(['userId'], (on, { userId }: { userId: string }) => selectEnrolled(on, userId))

/** The query of the courses of a user's newest enrolments, for a statement that reads more. */
export const selectEnrolled = (on: Executor, userId: string) =>
  on
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .select(['courses.id', 'courses.title', 'courses.thumbnail_id', 'courses.category', 'courses.level'])
    .where('enrolments.user_id', '=', userId)
    .orderBy('enrolments.created_at', 'desc')
    .orderBy('courses.id')
    .limit(mostEnrolledCourses)

/** Returns the number of a user's enrolments and the course of the newest. */
export async function summariseEnrolments(
  on: Executor,
  userId: string,
): Promise<{ count: number; latestCourseId: string | null }> {
  const { rows } = await sql<{ count: number; latest: string | null }>`
    select count(*)::int as count, (array_agg(course_id order by created_at desc, course_id))[1] as latest
    from enrolments where user_id = ${userId}`.execute(on)
  return { count: rows[0]?.count ?? 0, latestCourseId: rows[0]?.latest ?? null }
}

/** Sets a password. `verifiedAt` is given after a reset by mail, which also verifies the address. */
export async function setPassword(
  on: Executor,
  userId: string,
  passwordHash: string,
  verifiedAt: Date | null = null,
): Promise<void> {
  await on
    .updateTable('users')
    .set((expression) => ({
      password_hash: passwordHash,
      email_verified_at: expression.fn.coalesce('email_verified_at', expression.val(verifiedAt)),
    }))
    .where('id', '=', userId)
    .execute()
}

/** True while this is the user's password; it cannot change before the transaction ends. */
export async function lockPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Makes the deletion of accounts wait until the transaction ends. Lock them before courses, as a deletion does (decision 134). */
export async function keepAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
}

/** Returns the user's row, locked until the transaction ends. */
export const lockUser = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Returns the id of the account of an address, locked until the transaction ends. All that redeems or deletes its codes locks it first: a
 * code, a link and what they have verified are rows of three tables.
 */
export const lockAccountOf = async (tx: Tx, email: string): Promise<string | undefined> =>
  (await tx.selectFrom('users').select('id').where('email', '=', email).forNoKeyUpdate().executeTakeFirst())?.id

export const lockUserByEmail = (tx: Tx, email: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('email', '=', email).forUpdate().executeTakeFirst()

export const findUserByIdentity = (on: Executor, issuer: string, subject: string): Promise<UserRow | undefined> =>
  on
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()

/** False when the identity is already stored. */
export async function insertIdentity(on: Executor, identity: Insertable<IdentitiesTable>): Promise<boolean> {
  const result = await on
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Marks the user's address as verified; with `keepPassword` false also deletes the password. */
export async function verifyEmail(on: Executor, userId: string, now: Date, keepPassword: boolean): Promise<void> {
  await on
    .updateTable('users')
    .set({ email_verified_at: now, ...(!keepPassword && { password_hash: null }) })
    .where('id', '=', userId)
    .execute()
}

export async function updateUser(on: Executor, id: string, changes: Updateable<UsersTable>): Promise<void> {
  await on.updateTable('users').set(changes).where('id', '=', id).execute()
}

/**
 * Returns the rows of all admins and of one more account, locked until the transaction ends, in the order of their ids: when two
 * admins act on each other, the second waits and sees what the first has done.
 */
export const lockAdminsAnd = (tx: Tx, userId: string): Promise<UserRow[]> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('role', '=', 'admin'), where('id', '=', userId)]))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Changes the role of an account; of a former admin the time stays, for what needs a second person. */
export async function setRole(
  tx: Tx,
  { id, role: from }: Pick<UserRow, 'id' | 'role'>,
  role: Role,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ role, admin_since: role === 'admin' ? now : null, ...(from === 'admin' && { admin_until: now }) })
    .where('id', '=', id)
    .execute()
}

/** Suspends an account; `since` null ends the suspension. */
export async function setSuspension(tx: Tx, userId: string, since: Date | null, reason: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ suspended_at: since, suspended_reason: reason })
    .where('id', '=', userId)
    .execute()
}

/** Returns what decides whether an account may sign in, locked until the transaction ends. */
export const lockAccountStatus = async (tx: Tx, userId: string) => (await lockedStatus(tx, { userId }))[0]

const lockedStatus = compileOnce(['userId'], (on, { userId }: { userId: string }) =>
  on
    .selectFrom('users')
    .select(['password_hash', 'suspended_at', 'suspended_reason', 'deleted_at', 'factor_since', 'email_verified_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate(),
)

export async function deleteIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
}

/** Deletes the mails that the outbox keeps for an address. */
export async function deleteMailsTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('outbox_mails').where('recipient', '=', email).execute()
}

/** Stores the language that the owner of an account has chosen. */
export const storeLanguage = (on: Executor, userId: string, language: string) =>
  on
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is distinct from', language)
    .execute()
