import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/rate-limits.ts'
import { transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { requireActiveAccount } from './account-status.ts'
import type { Caller } from './caller-of.ts'
import { claimsToBeKnown, knownBrowserId } from './known-browser.ts'
import type { SignedIn } from './open-in-browser.ts'
import { passwordFits } from './passwords.ts'
import { findUserByEmail, holdPassword } from './queries.ts'
import { startSession } from './sessions.ts'

const accountLimited =
  'Too many attempts to log in to this account. Please try again later, use a browser in which you have logged in before, or set a new password with "Forget your password?".'

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret' | 'db' | 'limits' | 'settings'>
type Credentials = { email: string; password: string }

/**
 * Opens a session for who knows the password. Throws wrong_credentials (the same for an unknown address), suspended (only to who knows
 * the password), rate_limited, unavailable (too many wait for their password to be checked).
 */
export async function logIn(deps: Deps, credentials: Credentials, caller: Caller): Promise<SignedIn> {
  const { email, password } = credentials
  // only who claims to be known costs a look at the database before the limits
  const claimant = claimsToBeKnown(caller.known) ? await findUserByEmail(deps.db, email) : undefined
  const restore = await takeAttempt(deps, email, caller, claimant)
  let user: UserRow | undefined
  let fits = false
  try {
    user = claimant ?? (await findUserByEmail(deps.db, email))
    fits = await passwordFits(user?.password_hash ?? null, password, { client: caller.key, signal: caller.signal })
  } catch (error) {
    // nothing was judged
    await restore()
    throw error
  }
  if (!fits || !user) throw new DomainError('wrong_credentials')
  await restore()
  const { id, password_hash: hash } = user
  const session = await transact(deps.db, async (tx) => {
    // A reset that came in between has ended all sessions: the old password must not open one after it.
    if (hash === null || !(await holdPassword(tx, id, hash))) throw new DomainError('wrong_credentials')
    await requireActiveAccount(deps, tx, id)
    return startSession(tx, deps.clock.now(), id, caller.userAgent)
  })
  return { user, session }
}

/**
 * Consumes an attempt before it is judged; answers what gives it back. A browser that the account knows has attempts of its own.
 * All others count by client and address, by client over all addresses, and by address over all clients.
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
