import type { Insertable } from 'kysely'
import type { Executor } from '#db/executor.ts'
import type { SessionsTable, UserRow, UsersTable } from '#db/schema.ts'

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

export async function insertSession(on: Executor, session: Insertable<SessionsTable>): Promise<void> {
  await on.insertInto('sessions').values(session).execute()
}

export const findSession = (on: Executor, tokenHash: Buffer, now: Date) =>
  on
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.renewed_at', 'users.id as user_id', 'users.role', 'users.name', 'users.email'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()

export async function renewSession(on: Executor, id: string, now: Date, expiresAt: Date): Promise<void> {
  await on.updateTable('sessions').set({ renewed_at: now, expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function deleteSession(on: Executor, tokenHash: Buffer): Promise<void> {
  await on.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(on: Executor, now: Date): Promise<void> {
  await on.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
