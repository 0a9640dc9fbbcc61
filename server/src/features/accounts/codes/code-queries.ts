import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { deleteAccountCodes, deleteOldAccountCodes } from './account-code-queries.ts'

/** A request for a code: its address, and the hash of the token that the requesting browser holds. */
type Requested = { email: string; browserHash: Buffer }

/** Returns when the next mail to this address may be sent. The address is locked until the transaction ends. */
export async function lockMailRate(tx: Tx, email: string, now: Date): Promise<Date> {
  const { free_at: freeAt } = await tx
    .insertInto('password_mail_rates')
    .values({ email, free_at: now })
    // an update without effect locks and returns the row
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

/** Assigns the request of this address that waits for its mail to another browser. False when none is due after `lost`. */
export async function moveWaitingRequest(tx: Tx, { email, browserHash }: Requested, lost: Date): Promise<boolean> {
  const result = await tx
    .updateTable('password_codes')
    .set({ browser_hash: browserHash })
    .where('email', '=', email)
    .where('code_hash', 'is', null)
    .where('due_at', '>', lost)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Stores a request; `dueAt` null when its mail is sent at once. */
export async function insertRequest(
  tx: Tx,
  requestId: string,
  { asked, now, dueAt }: { asked: Requested; now: Date; dueAt: Date | null },
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

/** Deletes a browser's older request with its code. One that still waits for its mail is kept for the address. */
export async function deleteRequestOf(tx: Tx, browserHash: Buffer): Promise<void> {
  await tx
    .deleteFrom('password_codes')
    .where('browser_hash', '=', browserHash)
    .where((where) => where.or([where('code_hash', 'is not', null), where('due_at', 'is', null)]))
    .execute()
}

/** Stores the code of a request. False when the request was deleted or replaced meanwhile. */
export async function storeCode(
  on: Executor,
  asked: { email: string; requestId: string },
  code: { hash: Buffer; keyId: string; tries: number; expiresAt: Date },
): Promise<boolean> {
  const result = await on
    .updateTable('password_codes')
    .set({ code_hash: code.hash, key_id: code.keyId, attempts_left: code.tries, expires_at: code.expiresAt })
    .where('email', '=', asked.email)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Uses one of the tries that are left for a browser's valid code and returns what to compare with; undefined when there is no such
 * code or no try left. One statement, so that concurrent guesses cannot share a try. The row is locked until the transaction ends.
 */
export const consumeTry = (tx: Tx, { email, browserHash }: Requested, now: Date) =>
  tx
    .updateTable('password_codes')
    .set({ attempts_left: sql`attempts_left - 1` })
    .where('email', '=', email)
    // rows from before the migration have no browser; they expire after five minutes
    .where((where) => where.or([where('browser_hash', '=', browserHash), where('browser_hash', 'is', null)]))
    .where('attempts_left', '>', 0)
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['request_id as requestId', 'code_hash as hash', 'key_id as keyId'])
    .executeTakeFirst()

export async function deleteRequest(on: Executor, requestId: string): Promise<void> {
  await on.deleteFrom('password_codes').where('request_id', '=', requestId).execute()
}

/**
 * Stores a link for the account of an address and returns its owner's language. Undefined when no account has the address: the row is
 * locked, so that a change of the address at the same moment is seen, or deletes the link.
 */
export async function insertLink(
  tx: Tx,
  email: string,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<{ language: string | null } | undefined> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'language'])
    .where('email', '=', email)
    .forKeyShare()
    .executeTakeFirst()
  if (!user) return undefined
  await tx
    .insertInto('password_links')
    .values({ user_id: user.id, token_hash: tokenHash, expires_at: expiresAt })
    .execute()
  return { language: user.language }
}

/** Returns the user of a link; undefined when it is unknown, used or expired. */
export const findLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['users.id as userId', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Deletes a link. False when a request at the same moment has used it. */
export async function consumeLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const result = await tx.deleteFrom('password_links').where('token_hash', '=', tokenHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Deletes all codes and links that were mailed to an account, those that it asked for while it was signed in, and what they have verified.
 * The account is locked (`lockAccountOf`).
 */
export async function deleteCodesOf(on: Executor, user: { id: string; email: string }): Promise<void> {
  await on.deleteFrom('password_codes').where('email', '=', user.email).execute()
  await on.deleteFrom('password_links').where('user_id', '=', user.id).execute()
  await deleteAccountCodes(on, user.id)
  await deleteVerificationTokens(on, user.id)
}

/** Stores a verification token and deletes older ones of the same user. */
export async function replaceVerificationToken(
  on: Tx,
  userId: string,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await deleteVerificationTokens(on, userId)
  await on
    .insertInto('password_reset_tokens')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .execute()
}

/** Returns the user whose password a verification token allows to set; undefined when it is expired or of another address. */
export const findVerificationToken = (on: Executor, tokenHash: Buffer, email: string, now: Date) =>
  on
    .selectFrom('password_reset_tokens')
    .innerJoin('users', 'users.id', 'password_reset_tokens.user_id')
    .select('users.id as userId')
    .where('password_reset_tokens.token_hash', '=', tokenHash)
    .where('password_reset_tokens.expires_at', '>', now)
    .where('users.email', '=', email)
    .executeTakeFirst()

/** Deletes a verification token. False when a concurrent request has used it. */
export async function consumeVerificationToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .deleteFrom('password_reset_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

async function deleteVerificationTokens(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('password_reset_tokens').where('user_id', '=', userId).execute()
}

/** Deletes requests older than `before`, and links, verification tokens and mail rates that have expired at `now`. */
export async function deleteOldCodes(on: Executor, before: Date, now: Date): Promise<void> {
  await on.deleteFrom('password_codes').where('requested_at', '<', before).execute()
  await deleteOldAccountCodes(on, before)
  await on.deleteFrom('password_reset_tokens').where('expires_at', '<=', now).execute()
  await on.deleteFrom('password_links').where('expires_at', '<=', now).execute()
  await on.deleteFrom('password_mail_rates').where('free_at', '<=', now).execute()
}
