import type { Insertable, Updateable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { IdentitiesTable, UserRow, UsersTable } from '#db/schema.ts'

export const findUserByEmail = (on: Executor, email: string): Promise<UserRow | undefined> =>
  on.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const findUser = (on: Executor, id: string): Promise<UserRow | undefined> =>
  on.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

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

/** What the user object shows of enrolments, newest first. */
export const enrolledCoursesOf = (on: Executor, userId: string) =>
  on
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .select(['courses.id', 'courses.title', 'courses.thumbnail_id', 'courses.category', 'courses.level'])
    .where('enrolments.user_id', '=', userId)
    .orderBy('enrolments.created_at', 'desc')
    .orderBy('courses.id')
    .execute()

/** Anyone who sets a password by mail has shown that the address is his. */
export async function setPassword(on: Executor, userId: string, passwordHash: string, now: Date): Promise<void> {
  await on
    .updateTable('users')
    .set((expression) => ({
      password_hash: passwordHash,
      email_verified_at: expression.fn.coalesce('email_verified_at', expression.val(now)),
    }))
    .where('id', '=', userId)
    .execute()
}

/** Is this still the user's password? It cannot be changed before the transaction ends. */
export async function holdPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The user's row, kept from others until the transaction ends. */
export const lockUser = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

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

/** False when it was known already. */
export async function insertIdentity(on: Executor, identity: Insertable<IdentitiesTable>): Promise<boolean> {
  const result = await on
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The address was shown to be the user's; `keepPassword` false takes the password away that was set before. */
export async function proveEmail(on: Executor, userId: string, now: Date, keepPassword: boolean): Promise<void> {
  await on
    .updateTable('users')
    .set({ email_verified_at: now, ...(!keepPassword && { password_hash: null }) })
    .where('id', '=', userId)
    .execute()
}

export async function updateUser(
  on: Executor,
  id: string,
  changes: Pick<Updateable<UsersTable>, 'name' | 'description' | 'photo_id' | 'show_email'>,
): Promise<void> {
  await on.updateTable('users').set(changes).where('id', '=', id).execute()
}

export async function hasReviewed(on: Executor, userId: string): Promise<boolean> {
  return (await on.selectFrom('reviews').select('id').where('user_id', '=', userId).limit(1).execute()).length > 0
}
