import type { Confirmation } from '@virtual-courses/contract'
import type { Cookies } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import type { Caller } from '../caller-of.ts'
import { beginChallenge, takeChallenge } from '../factors/challenge.ts'
import { findApp, findPasskeys } from '../factors/factor-queries.ts'
import { askForPasskey, verifyPasskey } from '../factors/passkeys.ts'
import { findUser, verifyEmail } from '../queries.ts'
import { confirmSession } from '../sessions/session-queries.ts'
import { checkPassword, confirmationMs, findConfirmedUntil, proveByMail } from '../sign-in/prove-owner.ts'
import { verifyAppCode } from '../sign-in/second-step.ts'

type Deps = Pick<
  FeatureDeps,
  'clock' | 'codeSecret' | 'config' | 'db' | 'limits' | 'log' | 'payoutSecrets' | 'settings'
>

const useOf = (viewer: CurrentUser) => ({ purpose: 'confirm', subject: viewer.sessionId }) as const

async function requireUser({ db }: Pick<Deps, 'db'>, viewer: CurrentUser): Promise<UserRow> {
  const user = await findUser(db, viewer.id)
  if (!user) throw new DomainError('unauthenticated')
  return user
}

/** Returns how the current user can confirm that they are there. */
export async function readConfirmOptions(deps: Deps, viewer: CurrentUser, cookies: Cookies) {
  const user = await requireUser(deps, viewer)
  const [passkeys, app, until] = await Promise.all([
    findPasskeys(deps.db, viewer.id),
    findApp(deps.db, viewer.id),
    findConfirmedUntil(deps, viewer.sessionId),
  ])
  const byMail = user.password_hash === null && user.factor_since === null
  const hasPasskey = passkeys.length > 0
  return {
    ways: [
      ...(user.password_hash !== null ? (['password'] as const) : []),
      ...(hasPasskey ? (['passkey'] as const) : []),
      ...(app?.confirmed_at ? (['app'] as const) : []),
      ...(byMail ? (['mail'] as const) : []),
    ],
    confirmedUntil: until?.toISOString() ?? null,
    addressProven: user.email_verified_at !== null,
    passkey: hasPasskey ? await askForPasskey(deps, beginChallenge(deps, cookies, useOf(viewer)), passkeys) : null,
  }
}

/** Shows by a mailed code that the address of the current user is theirs. Throws wrong_code, rate_limited. */
export async function proveAddress(deps: Deps, viewer: CurrentUser, ownerCode: string | undefined): Promise<UserRow> {
  const user = await requireUser(deps, viewer)
  await proveByMail(deps, user, ownerCode)
  if (user.email_verified_at === null) await verifyEmail(deps.db, user.id, deps.clock.now(), true)
  return user
}

/**
 * Confirms in the current session that the owner of its account is there; returns until when that counts. A mailed code is enough only
 * for accounts that have neither a password nor a second factor. Throws wrong_password, wrong_code, passkey_refused, rate_limited,
 * unavailable.
 */
export async function confirmOwner(
  deps: Deps,
  viewer: CurrentUser,
  given: Confirmation,
  { caller, cookies }: { caller: Caller; cookies: Cookies },
): Promise<Date> {
  const user = await requireUser(deps, viewer)
  const now = deps.clock.now()
  if (given.passkey) {
    await deps.limits.passkeyAnswers.consume(caller.key)
    const challenge = takeChallenge(deps, cookies, useOf(viewer))
    const passkey = await verifyPasskey(deps, given.passkey, challenge, { verified: false, userId: user.id })
    await transact(deps.db, (tx) => passkey.use(tx, now))
  } else if (given.code !== undefined) {
    // counted apart from sign-ins: who has found an open browser must not keep the owner from those
    const app = await verifyAppCode(deps, user.id, given.code, [[deps.limits.appCodes, `confirmation ${user.id}`]])
    await transact(deps.db, (tx) => app.use(tx, now))
    await app.restore()
  } else if (user.password_hash !== null) await checkPassword(deps, user, given.current ?? '', caller)
  else if (user.factor_since === null) await proveAddress(deps, viewer, given.ownerCode)
  else throw new DomainError('wrong_password')
  await confirmSession(deps.db, viewer.sessionId, now)
  return new Date(now.getTime() + confirmationMs)
}
