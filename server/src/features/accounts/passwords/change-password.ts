import { msg } from '@lingui/core/runtime-macro'
import { addressAsPassword, isAddressOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { deleteCodesOf } from '../codes/code-queries.ts'
import { mailAccountChange } from '../jobs.ts'
import { hashPassword } from '../passwords.ts'
import { findUser, lockPassword, setPassword } from '../queries.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { type Asking, checkPassword, findConfirmedUntil } from '../sign-in/prove-owner.ts'
import { wrongField } from '../sign-in/wrong-field.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

const noPassword = msg`This account has no password yet. Set one with "Forget your password?" on the login page.`

/**
 * Replaces a password whose owner knows it, or has confirmed in this session a moment ago that they are there. Ends all other sessions of the account; codes and links that were mailed for a reset
 * are void. Returns the account with its new hash. Throws wrong_password, invalid_input, rate_limited, unavailable.
 */
export async function changePassword(
  { db, clock, limits }: Deps,
  viewer: CurrentUser,
  { current, password }: { current?: string | undefined; password: string },
  caller: Asking,
): Promise<Pick<UserRow, 'id' | 'password_hash' | 'factor_since'>> {
  const turn = { client: caller.key, signal: caller.signal }
  const user = await findUser(db, viewer.id)
  if (!user) throw new DomainError('unauthenticated')
  if (user.password_hash === null) throw new DomainError('wrong_password', noPassword)
  if (isAddressOf(password, user.email)) throw wrongField('password', 'invalid_input', addressAsPassword)
  if (current) await checkPassword({ limits }, user, current, caller)
  else if (!(await findConfirmedUntil({ db, clock }, caller.sessionId)))
    throw wrongField('current', 'invalid_input', msg`The current password is required`)
  await limits.passwordChanges.consume(user.id)
  const hash = await hashPassword(password, turn)
  await transact(db, async (tx) => {
    // a reset at the same moment wins: its owner has proven the address
    if (!(await lockPassword(tx, user.id, user.password_hash ?? ''))) throw new DomainError('wrong_password')
    await setPassword(tx, user.id, hash)
    await deleteCodesOf(tx, user)
    tx.enqueue(mailAccountChange, { userId: user.id, change: 'password-changed' })
    await endSessionsOf(tx, user.id, viewer.sessionId)
  })
  return { id: user.id, password_hash: hash, factor_since: user.factor_since }
}
