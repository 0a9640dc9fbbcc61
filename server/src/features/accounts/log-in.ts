import { transact } from '#db/executor.ts'
import { Refusal } from '#http/refusal.ts'
import type { FeatureDeps } from '../deps.ts'
import type { Caller } from './caller-of.ts'
import type { SignedIn } from './open-in-browser.ts'
import { passwordFits } from './passwords.ts'
import { findUserByEmail, holdPassword } from './queries.ts'
import { startSession } from './sessions.ts'
import { requireStanding } from './standing.ts'

/**
 * Opens a session for who knows the password. Throws wrong_credentials (the same for an unknown address), suspended (only to who knows
 * the password), rate_limited.
 */
export async function logIn(
  deps: FeatureDeps,
  credentials: { email: string; password: string },
  caller: Caller,
): Promise<SignedIn> {
  const key = `${caller.key} ${credentials.email}`
  await deps.limits.loginFailures.consume(key)
  const user = await findUserByEmail(deps.db, credentials.email)
  const hash = user?.password_hash ?? null
  if (!(await passwordFits(hash, credentials.password)) || !user || hash === null) {
    throw new Refusal('wrong_credentials')
  }
  await deps.limits.loginFailures.giveBack(key)
  const session = await transact(deps.db, async (tx) => {
    // A reset that came in between has ended all sessions: the old password must not open one after it.
    if (!(await holdPassword(tx, user.id, hash))) throw new Refusal('wrong_credentials')
    await requireStanding(deps, tx, user.id)
    return startSession(tx, deps.clock.now(), user.id, caller.userAgent)
  })
  return { user, session }
}
