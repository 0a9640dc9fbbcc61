import { createHash, randomBytes } from 'node:crypto'
import type { Executor } from '#db/executor.ts'
import { newId } from '#db/new-id.ts'
import type { SessionReader } from '#http/session.ts'
import type { FeatureDeps } from '../deps.ts'
import { deleteExpiredSessions, deleteSession, findSession, insertSession, renewSession } from './queries.ts'

/** 7 days, rolling (decisions, section 1). */
const lifetimeMs = 7 * 24 * 3600 * 1000
/** A session that is used is prolonged at most once an hour, so that reading stays cheap. */
const renewAfterMs = 3600 * 1000

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type StartedSession = { token: string; expiresAt: Date }

/** Opens a session; only the token's hash is stored. */
export async function startSession(
  on: Executor,
  now: Date,
  userId: string,
  userAgent: string,
): Promise<StartedSession> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await insertSession(on, {
    id: newId(),
    token_hash: hashOf(token),
    user_id: userId,
    user_agent: userAgent.slice(0, 300),
    created_at: now,
    renewed_at: now,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** Ends the session of a token; unknown tokens are no error. */
export const endSession = (on: Executor, token: string): Promise<void> => deleteSession(on, hashOf(token))

/** Who a token belongs to, for the HTTP room. */
export const sessionReader = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): SessionReader => ({
  async read(token) {
    const now = clock.now()
    const row = await findSession(db, hashOf(token), now)
    if (!row) return null
    const viewer = { id: row.user_id, role: row.role, name: row.name, email: row.email, sessionId: row.id }
    if (now.getTime() - row.renewed_at.getTime() < renewAfterMs) return { viewer }
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    await renewSession(db, row.id, now, expiresAt)
    return { viewer, expiresAt }
  },
})

export const forgetExpiredSessions = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> =>
  deleteExpiredSessions(db, clock.now())
