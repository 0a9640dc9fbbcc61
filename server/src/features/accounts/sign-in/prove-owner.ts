import { accountCodeLength, confirmationMinutes, type OwnerCredentials } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { AccountCodePurpose, UserRow } from '#db/schema.ts'
import type { Caller } from '../caller-of.ts'
import { consumeAccountTry, deleteAccountCodes, replaceAccountCode } from '../codes/account-code-queries.ts'
import { hashCode, readCode, sameHash } from '../codes/one-time-code.ts'
import { deliverAccountCodeJob } from '../jobs.ts'
import { verifyPassword } from '../passwords.ts'
import { findUser } from '../queries.ts'
import { findConfirmation } from '../sessions/session-queries.ts'
import { wrongField } from './wrong-field.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits'>

/**
 * Checks the password of the current user. Guesses are limited by account: who has found an open browser must not find out the
 * password. Throws wrong_password, rate_limited, unavailable.
 */
export async function checkPassword(
  { limits }: Pick<FeatureDeps, 'limits'>,
  user: UserRow,
  current: string,
  caller: Pick<Caller, 'key' | 'signal'>,
): Promise<void> {
  const attempt = `change of ${user.id}`
  await limits.loginFailures.consume(attempt)
  const turn = { client: caller.key, signal: caller.signal }
  const matches = await verifyPassword(user.password_hash, current, turn).catch(async (error: unknown) => {
    // no password was checked
    await limits.loginFailures.restore(attempt)
    throw error
  })
  if (!matches) throw wrongField('current', 'wrong_password')
  await limits.loginFailures.restore(attempt)
}

/** Milliseconds for which a confirmation counts in its session. */
export const confirmationMs = confirmationMinutes * 60 * 1000

/** Returns until when the session counts as confirmed by the owner of its account; null when it does not. */
export async function findConfirmedUntil(
  { db, clock }: { db: Executor } & Pick<FeatureDeps, 'clock'>,
  sessionId: string | null,
): Promise<Date | null> {
  const at = sessionId === null ? null : await findConfirmation(db, sessionId)
  const until = at && new Date(at.getTime() + confirmationMs)
  return until && until > clock.now() ? until : null
}

/** Throws confirmation_needed. */
export async function requireConfirmation(
  deps: { db: Executor } & Pick<FeatureDeps, 'clock'>,
  sessionId: string | null,
): Promise<void> {
  if (!(await findConfirmedUntil(deps, sessionId))) throw new DomainError('confirmation_needed')
}

/** Who asks for something that needs a proof of the account's owner. */
export type Asking = Pick<Caller, 'key' | 'signal' | 'sessionId'>

/**
 * Shows that the owner of an account is there: by a confirmation in this session a moment ago, by its password or, for an account with
 * neither password nor second factor, by the code that was mailed to its address, which works once. What is given is checked in any case.
 * Throws wrong_password, wrong_code, rate_limited, unavailable.
 */
export async function proveOwner(
  deps: Deps,
  user: UserRow,
  { current, ownerCode }: OwnerCredentials,
  caller: Asking,
): Promise<void> {
  const given = user.password_hash !== null ? current : ownerCode
  if (given === undefined) {
    if (await findConfirmedUntil(deps, caller.sessionId)) return
    throw user.password_hash !== null ? wrongField('current', 'wrong_password') : wrongField('ownerCode', 'wrong_code')
  }
  if (user.password_hash !== null) return checkPassword(deps, user, given, caller)
  // someone who reads the mail of an account must not get past its second factor
  if (user.factor_since !== null) throw wrongField('ownerCode', 'wrong_code')
  await proveByMail(deps, user, ownerCode)
}

/** Redeems the code that was mailed to the account's address. Throws wrong_code, rate_limited. */
export async function proveByMail(deps: Deps, user: UserRow, ownerCode: string | undefined): Promise<void> {
  await deps.limits.accountCodeGuesses.consume(user.id)
  // the used try must be committed, so the error is thrown after the transaction
  const proven = await transact(deps.db, async (tx) => {
    const email = await redeemAccountCode(deps, tx, { userId: user.id, purpose: 'prove-owner', typed: ownerCode })
    // a code to an address that the account no longer has proves nothing
    return email === (await findUser(tx, user.id))?.email
  })
  if (!proven) throw wrongField('ownerCode', 'wrong_code')
}

/** Requests a code for an account; the job makes and mails it, in this language. `email` is the address that gets it. */
export function requestAccountCode(
  { clock }: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  { language, ...wanted }: { userId: string; purpose: AccountCodePurpose; email: string; language: string },
): Promise<void> {
  const asked = { ...wanted, requestId: newId() }
  tx.enqueue(deliverAccountCodeJob, { ...asked, language })
  return replaceAccountCode(tx, asked, clock.now())
}

/**
 * Consumes a try and, where the code is right, the code. Returns the address that it was mailed to; undefined for a wrong one. What has
 * not the form of a code uses no try.
 */
export async function redeemAccountCode(
  { clock, codeSecret }: Pick<FeatureDeps, 'clock' | 'codeSecret'>,
  tx: Tx,
  { userId, purpose, typed }: { userId: string; purpose: AccountCodePurpose; typed: unknown },
): Promise<string | undefined> {
  const code = readCode(typed, accountCodeLength)
  if (code === null) return undefined
  const kept = await consumeAccountTry(tx, userId, purpose, clock.now())
  if (!kept?.hash || !sameHash(kept.hash, hashCode(codeSecret, kept, code))) return undefined
  await deleteAccountCodes(tx, userId, purpose)
  return kept.email
}

/** Mails a code to the own address, which proves the owner of an account without a password. Throws rate_limited. */
export async function sendOwnerCode(
  deps: Deps,
  viewer: CurrentUser,
  caller: Pick<Caller, 'key' | 'language'>,
): Promise<void> {
  await consumeAll([
    [deps.limits.accountCodes, `owner ${viewer.id}`],
    [deps.limits.accountCodesByClient, caller.key],
  ])
  await transact(deps.db, async (tx) => {
    const user = await findUser(tx, viewer.id)
    if (!user) throw new DomainError('unauthenticated')
    const language = user.language ?? caller.language
    await requestAccountCode(deps, tx, { userId: user.id, purpose: 'prove-owner', email: user.email, language })
  })
}
