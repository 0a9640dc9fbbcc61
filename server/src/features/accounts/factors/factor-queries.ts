import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { PasskeysTable } from '#db/schema.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** Returns the passkeys of an account, the oldest first. */
export const findPasskeys = (on: Executor, userId: string): Promise<PasskeyRow[]> =>
  on.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export const findPasskey = (on: Executor, credentialId: string): Promise<PasskeyRow | undefined> =>
  on.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** False when the credential is stored already. */
export async function insertPasskey(tx: Tx, passkey: Insertable<PasskeysTable>): Promise<boolean> {
  const result = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores the counter of a passkey that was used. False when it was used or removed meanwhile. */
export async function countPasskeyUse(
  tx: Tx,
  { id, counter: before }: Pick<PasskeyRow, 'id' | 'counter'>,
  counter: number,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False when the user has no passkey of that id. */
export async function renamePasskey(on: Executor, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = on.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId)
  return (await renamed.executeTakeFirst()).numUpdatedRows > 0n
}

/** False when the user has no passkey of that id. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted = tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** The authenticator app of an account; `confirmed_at` is null before its first code was typed. */
export const findApp = (on: Executor, userId: string) =>
  on.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Stores a secret whose first code is to be typed. It waits beside the app that counts: see `confirmApp`. */
export async function storeWaitingApp(tx: Tx, userId: string, encrypted: string, now: Date): Promise<void> {
  const fresh = { waiting: encrypted, waiting_since: now }
  await tx
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute()
}

/** Makes the waiting secret the one that counts, with the step of the code that was typed. False when another one waits by now. */
export async function confirmApp(
  tx: Tx,
  { userId, waiting }: { userId: string; waiting: string },
  step: number,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('authenticator_apps')
    .set({ encrypted: waiting, waiting: null, waiting_since: null, last_step: step, confirmed_at: now })
    .where('user_id', '=', userId)
    .where('waiting', '=', waiting)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Uses the code of a time step. False when this code, or a later one, was used before. */
export async function consumeAppStep(tx: Tx, userId: string, encrypted: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('encrypted', '=', encrypted)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False when the user has no app that counts. */
export async function deleteApp(tx: Tx, userId: string): Promise<boolean> {
  const [deleted] = await tx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .execute()
  return deleted?.confirmed_at != null
}

/** Replaces all recovery codes of an account. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Uses a recovery code. False when there is no such code, or it was used before. */
export async function consumeRecoveryCode(tx: Tx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Number of recovery codes that were not used yet. */
export async function countRecoveryCodes(on: Executor, userId: string): Promise<number> {
  const row = await on
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Notes that a challenge was answered. False when it was before. */
export async function consumeChallenge(tx: Tx, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const result = await tx
    .insertInto('used_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteOldChallenges(on: Executor, now: Date): Promise<void> {
  await on.deleteFrom('used_challenges').where('expires_at', '<', now).execute()
}

/**
 * Notes whether an account has a factor, after a change of its factors under the lock of its row. With the last one its recovery codes
 * go. Returns whether it has one.
 */
export async function noteFactors(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from passkeys where user_id = ${userId})
      or exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null) as has`.execute(
    tx,
  )
  const has = rows[0]?.has ?? false
  await tx
    .updateTable('users')
    .set(({ fn, val }) => ({ factor_since: has ? fn.coalesce('factor_since', val(now)) : null }))
    .where('id', '=', userId)
    .execute()
  if (!has) await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return has
}

/** Deletes all factors and recovery codes of an account. */
export async function deleteFactorsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.updateTable('users').set({ factor_since: null }).where('id', '=', userId).execute()
}
