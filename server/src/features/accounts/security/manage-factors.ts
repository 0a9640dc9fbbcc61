import { maxPasskeys, type NewPasskeyAnswer, type Passkey } from '@virtual-courses/contract'
import type { Cookies } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { makeSecret, openSecret, sealSecret, stepOfCode, wrongAppCode } from '../factors/authenticator-app.ts'
import { beginChallenge, takeChallenge, useChallenge } from '../factors/challenge.ts'
import {
  confirmApp,
  countRecoveryCodes,
  deleteApp,
  deletePasskey,
  findApp,
  findPasskeys,
  insertPasskey,
  noteFactors,
  type PasskeyRow,
  storeWaitingApp,
} from '../factors/factor-queries.ts'
import { askForNewPasskey, readNewPasskey } from '../factors/passkeys.ts'
import { giveRecoveryCodes } from '../factors/recovery-codes.ts'
import { mailAccountChange } from '../jobs.ts'
import { findUser, lockUser } from '../queries.ts'
import { requireConfirmation } from '../sign-in/prove-owner.ts'
import { wrongField } from '../sign-in/wrong-field.ts'

type Deps = Pick<
  FeatureDeps,
  'clock' | 'codeSecret' | 'config' | 'db' | 'limits' | 'log' | 'payoutSecrets' | 'settings'
>

/** Milliseconds within which the first code of an authenticator app must be typed. */
const waitingMs = 30 * 60 * 1000

const useOf = (viewer: CurrentUser) => ({ purpose: 'register', subject: viewer.sessionId }) as const

/** Whether nothing is left to prove of an address. A site that sends no mail cannot ask for more, and has no reset by mail either. */
const isProven = ({ config }: Pick<Deps, 'config'>, user: Pick<UserRow, 'email_verified_at'> | undefined): boolean =>
  user?.email_verified_at != null || (config.SMTP_URL === undefined && !config.outbox)

/**
 * Requires that the owner has confirmed and that the address is theirs: who opens an account with a foreign address could otherwise keep
 * the owner of that address out of it for ever. Throws confirmation_needed, address_not_proven, rate_limited.
 */
async function requireOwner(deps: Deps, viewer: CurrentUser): Promise<UserRow> {
  await requireConfirmation(deps, viewer.sessionId)
  await deps.limits.factorChanges.consume(viewer.id)
  const user = await findUser(deps.db, viewer.id)
  if (!user) throw new DomainError('unauthenticated')
  if (!isProven(deps, user)) throw new DomainError('address_not_proven')
  return user
}

/**
 * Locks the account, whose factors change one at a time. The lock may have waited for what ends all sessions, and with them the
 * confirmation of this one, so that is looked at again.
 */
async function lockOwner({ clock }: Pick<Deps, 'clock'>, tx: Tx, viewer: CurrentUser): Promise<UserRow> {
  const user = await lockUser(tx, viewer.id)
  if (!user || user.deleted_at || user.suspended_at) throw new DomainError('unauthenticated')
  await requireConfirmation({ db: tx, clock }, viewer.sessionId)
  return user
}

/** Notes a factor that was added; an account without recovery codes gets some. */
async function noteAdded(tx: Tx, userId: string, change: 'passkey-added' | 'app-added', now: Date) {
  await noteFactors(tx, userId, now)
  tx.enqueue(mailAccountChange, { userId, change })
  return (await countRecoveryCodes(tx, userId)) === 0 ? giveRecoveryCodes(tx, userId, now) : null
}

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  synced: row.synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** Returns what a browser needs to make a passkey. Throws confirmation_needed, address_not_proven, passkeys_full, rate_limited. */
export async function beginPasskey(deps: Deps, viewer: CurrentUser, cookies: Cookies) {
  const user = await requireOwner(deps, viewer)
  const known = await findPasskeys(deps.db, user.id)
  if (known.length >= maxPasskeys) throw new DomainError('passkeys_full')
  return askForNewPasskey(deps, user, beginChallenge(deps, cookies, useOf(viewer)), known)
}

/**
 * Adds a passkey; the first factor of an account brings recovery codes, which are returned once. Throws confirmation_needed,
 * address_not_proven, passkeys_full, passkey_refused, passkey_taken, rate_limited.
 */
export async function addPasskey(
  deps: Deps,
  viewer: CurrentUser,
  { name, passkey: answer }: { name: string; passkey: NewPasskeyAnswer },
  cookies: Cookies,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  await requireOwner(deps, viewer)
  const challenge = takeChallenge(deps, cookies, useOf(viewer))
  if (!challenge) throw new DomainError('passkey_refused')
  const made = await readNewPasskey(deps, answer, challenge)
  return transact(deps.db, async (tx) => {
    await lockOwner(deps, tx, viewer)
    const now = deps.clock.now()
    if (!(await useChallenge(tx, challenge))) throw new DomainError('passkey_refused')
    if ((await findPasskeys(tx, viewer.id)).length >= maxPasskeys) throw new DomainError('passkeys_full')
    const row = { id: newId(), user_id: viewer.id, name, created_at: now, last_used_at: null, ...made }
    if (!(await insertPasskey(tx, row))) throw new DomainError('passkey_taken')
    const recoveryCodes = await noteAdded(tx, viewer.id, 'passkey-added', now)
    return { passkey: presentPasskey({ ...row, counter: String(row.counter) }), recoveryCodes }
  })
}

/** Removes a passkey. Throws confirmation_needed, not_found. */
export async function removePasskey(deps: Deps, viewer: CurrentUser, passkeyId: string): Promise<void> {
  await requireConfirmation(deps, viewer.sessionId)
  await transact(deps.db, async (tx) => {
    await lockOwner(deps, tx, viewer)
    if (!(await deletePasskey(tx, viewer.id, passkeyId))) throw new DomainError('not_found')
    await noteFactors(tx, viewer.id, deps.clock.now())
    tx.enqueue(mailAccountChange, { userId: viewer.id, change: 'passkey-removed' })
  })
}

/** Makes the secret of an authenticator app, which counts once its first code was typed. */
export async function beginApp(deps: Deps, viewer: CurrentUser): Promise<{ secret: string; uri: string }> {
  const user = await requireOwner(deps, viewer)
  // a colon separates both in the URI
  const issuer = deps.settings.current().siteName.replaceAll(':', ' ')
  const made = await makeSecret(issuer, user.email)
  await transact(deps.db, async (tx) => {
    await lockOwner(deps, tx, viewer)
    await storeWaitingApp(tx, viewer.id, sealSecret(deps, viewer.id, made.secret), deps.clock.now())
  })
  return made
}

/**
 * Adds the authenticator app that shows this code, in place of an earlier one. The code is used with it. Throws confirmation_needed,
 * address_not_proven, wrong_code, rate_limited.
 */
export async function finishApp(
  deps: Deps,
  viewer: CurrentUser,
  typed: string,
): Promise<{ recoveryCodes: string[] | null }> {
  await requireOwner(deps, viewer)
  const now = deps.clock.now()
  const app = await findApp(deps.db, viewer.id)
  const waiting = app?.waiting_since && now.getTime() - app.waiting_since.getTime() < waitingMs ? app.waiting : null
  const secret = waiting && openSecret(deps, viewer.id, waiting)
  const step = secret ? await stepOfCode(secret, typed, now) : null
  if (!waiting || step === null) throw wrongField('code', 'wrong_code', secret ? wrongAppCode : undefined)
  return transact(deps.db, async (tx) => {
    await lockOwner(deps, tx, viewer)
    if (!(await confirmApp(tx, { userId: viewer.id, waiting }, step, now))) throw wrongField('code', 'wrong_code')
    return { recoveryCodes: await noteAdded(tx, viewer.id, 'app-added', now) }
  })
}

/** Removes the authenticator app. Throws confirmation_needed, not_found. */
export async function removeApp(deps: Deps, viewer: CurrentUser): Promise<void> {
  await requireConfirmation(deps, viewer.sessionId)
  await transact(deps.db, async (tx) => {
    await lockOwner(deps, tx, viewer)
    if (!(await deleteApp(tx, viewer.id))) throw new DomainError('not_found')
    await noteFactors(tx, viewer.id, deps.clock.now())
    tx.enqueue(mailAccountChange, { userId: viewer.id, change: 'app-removed' })
  })
}

/** Replaces all recovery codes; the new ones are returned once. Throws confirmation_needed, no_factor, rate_limited. */
export async function renewRecoveryCodes(deps: Deps, viewer: CurrentUser): Promise<string[]> {
  await requireConfirmation(deps, viewer.sessionId)
  await deps.limits.factorChanges.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const user = await lockOwner(deps, tx, viewer)
    if (user.factor_since === null) throw new DomainError('no_factor')
    tx.enqueue(mailAccountChange, { userId: viewer.id, change: 'recovery-codes-made' })
    return giveRecoveryCodes(tx, viewer.id, deps.clock.now())
  })
}

/** Returns the factors of the current user. */
export async function readFactors(deps: Pick<Deps, 'config' | 'db'>, viewer: CurrentUser) {
  const { db } = deps
  const [user, passkeys, app, recoveryCodesLeft] = await Promise.all([
    findUser(db, viewer.id),
    findPasskeys(db, viewer.id),
    findApp(db, viewer.id),
    countRecoveryCodes(db, viewer.id),
  ])
  return {
    passkeys: passkeys.map(presentPasskey),
    app: app?.confirmed_at ? { addedAt: app.confirmed_at.toISOString() } : null,
    recoveryCodesLeft,
    addressProven: isProven(deps, user),
  }
}
