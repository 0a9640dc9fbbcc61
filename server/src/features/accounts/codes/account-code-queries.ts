import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { AccountCodePurpose } from '#db/schema.ts'

/** A code that a signed-in account asked for. */
export type AccountCode = { userId: string; purpose: AccountCodePurpose; requestId: string; email: string }

/** Stores a request for a code; the account's earlier one of this purpose is void. */
export async function replaceAccountCode(tx: Tx, asked: AccountCode, now: Date): Promise<void> {
  const fresh = {
    request_id: asked.requestId,
    email: asked.email,
    requested_at: now,
    code_hash: null,
    key_id: null,
    attempts_left: 0,
    expires_at: null,
  }
  await tx
    .insertInto('account_codes')
    .values({ user_id: asked.userId, purpose: asked.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/** Stores the code of a request. False when the request was replaced or has ended meanwhile. */
export async function storeAccountCode(
  on: Executor,
  asked: AccountCode,
  code: { hash: Buffer; keyId: string; tries: number; expiresAt: Date },
): Promise<boolean> {
  const result = await on
    .updateTable('account_codes')
    .set({ code_hash: code.hash, key_id: code.keyId, attempts_left: code.tries, expires_at: code.expiresAt })
    .where('user_id', '=', asked.userId)
    .where('purpose', '=', asked.purpose)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Uses one of the tries that are left for an account's valid code and returns what to compare with; undefined when there is no such
 * code or no try left. One statement, so that concurrent guesses cannot share a try. The row is locked until the transaction ends.
 */
export const consumeAccountTry = (tx: Tx, userId: string, purpose: AccountCodePurpose, now: Date) =>
  tx
    .updateTable('account_codes')
    .set({ attempts_left: sql`attempts_left - 1` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('attempts_left', '>', 0)
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['request_id as requestId', 'email', 'code_hash as hash', 'key_id as keyId'])
    .executeTakeFirst()

/** Deletes the codes of an account, of one purpose or of all. */
export async function deleteAccountCodes(on: Executor, userId: string, purpose?: AccountCodePurpose): Promise<void> {
  await on
    .deleteFrom('account_codes')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? 'prove-owner'))
    .execute()
}

/** Deletes codes that were asked for before a time. */
export async function deleteOldAccountCodes(on: Executor, before: Date): Promise<void> {
  await on.deleteFrom('account_codes').where('requested_at', '<', before).execute()
}

/** The address that an account asked to change to, while its code may still be typed. */
export const findNewAddress = (on: Executor, userId: string, since: Date) =>
  on
    .selectFrom('account_codes')
    .select(['email', 'requested_at as requestedAt'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-address')
    .where('requested_at', '>', since)
    .executeTakeFirst()
