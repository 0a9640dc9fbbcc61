import type { Insertable, QueryCreator, Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Executor } from '#core/executor.ts'
import { compileOnce } from '#core/limits/compile-once.ts'
import type { Database, SessionsTable } from '#db/schema.ts'
import { type EnrolledCourseRow, selectEnrolled } from '../queries.ts'

const columns = [
  'id',
  'token_hash',
  'user_id',
  'user_agent',
  'place',
  'created_at',
  'renewed_at',
  'expires_at',
] as const

type Opened = Pick<Selectable<SessionsTable>, 'user_id' | 'created_at'>

/** Notes when the account of a session that was opened has signed in first; later ones write nothing. */
const noteFirstSignIn = (query: QueryCreator<Database & { opened: Opened }>) =>
  query
    .updateTable('users')
    .from('opened')
    .set(({ ref }) => ({ first_sign_in_at: ref('opened.created_at') }))
    .whereRef('users.id', '=', 'opened.user_id')
    .where('users.first_sign_in_at', 'is', null)

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

/**
 * Inserts a session, notes the first sign-in of its account, and deletes the account's oldest sessions beyond `most`; returns the ids of
 * the deleted ones. In one statement the subquery does not see the new row, hence the offset of `most - 1`.
 */
export const insertSession = async (
  on: Executor,
  session: Insertable<SessionsTable>,
  most: number,
): Promise<string[]> => idsOf(await openAndEndOldest(on, { ...session, kept: most - 1 }))

const openAndEndOldest = compileOnce(
  [...columns, 'kept'],
  (on, { kept, ...session }: Insertable<SessionsTable> & { kept: number }) =>
    on
      .with('opened', (query) => query.insertInto('sessions').values(session).returning(['user_id', 'created_at']))
      .with('noted', noteFirstSignIn)
      .deleteFrom('sessions')
      .where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', session.user_id)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .offset(kept),
      )
      .returning('id'),
)

/**
 * Inserts a session of an active account without a second factor that has this password hash and fewer than `few` sessions, notes its
 * first sign-in, and returns the courses of the newest enrolments; null for any other. The account is locked meanwhile: a reset or a
 * suspension at that moment waits and then ends the session, or is seen.
 */
export const insertSessionOf = async (
  on: Executor,
  session: Insertable<SessionsTable>,
  passwordHash: string,
  few: number,
): Promise<EnrolledCourseRow[] | null> =>
  (await openOfActive(on, { ...session, passwordHash, few }))[0]?.enrolled ?? null

const openOfActive = compileOnce(
  [...columns, 'passwordHash', 'few'],
  (on, { passwordHash, few, ...session }: Insertable<SessionsTable> & { passwordHash: string; few: number }) =>
    on
      .with('account', (query) =>
        query
          .selectFrom('users')
          .select('id')
          .where('id', '=', session.user_id)
          .where('password_hash', '=', passwordHash)
          .where('suspended_at', 'is', null)
          .where('deleted_at', 'is', null)
          .where('factor_since', 'is', null)
          .forNoKeyUpdate(),
      )
      .with('opened', (opening) =>
        opening
          .insertInto('sessions')
          .columns(columns)
          .expression((query) =>
            query
              .selectFrom('account')
              .select(({ val }) => [
                val(session.id).as('id'),
                val(session.token_hash).as('token_hash'),
                'account.id as user_id',
                val(session.user_agent).as('user_agent'),
                val(session.place ?? '').as('place'),
                val(session.created_at).as('created_at'),
                val(session.renewed_at).as('renewed_at'),
                val(session.expires_at).as('expires_at'),
              ])
              .where(
                (inner) =>
                  inner
                    .selectFrom('sessions')
                    .select(({ fn }) => fn.countAll().as('count'))
                    .where('sessions.user_id', '=', session.user_id),
                '<',
                few,
              ),
          )
          .returning(['user_id', 'created_at']),
      )
      .with('noted', noteFirstSignIn)
      .selectFrom('opened')
      .select(jsonArrayFrom(selectEnrolled(on, session.user_id)).as('enrolled')),
)

/** Maximum lifetime of a session in milliseconds, even when it is used. */
export const longestLifeMs = 30 * 24 * 3600 * 1000

const oldestStart = (now: Date): Date => new Date(now.getTime() - longestLifeMs)

const openSession = compileOnce(
  ['tokenHash', 'now', 'start'],
  (on, { tokenHash, now, start }: { tokenHash: Buffer; now: Date; start: Date }) =>
    on
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id',
        'sessions.created_at',
        'sessions.renewed_at',
        'users.id as user_id',
        'users.role',
        'users.name',
        'users.email',
        'users.language',
        'users.factor_since',
      ])
      .where('sessions.token_hash', '=', tokenHash)
      .where('sessions.expires_at', '>', now)
      .where('sessions.created_at', '>', start)
      // their sessions were deleted; this is a second barrier
      .where('users.suspended_at', 'is', null)
      .where('users.deleted_at', 'is', null),
)

/** Returns the open session of a token with its user. Most requests of signed-in users begin with it. */
export const findSession = async (on: Executor, tokenHash: Buffer, now: Date) =>
  (await openSession(on, { tokenHash, now, start: oldestStart(now) }))[0]

export type SessionRow = Awaited<ReturnType<typeof findSessionsOf>>[number]

/** Returns a user's valid sessions, the most recently used first. */
export const findSessionsOf = (on: Executor, userId: string, now: Date) =>
  on
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'place', 'created_at', 'renewed_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', oldestStart(now))
    .orderBy('renewed_at', 'desc')
    .orderBy('id')
    .execute()

/** Returns those of the ids whose sessions are neither ended nor expired. */
export const findOpenSessionIds = async (on: Executor, ids: readonly string[], now: Date): Promise<string[]> =>
  idsOf(
    await on
      .selectFrom('sessions')
      .select('id')
      .where(({ eb, val }) => eb('id', '=', eb.fn.any(val([...ids]))))
      .where('expires_at', '>', now)
      .where('created_at', '>', oldestStart(now))
      .execute(),
  )

/** Hashes of a token of the cookie's plain name, and of the one that replaces it, which the row has once that was done. */
type PlainTokens = { plain: Buffer; fresh: Buffer; now: Date }

/** Returns whether a session has a token of the plain name that is still taken, or the one that has replaced it. */
export const isPlainSession = async (on: Executor, { plain, fresh, now }: PlainTokens): Promise<boolean> =>
  (await on
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', 'in', [plain, fresh])
    .where('plain_cookie_until', '>', now)
    .executeTakeFirst()) !== undefined

/** Replaces a token of the plain name, which is taken until `graceUntil` from requests under way; returns what the session is. */
export const replacePlainToken = (
  on: Executor,
  { plain, fresh, now, graceUntil }: PlainTokens & { graceUntil: Date },
) =>
  on
    .updateTable('sessions')
    .set(({ fn, ref, val }) => ({
      token_hash: fresh,
      plain_cookie_until: fn<Date>('least', [ref('plain_cookie_until'), val(graceUntil)]),
    }))
    .where('token_hash', 'in', [plain, fresh])
    .where('plain_cookie_until', '>', now)
    .returning(['id', 'created_at'])
    .executeTakeFirst()

export async function renewSession(on: Executor, id: string, now: Date, expiresAt: Date): Promise<void> {
  await on.updateTable('sessions').set({ renewed_at: now, expires_at: expiresAt }).where('id', '=', id).execute()
}

/** The functions that delete sessions return the ids of the deleted ones. */
export const deleteSessionByToken = async (on: Executor, tokenHash: Buffer): Promise<string[]> =>
  idsOf(await on.deleteFrom('sessions').where('token_hash', '=', tokenHash).returning('id').execute())

export const deleteSession = async (on: Executor, userId: string, sessionId: string): Promise<string[]> =>
  idsOf(
    await on.deleteFrom('sessions').where('id', '=', sessionId).where('user_id', '=', userId).returning('id').execute(),
  )

export const deleteSessionsOf = async (on: Executor, userId: string, keep?: string): Promise<string[]> =>
  idsOf(
    await on
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(keep !== undefined, (query) => query.where('id', '!=', keep ?? ''))
      .returning('id')
      .execute(),
  )

export async function deleteExpiredSessions(on: Executor, now: Date): Promise<void> {
  await on.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/** Notes that the owner of an account has confirmed in this session that they are there. */
export async function confirmSession(on: Executor, id: string, now: Date): Promise<void> {
  await on.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute()
}

/** Returns when the owner last confirmed in this session that they are there. */
export const findConfirmation = async (on: Executor, id: string): Promise<Date | null> =>
  (await on.selectFrom('sessions').select('confirmed_at').where('id', '=', id).executeTakeFirst())?.confirmed_at ?? null

export const findSessionOf = (on: Executor, userId: string, id: string) =>
  on
    .selectFrom('sessions')
    .select(['user_agent', 'place', 'created_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
