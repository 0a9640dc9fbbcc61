import type { api, BodyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import type { Caller } from './caller-of.ts'
import type { SignedIn } from './open-in-browser.ts'
import { hashPassword } from './passwords.ts'
import { insertUser } from './queries.ts'
import { decideSignup } from './rules.ts'
import { startSession } from './sessions.ts'

type Wanted = BodyOf<typeof api.accounts.signup>

/** Opens an account and its first session. Throws admin_signup_closed, email_taken, rate_limited, unavailable. */
export async function signUp(deps: FeatureDeps, wanted: Wanted, caller: Caller): Promise<SignedIn> {
  const decision = decideSignup(wanted.role, deps.config.adminSignup)
  if ('problem' in decision) throw new DomainError(decision.problem)
  await deps.limits.signups.consume(caller.key)
  const now = deps.clock.now()
  const user: UserRow = {
    id: newId(),
    name: wanted.name,
    email: wanted.email,
    password_hash: await hashPassword(wanted.password, { client: caller.key, signal: caller.signal }),
    role: wanted.role,
    description: '',
    photo_id: null,
    email_verified_at: null,
    suspended_at: null,
    suspended_reason: '',
    show_email: false,
    deleted_at: null,
    created_at: now,
  }
  return transact(deps.db, async (tx) => {
    if (!(await insertUser(tx, user))) throw new DomainError('email_taken')
    return { user, session: await startSession(tx, now, user.id, caller.userAgent) }
  })
}
