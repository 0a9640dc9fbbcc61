import { hash } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import type { SecondStep } from '@virtual-courses/contract'
import type { Cookies } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { requireActiveAccount } from '../account-status.ts'
import type { Caller } from '../caller-of.ts'
import { openSecret, stepOfCode, wrongAppCode } from '../factors/authenticator-app.ts'
import { beginChallenge, takeChallenge } from '../factors/challenge.ts'
import {
  consumeAppStep,
  consumeRecoveryCode,
  countRecoveryCodes,
  findApp,
  findPasskeys,
} from '../factors/factor-queries.ts'
import { askForPasskey, verifyPasskey } from '../factors/passkeys.ts'
import { hashRecoveryCode } from '../factors/recovery-codes.ts'
import { mailAccountChange } from '../jobs.ts'
import { findUser } from '../queries.ts'
import { knownBrowserId } from '../sessions/known-browser.ts'
import { startSession } from '../sessions/sessions.ts'
import { type ClaimedStep, readFirstStep } from './first-step.ts'
import type { SignedIn } from './open-in-browser.ts'
import { wrongField } from './wrong-field.ts'

type Deps = Pick<
  FeatureDeps,
  'clock' | 'codeSecret' | 'config' | 'db' | 'limits' | 'log' | 'payoutSecrets' | 'settings'
>

const wrongRecoveryCode = msg`This recovery code is not right, or was used already`

/** Returns the account whose first step was done in this browser. Throws sign_in_expired. */
async function requireFirstStep(deps: Deps, cookies: Cookies): Promise<{ step: ClaimedStep; user: UserRow }> {
  const step = readFirstStep(deps, cookies)
  const user = step && (await findUser(deps.db, step.userId))
  if (!user || !step.isOf(user)) throw new DomainError('sign_in_expired')
  return { step, user }
}

/** Returns how the sign-in of this browser can be finished. Throws sign_in_expired. */
export async function readSecondStep(deps: Deps, cookies: Cookies) {
  const { step, user } = await requireFirstStep(deps, cookies)
  const [passkeys, app, codes] = await Promise.all([
    findPasskeys(deps.db, user.id),
    findApp(deps.db, user.id),
    countRecoveryCodes(deps.db, user.id),
  ])
  const challenge = () => beginChallenge(deps, cookies, { purpose: 'second-step', subject: step.id })
  return {
    ways: [
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(app?.confirmed_at ? (['app'] as const) : []),
      ...(codes > 0 ? (['recovery'] as const) : []),
    ],
    passkey: passkeys.length > 0 ? await askForPasskey(deps, challenge(), passkeys) : null,
    expiresAt: step.expiresAt.toISOString(),
  }
}

/**
 * Finishes the sign-in of this browser. Throws sign_in_expired, wrong_code, passkey_refused, suspended, rate_limited.
 */
export async function finishSignIn(deps: Deps, cookies: Cookies, given: SecondStep, caller: Caller): Promise<SignedIn> {
  const { step, user } = await requireFirstStep(deps, cookies)
  const { use, restore } = await verifySecondStep(deps, user, { given, cookies, step }, caller)
  const signedIn = await transact(deps.db, async (tx) => {
    await requireActiveAccount(deps, tx, user.id)
    // a password or an address that was changed meanwhile has ended this sign-in
    const now = await findUser(tx, user.id)
    if (!now || !step.isOf(now)) throw new DomainError('sign_in_expired')
    await use(tx, deps.clock.now())
    return { user: now, session: await startSession(tx, deps.clock.now(), user.id, caller) }
  })
  await restore()
  return signedIn
}

/** A factor that is right; `use` makes it count, and throws where it was used at the same moment. `restore` gives the attempt back. */
type Verified = { use(tx: Tx, now: Date): Promise<void>; restore(): Promise<void> }

async function verifySecondStep(
  deps: Deps,
  user: UserRow,
  { given, cookies, step }: { given: SecondStep; cookies: Cookies; step: ClaimedStep },
  caller: Caller,
): Promise<Verified> {
  if (given.passkey) {
    await deps.limits.passkeyAnswers.consume(caller.key)
    const challenge = takeChallenge(deps, cookies, { purpose: 'second-step', subject: step.id })
    const passkey = await verifyPasskey(deps, given.passkey, challenge, { verified: false, userId: user.id })
    return { use: passkey.use, restore: async () => {} }
  }
  if (given.recoveryCode !== undefined) {
    // 80 random bits are not guessed: the limit only keeps floods away, and no one can use up another client's
    await deps.limits.recoveryCodeTries.consume(caller.key)
    return { use: useRecoveryCode(user.id, given.recoveryCode), restore: async () => {} }
  }
  // who knows the password can use up what all others have: not that of browsers in which the owner has taken
  // this step. A new password begins again for all others, since who knew the one before cannot come this far any more;
  // but not without end, since who reads the mail can set one after the other
  const { appCodes, appCodesByAccount } = deps.limits
  const browser = knownBrowserId(deps.codeSecret, caller.known, user)
  if (browser !== null) return verifyAppCode(deps, user.id, given.code, [[appCodes, `browser ${browser}`]])
  return verifyAppCode(deps, user.id, given.code, [
    [appCodes, `account ${user.id} ${hash('sha256', user.password_hash ?? '', 'base64url')}`],
    [appCodesByAccount, user.id],
  ])
}

const useRecoveryCode =
  (userId: string, typed: string) =>
  async (tx: Tx, now: Date): Promise<void> => {
    if (!(await consumeRecoveryCode(tx, userId, hashRecoveryCode(userId, typed), now)))
      throw wrongField('recoveryCode', 'wrong_code', wrongRecoveryCode)
    tx.enqueue(mailAccountChange, { userId, change: 'recovery-code-used' })
  }

/** Verifies a code of the account's authenticator app. `counted` is where the attempt counts. Throws wrong_code, rate_limited. */
export async function verifyAppCode(
  deps: Deps,
  userId: string,
  typed: unknown,
  counted: Parameters<typeof consumeAll>[0],
): Promise<Verified> {
  const restore = await consumeAll(counted)
  const app = await findApp(deps.db, userId)
  const secret = app?.confirmed_at && app.encrypted && openSecret(deps, userId, app.encrypted)
  if (app?.confirmed_at && secret === null)
    deps.log.error('an authenticator app cannot be decrypted: set PAYOUT_SECRET_OLD (docs/runbooks/payouts.md)')
  const step = secret ? await stepOfCode(secret, typed, deps.clock.now()) : null
  const wrong = () => wrongField('code', 'wrong_code', wrongAppCode)
  if (!app?.encrypted || step === null || step <= app.last_step) throw wrong()
  const { encrypted } = app
  return {
    restore,
    async use(tx) {
      if (!(await consumeAppStep(tx, userId, encrypted, step))) throw wrong()
    },
  }
}
