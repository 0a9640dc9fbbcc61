import { createHmac, hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SessionReader } from '#core/current-user.ts'
import type { Publication } from '#core/events/broadcast.ts'
import { defineTopic, subscribe, toProcesses } from '#core/events/topics.ts'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { Caller } from '../caller-of.ts'
import type { EnrolledCourseRow } from '../queries.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionByToken,
  deleteSessionsOf,
  findOpenSessionIds,
  findSession,
  insertSession,
  insertSessionOf,
  isPlainSession,
  longestLifeMs,
  renewSession,
  replacePlainToken,
} from './session-queries.ts'

/** Lifetime of an unused session in milliseconds (decisions, section 1). */
const lifetimeMs = 7 * 24 * 3600 * 1000
/** Maximum number of open sessions of a user; another sign-in ends the oldest one. */
const mostSessions = 20
/** Number of sessions up to which a sign-in does not look for one to end: those at the same moment do not see each other there. */
const fewSessions = 10

/** Returns when a session that began at `start` expires if it is not used after `now`. */
const expiryOf = (start: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + lifetimeMs, start.getTime() + longestLifeMs))

/** Minimum interval in milliseconds between renewals of a session, so that most reads write nothing. */
const renewAfterMs = 10 * 60 * 1000

/** Hash of a token, which is stored instead of it; random tokens need no salt. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Returns 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export type StartedSession = {
  id: string
  token: string
  expiresAt: Date
  /** what the mail about a new browser tells */
  browser: { userAgent: string; place: string; at: string }
}

/** Where a session is opened. */
export type SessionBrowser = Pick<Caller, 'userAgent' | 'place'>

/** Returns a new session; only the hash of its token is stored. */
function makeSession(now: Date, userId: string, { userAgent, place }: SessionBrowser) {
  const token = newToken()
  const expiresAt = expiryOf(now, now)
  const row = {
    id: newId(),
    token_hash: hashToken(token),
    user_id: userId,
    user_agent: userAgent.slice(0, 300),
    place,
    created_at: now,
    renewed_at: now,
    expires_at: expiresAt,
  }
  const browser = { userAgent: row.user_agent, place, at: now.toISOString() }
  return { row, started: { id: row.id, token, expiresAt, browser } }
}

/** Opens a session, and notes the first sign-in of its account. */
export async function startSession(
  tx: Tx,
  now: Date,
  userId: string,
  browser: SessionBrowser,
): Promise<StartedSession> {
  const { row, started } = makeSession(now, userId, browser)
  tx.publish(sessionsEnded(await insertSession(tx, row, mostSessions)))
  return started
}

/**
 * Opens a session, and notes the first sign-in, in one statement if that is all there is to do: the account is active, has the password
 * hash that was checked, no second factor, and few sessions. Returns the courses of the newest enrolments too. Null otherwise.
 */
export async function startSessionAtOnce(
  db: Db,
  now: Date,
  account: { id: string; passwordHash: string },
  browser: SessionBrowser,
): Promise<{ session: StartedSession; enrolled: EnrolledCourseRow[] } | null> {
  const { row, started } = makeSession(now, account.id, browser)
  const enrolled = await insertSessionOf(db, row, account.passwordHash, fewSessions)
  return enrolled && { session: started, enrolled }
}

/** Ends the session of a token; an unknown token is not an error. */
export const endSession = (db: Db, token: string): Promise<void> =>
  transact(db, async (tx) => tx.publish(sessionsEnded(await deleteSessionByToken(tx, hashToken(token)))))

/** Ends one session of this user. False when the user has none of that id. */
export const endSessionOf = (db: Db, userId: string, sessionId: string): Promise<boolean> =>
  transact(db, async (tx) => {
    const ended = await deleteSession(tx, userId, sessionId)
    tx.publish(sessionsEnded(ended))
    return ended.length > 0
  })

/** Ends all sessions of this user except `keep`. */
export const endSessionsOf = async (tx: Tx, userId: string, keep?: string): Promise<void> =>
  tx.publish(sessionsEnded(await deleteSessionsOf(tx, userId, keep)))

/** Time in milliseconds for which a token that was replaced is taken from requests that were under way. */
const replacedGraceMs = 60_000

/** Returns the reader of session tokens for HTTP and sockets; reading renews a session. */
export const sessionReader = ({
  db,
  clock,
  codeSecret,
}: Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret'>): SessionReader => {
  /** Only the server can make the new token of an old one, and requests at the same moment get the same. */
  const replacementOf = (token: string): string =>
    createHmac('sha256', codeSecret).update(`session of the plain cookie ${token}`).digest('base64url')
  const tokensOf = (token: string, now: Date) => ({
    plain: hashToken(token),
    fresh: hashToken(replacementOf(token)),
    now,
  })
  const viewerOf = (row: NonNullable<Awaited<ReturnType<typeof findSession>>>) => ({
    id: row.user_id,
    role: row.role,
    name: row.name,
    email: row.email,
    sessionId: row.id,
    language: row.language,
    hasFactor: row.factor_since !== null,
  })
  /** In this order: a request at the same moment may replace the first token, and never brings it back. */
  const findEither = async ({ plain, fresh, now }: ReturnType<typeof tokensOf>) =>
    (await findSession(db, plain, now)) ?? (await findSession(db, fresh, now))
  return {
    async read(token) {
      const now = clock.now()
      const row = await findSession(db, hashToken(token), now)
      if (!row) return null
      const viewer = viewerOf(row)
      if (now.getTime() - row.renewed_at.getTime() < renewAfterMs) return { viewer }
      const expiresAt = expiryOf(row.created_at, now)
      await renewSession(db, row.id, now, expiresAt)
      return { viewer, expiresAt }
    },
    async readPlain(token) {
      const tokens = tokensOf(token, clock.now())
      const row = (await isPlainSession(db, tokens)) && (await findEither(tokens))
      return row ? { viewer: viewerOf(row) } : null
    },
    async replacePlain(token) {
      const now = clock.now()
      const tokens = tokensOf(token, now)
      // of a session that has ended in another way nothing is given
      if (!(await findEither(tokens))) return null
      const row = await replacePlainToken(db, { ...tokens, graceUntil: new Date(now.getTime() + replacedGraceMs) })
      if (!row) return null
      const expiresAt = expiryOf(row.created_at, now)
      await renewSession(db, row.id, now, expiresAt)
      return { token: replacementOf(token), expiresAt }
    },
  }
}

export const cleanUpSessions = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> =>
  deleteExpiredSessions(db, clock.now())

/** Maximum number of ids in one message; NOTIFY carries 8000 bytes. */
const idsInMessage = 200

const endedSessions = defineTopic({ name: 'sessions-ended', message: z.array(z.string()) })

/**
 * Calls `listener` with the ids of sessions that this process or another one has ended, after the commit. Expired sessions are not
 * published, and messages are lost while the database connection is: whatever stays open for a session must also check it regularly
 * (`openSessionsAmong`).
 */
export function onSessionsEnded(db: Db, listener: (sessionIds: readonly string[]) => void): void {
  subscribe(db, endedSessions, listener)
}

/** Publication of the sessions that a transaction deletes. */
function sessionsEnded(sessionIds: readonly string[]): Publication {
  const chunks: string[][] = []
  for (let start = 0; start < sessionIds.length; start += idsInMessage)
    chunks.push(sessionIds.slice(start, start + idsInMessage))
  return toProcesses(endedSessions, ...chunks)
}

/** Returns those of the sessions that are neither ended nor expired. */
export const openSessionsAmong = async (
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> => new Set(await findOpenSessionIds(db, sessionIds, clock.now()))
