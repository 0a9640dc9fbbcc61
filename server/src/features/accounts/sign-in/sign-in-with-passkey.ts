import type { PasskeyAnswer } from '@virtual-courses/contract'
import type { Cookies } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { requireActiveAccount } from '../account-status.ts'
import type { Caller } from '../caller-of.ts'
import { beginChallenge, type ChallengeUse, takeChallenge } from '../factors/challenge.ts'
import { askForPasskey, verifyPasskey } from '../factors/passkeys.ts'
import { findUser } from '../queries.ts'
import { startSession } from '../sessions/sessions.ts'
import type { SignedIn } from './open-in-browser.ts'

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret' | 'config' | 'db' | 'limits' | 'log' | 'settings'>

const use: ChallengeUse = { purpose: 'sign-in', subject: '' }

/** Returns what a browser needs to answer with any passkey that it knows of this site. */
export const askForSignIn = (deps: Deps, cookies: Cookies) =>
  askForPasskey(deps, beginChallenge(deps, cookies, use), null)

/**
 * Signs in with a passkey whose device has verified its user, which are two factors in one. Throws passkey_refused, suspended,
 * rate_limited.
 */
export async function signInWithPasskey(
  deps: Deps,
  cookies: Cookies,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<SignedIn> {
  await deps.limits.passkeyAnswers.consume(caller.key)
  const passkey = await verifyPasskey(deps, answer, takeChallenge(deps, cookies, use), { verified: true })
  return transact(deps.db, async (tx) => {
    await requireActiveAccount(deps, tx, passkey.userId)
    const user = await findUser(tx, passkey.userId)
    if (!user) throw new DomainError('passkey_refused')
    await passkey.use(tx, deps.clock.now())
    return { user, session: await startSession(tx, deps.clock.now(), user.id, caller) }
  })
}
