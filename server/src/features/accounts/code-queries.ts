import { sql } from 'kysely'
import type { Executor, Tx } from '#db/executor.ts'

/** Puts a request in the place of an older one for the same address, whose code is good no more. */
export async function replaceRequest(on: Executor, email: string, requestId: string, now: Date): Promise<void> {
  const fresh = { request_id: requestId, requested_at: now, code_hash: null, key_mark: null, tries_left: 0 }
  await on
    .insertInto('password_codes')
    .values({ email, ...fresh, expires_at: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ ...fresh, expires_at: null }))
    .execute()
}

/** Writes down a request's code. False when the request was replaced, used or forgotten meanwhile. */
export async function writeCode(
  on: Executor,
  asked: { email: string; requestId: string },
  code: { hash: Buffer; mark: string; tries: number; expiresAt: Date },
): Promise<boolean> {
  const result = await on
    .updateTable('password_codes')
    .set({ code_hash: code.hash, key_mark: code.mark, tries_left: code.tries, expires_at: code.expiresAt })
    .where('email', '=', asked.email)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Takes one of the tries that a living code has left and answers what to compare with; undefined when there is no such code or
 * no try left. One statement: guesses at the same moment cannot share a try. The row stays locked until the transaction ends.
 */
export const takeTry = (tx: Tx, email: string, now: Date) =>
  tx
    .updateTable('password_codes')
    .set({ tries_left: sql`tries_left - 1` })
    .where('email', '=', email)
    .where('tries_left', '>', 0)
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['request_id as requestId', 'code_hash as hash', 'key_mark as mark'])
    .executeTakeFirst()

export async function forgetCode(on: Executor, email: string): Promise<void> {
  await on.deleteFrom('password_codes').where('email', '=', email).execute()
}

/** The proof takes the place of older ones of the same user. */
export async function writeProof(on: Tx, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await forgetProofs(on, userId)
  await on
    .insertInto('password_proofs')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .execute()
}

/** Whose password a proof allows to set, if it is this address's and still good. */
export const findProof = (on: Executor, tokenHash: Buffer, email: string, now: Date) =>
  on
    .selectFrom('password_proofs')
    .innerJoin('users', 'users.id', 'password_proofs.user_id')
    .select('users.id as userId')
    .where('password_proofs.token_hash', '=', tokenHash)
    .where('password_proofs.expires_at', '>', now)
    .where('users.email', '=', email)
    .executeTakeFirst()

/** False when the proof is gone: somebody was quicker. */
export async function spendProof(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .deleteFrom('password_proofs')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function forgetProofs(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('password_proofs').where('user_id', '=', userId).execute()
}

/** Requests older than `before`, and proofs that are good no more at `now`. */
export async function deleteOldCodes(on: Executor, before: Date, now: Date): Promise<void> {
  await on.deleteFrom('password_codes').where('requested_at', '<', before).execute()
  await on.deleteFrom('password_proofs').where('expires_at', '<=', now).execute()
}
