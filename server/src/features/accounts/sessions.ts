import { createHash, randomBytes } from 'node:crypto'
import type { SessionReader } from '#core/current-user.ts'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { sessionsEnded } from './session-ends.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionByToken,
  deleteSessionsOf,
  findSession,
  insertSession,
  longestLifeMs,
  renewSession,
} from './session-queries.ts'

/** 7 days, rolling (decisions, section 1). */
const lifetimeMs = 7 * 24 * 3600 * 1000
/** Open sessions of a user; another sign-in ends the oldest one. */
const mostSessions = 20

/** When a session of that start expires if it is not used after `now`. */
const expiryOf = (start: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + lifetimeMs, start.getTime() + longestLifeMs))

/** A session that is used is prolonged, and seen, at most this often, so that reading stays cheap. */
const renewAfterMs = 10 * 60 * 1000

/** What stands in the database in place of a token; tokens are random enough to need no salt. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A token that no one guesses. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export type StartedSession = { token: string; expiresAt: Date }

/** Opens a session; only the token's hash is stored. */
export async function startSession(tx: Tx, now: Date, userId: string, userAgent: string): Promise<StartedSession> {
  const token = newToken()
  const expiresAt = expiryOf(now, now)
  const session = {
    id: newId(),
    token_hash: hashToken(token),
    user_id: userId,
    user_agent: userAgent.slice(0, 300),
    created_at: now,
    renewed_at: now,
    expires_at: expiresAt,
  }
  tx.publish(sessionsEnded(await insertSession(tx, session, mostSessions)))
  return { token, expiresAt }
}

/** Ends the session of a token; unknown tokens are no error. */
export const endSession = (db: Db, token: string): Promise<void> =>
  transact(db, async (tx) => tx.publish(sessionsEnded(await deleteSessionByToken(tx, hashToken(token)))))

/** Ends one session of this user. False when he has none of that id. */
export const endSessionOf = (db: Db, userId: string, sessionId: string): Promise<boolean> =>
  transact(db, async (tx) => {
    const ended = await deleteSession(tx, userId, sessionId)
    tx.publish(sessionsEnded(ended))
    return ended.length > 0
  })

/** Ends all sessions of this user, but the one to be kept. */
export const endSessionsOf = async (tx: Tx, userId: string, keep?: string): Promise<void> =>
  tx.publish(sessionsEnded(await deleteSessionsOf(tx, userId, keep)))

/** Reads who a session's token belongs to, for the transports. */
export const sessionReader = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): SessionReader => ({
  async read(token) {
    const now = clock.now()
    const row = await findSession(db, hashToken(token), now)
    if (!row) return null
    const viewer = { id: row.user_id, role: row.role, name: row.name, email: row.email, sessionId: row.id }
    if (now.getTime() - row.renewed_at.getTime() < renewAfterMs) return { viewer }
    const expiresAt = expiryOf(row.created_at, now)
    await renewSession(db, row.id, now, expiresAt)
    return { viewer, expiresAt }
  },
})

export const forgetExpiredSessions = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> =>
  deleteExpiredSessions(db, clock.now())
