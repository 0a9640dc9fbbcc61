import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { requireActiveAccount } from '../account-status.ts'
import type { Caller } from '../caller-of.ts'
import { verifyPassword } from '../passwords.ts'
import { findUserByEmail } from '../queries.ts'
import { claimsToBeKnown, knownBrowserId } from '../sessions/known-browser.ts'
import { startSession, startSessionAtOnce } from '../sessions/sessions.ts'
import type { FirstStep, SignedIn } from './open-in-browser.ts'

const accountLimited = msg`Too many attempts to log in to this account. Please try again later, use a browser in which you have logged in before, or set a new password with "Forget your password?".`

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret' | 'db' | 'limits' | 'settings'>
type Credentials = { email: string; password: string }

/**
 * Checks the password and opens a session or, for an account with a second factor, says whose first step was done. Throws wrong_credentials (also for an unknown address), suspended (only with the right
 * password), rate_limited, unavailable (too many passwords are waiting to be checked).
 */
export async function logIn(deps: Deps, credentials: Credentials, caller: Caller): Promise<SignedIn | FirstStep> {
  const { email, password } = credentials
  // only a browser with a cookie costs a database query before the limits
  const claimant = claimsToBeKnown(caller.known) ? await findUserByEmail(deps.db, email) : undefined
  const restore = await takeAttempt(deps, email, caller, claimant)
  let user: UserRow | undefined
  let matches = false
  try {
    user = claimant ?? (await findUserByEmail(deps.db, email))
    matches = await verifyPassword(user?.password_hash ?? null, password, { client: caller.key, signal: caller.signal })
  } catch (error) {
    // no password was checked
    await restore()
    throw error
  }
  if (!matches || !user?.password_hash) throw new DomainError('wrong_credentials')
  const { id, password_hash: hash } = user
  // A reset at the same moment has ended all sessions: the old password must not open a new one.
  const account = { id, passwordHash: hash }
  const [opened] = await Promise.all([startSessionAtOnce(deps.db, deps.clock.now(), account, caller), restore()])
  if (opened) return { user, ...opened }
  const session = await transact(deps.db, async (tx) => {
    const { hasFactor } = await requireActiveAccount(deps, tx, id, hash)
    return hasFactor ? null : startSession(tx, deps.clock.now(), id, caller)
  })
  return session ? { user, session } : { firstStepOf: user }
}

/**
 * Consumes an attempt before the password is checked; returns a function that restores it. A browser that the account knows has its own
 * limit. All others are limited by client and address, by client over all addresses, and by address over all clients.
 */
async function takeAttempt(
  { codeSecret, limits }: Deps,
  email: string,
  { key, known }: Caller,
  claimant: UserRow | undefined,
): Promise<() => Promise<void>> {
  const browserId = claimant ? knownBrowserId(codeSecret, known, claimant) : null
  if (browserId !== null) return consumeAll([[limits.loginsByBrowser, browserId]])
  return consumeAll([
    [limits.loginFailures, `${key} ${email}`],
    [limits.loginsByClient, key],
    [limits.loginsByAccount, email, accountLimited],
  ])
}
