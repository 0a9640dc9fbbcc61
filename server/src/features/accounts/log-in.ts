import type { UserRow } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import type { FeatureDeps } from '../deps.ts'
import { passwordFits } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { type StartedSession, startSession } from './sessions.ts'

/** Opens a session for who knows the password. Throws wrong_credentials (the same for an unknown address), rate_limited. */
export async function logIn(
  deps: FeatureDeps,
  credentials: { email: string; password: string },
  client: { ip: string; userAgent: string },
): Promise<{ user: UserRow; session: StartedSession }> {
  const key = `${client.ip} ${credentials.email}`
  await deps.limits.loginFailures.check(key)
  const user = await findUserByEmail(deps.db, credentials.email)
  if (!(await passwordFits(user?.password_hash ?? null, credentials.password)) || !user) {
    await deps.limits.loginFailures.count(key)
    throw new Refusal('wrong_credentials')
  }
  await deps.limits.loginFailures.clear(key)
  return { user, session: await startSession(deps.db, deps.clock.now(), user.id, client.userAgent) }
}
