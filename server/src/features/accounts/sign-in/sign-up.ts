import type { api, BodyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { keepConsents, readAgreement } from '../../site-pages/index.ts'
import { type Caller, languageOfNew } from '../caller-of.ts'
import { hashPassword } from '../passwords.ts'
import { insertUser, newUser } from '../queries.ts'
import { decideSignup } from '../rules.ts'
import { startSession } from '../sessions/sessions.ts'
import type { SignedIn } from './open-in-browser.ts'

type Wanted = BodyOf<typeof api.accounts.signup>

/** Opens an account and its first session. Throws admin_signup_closed, email_taken, terms_changed, rate_limited, unavailable. */
export async function signUp(deps: FeatureDeps, wanted: Wanted, caller: Caller): Promise<SignedIn> {
  const decision = decideSignup(wanted.role, deps.config.adminSignup)
  if ('problem' in decision) throw new DomainError(decision.problem)
  await deps.limits.signups.consume(caller.key)
  const agreement = await readAgreement(deps, 'account', wanted.agreed, caller.language)
  const now = deps.clock.now()
  const password_hash = await hashPassword(wanted.password, { client: caller.key, signal: caller.signal })
  const { name, email, role } = wanted
  const user = newUser({ name, email, password_hash, role, language: languageOfNew(deps, caller) }, now, false)
  await deps.limits.signupsByAddress.consume(email)
  return transact(deps.db, async (tx) => {
    if (!(await insertUser(tx, user))) throw new DomainError('email_taken')
    await keepConsents(tx, agreement, { userId: user.id, orderId: null, at: now })
    return { user, session: await startSession(tx, now, user.id, caller) }
  }).catch(async (error: unknown) => {
    // no account was opened
    await deps.limits.signupsByAddress.restore(email)
    throw error
  })
}
