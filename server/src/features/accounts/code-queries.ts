import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'

/** Where a request was made for: an address, by a browser that holds the token of this hash. */
type Asked = { email: string; browserHash: Buffer }

/** When the next mail to this address is free; null for one that got none lately. The address is locked until the transaction ends. */
export async function lockMailRate(tx: Tx, email: string, now: Date): Promise<Date> {
  const { free_at: freeAt } = await tx
    .insertInto('password_mail_rates')
    .values({ email, free_at: now })
    // an update that changes nothing: it locks the row and returns it
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((row) => ({ free_at: row.ref('password_mail_rates.free_at') })),
    )
    .returning('free_at')
    .executeTakeFirstOrThrow()
  return freeAt
}

export async function setMailRate(tx: Tx, email: string, freeAt: Date): Promise<void> {
  await tx.updateTable('password_mail_rates').set({ free_at: freeAt }).where('email', '=', email).execute()
}

/** Gives the request of this address that waits for a mail to another browser. False when none waits since `lost`. */
export async function takeWaitingRequest(tx: Tx, { email, browserHash }: Asked, lost: Date): Promise<boolean> {
  const result = await tx
    .updateTable('password_codes')
    .set({ browser_hash: browserHash })
    .where('email', '=', email)
    .where('code_hash', 'is', null)
    .where('due_at', '>', lost)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** `dueAt` null: its mail is sent at once. */
export async function insertRequest(
  tx: Tx,
  requestId: string,
  asked: Asked,
  now: Date,
  dueAt: Date | null,
): Promise<void> {
  await tx
    .insertInto('password_codes')
    .values({
      request_id: requestId,
      email: asked.email,
      browser_hash: asked.browserHash,
      requested_at: now,
      due_at: dueAt,
      attempts_left: 0,
    })
    .execute()
}

/** A browser has one request: its older code is good no more. One that still waits for its mail stays for the address. */
export async function dropRequestOf(tx: Tx, browserHash: Buffer): Promise<void> {
  await tx
    .deleteFrom('password_codes')
    .where('browser_hash', '=', browserHash)
    .where((where) => where.or([where('code_hash', 'is not', null), where('due_at', 'is', null)]))
    .execute()
}

/** Writes down a request's code. False when the browser has made another request, or the code was forgotten meanwhile. */
export async function writeCode(
  on: Executor,
  asked: { email: string; requestId: string },
  code: { hash: Buffer; mark: string; tries: number; expiresAt: Date },
): Promise<boolean> {
  const result = await on
    .updateTable('password_codes')
    .set({ code_hash: code.hash, key_id: code.mark, attempts_left: code.tries, expires_at: code.expiresAt })
    .where('email', '=', asked.email)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Takes one of the tries that a browser's living code has left and returns what to compare with; undefined when there is no such code
 * or no try left. One statement: guesses at the same moment cannot share a try. The row stays locked until the transaction ends.
 */
export const takeTry = (tx: Tx, { email, browserHash }: Asked, now: Date) =>
  tx
    .updateTable('password_codes')
    .set({ attempts_left: sql`attempts_left - 1` })
    .where('email', '=', email)
    // rows from before the migration belong to no browser; they live for five minutes
    .where((where) => where.or([where('browser_hash', '=', browserHash), where('browser_hash', 'is', null)]))
    .where('attempts_left', '>', 0)
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['request_id as requestId', 'code_hash as hash', 'key_id as mark'])
    .executeTakeFirst()

export async function deleteRequest(on: Executor, requestId: string): Promise<void> {
  await on.deleteFrom('password_codes').where('request_id', '=', requestId).execute()
}

export async function insertLink(on: Executor, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await on
    .insertInto('password_links')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .execute()
}

/** Uses a link up and returns whose it was; undefined when it is unknown, used or too old. */
export const spendLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .deleteFrom('password_links')
    .using('users')
    .whereRef('users.id', '=', 'password_links.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['users.id as userId', 'users.email'])
    .executeTakeFirst()

/** Codes and links that were mailed to an account are good no more. */
export async function forgetCodes(on: Executor, user: { id: string; email: string }): Promise<void> {
  await on.deleteFrom('password_codes').where('email', '=', user.email).execute()
  await on.deleteFrom('password_links').where('user_id', '=', user.id).execute()
}

/** The proof takes the place of older ones of the same user. */
export async function writeProof(on: Tx, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await forgetProofs(on, userId)
  await on
    .insertInto('password_reset_tokens')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .execute()
}

/** Whose password a proof allows to set, if it is this address's and still good. */
export const findProof = (on: Executor, tokenHash: Buffer, email: string, now: Date) =>
  on
    .selectFrom('password_reset_tokens')
    .innerJoin('users', 'users.id', 'password_reset_tokens.user_id')
    .select('users.id as userId')
    .where('password_reset_tokens.token_hash', '=', tokenHash)
    .where('password_reset_tokens.expires_at', '>', now)
    .where('users.email', '=', email)
    .executeTakeFirst()

/** False when the proof is gone: someone was quicker. */
export async function spendProof(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .deleteFrom('password_reset_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function forgetProofs(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('password_reset_tokens').where('user_id', '=', userId).execute()
}

/** Requests older than `before`, and links, proofs and rates that mean nothing any more at `now`. */
export async function deleteOldCodes(on: Executor, before: Date, now: Date): Promise<void> {
  await on.deleteFrom('password_codes').where('requested_at', '<', before).execute()
  await on.deleteFrom('password_reset_tokens').where('expires_at', '<=', now).execute()
  await on.deleteFrom('password_links').where('expires_at', '<=', now).execute()
  await on.deleteFrom('password_mail_rates').where('free_at', '<=', now).execute()
}
