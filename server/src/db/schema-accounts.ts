import type { ColumnType } from 'kysely'

/** `timestamptz`: read as Date, written as Date. */
type Timestamp = ColumnType<Date, Date, Date>
type Defaulted<T> = ColumnType<T, T | undefined, T>

export type SessionsTable = {
  id: string
  /** SHA-256 of the token in the cookie */
  token_hash: Buffer
  user_id: string
  user_agent: string
  created_at: Timestamp
  renewed_at: Timestamp
  expires_at: Timestamp
}

/** Accounts at identity providers that sign in to an account here. */
export type IdentitiesTable = {
  issuer: string
  subject: string
  user_id: string
  created_at: Timestamp
}

/** A browser's request for a one-time code for an address, whether or not that has an account. */
export type PasswordCodesTable = {
  /** lower case */
  email: string
  request_id: string
  /** SHA-256 of the token in the asking browser's cookie; null in rows from before requests belonged to browsers */
  browser_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  requested_at: Timestamp
  /** set for a request that waits for the address's next mail: the newest one takes its place */
  due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** keyed hash of the code; null until it was made, and after it was used */
  code_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** tells which key the hash was made with */
  key_id: ColumnType<string | null, string | null | undefined, string | null>
  attempts_left: Defaulted<number>
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** How soon the next mail with a code may go to an address, whether or not it has an account. */
export type PasswordMailRatesTable = {
  /** lower case */
  email: string
  /** when all mails that were promised would have been sent at the steady rate */
  free_at: Timestamp
}

/** Links that were mailed: each verifies one browser, like a code. */
export type PasswordLinksTable = {
  /** SHA-256 of the token in the link */
  token_hash: Buffer
  user_id: string
  expires_at: Timestamp
}

/** Browsers that have verified a code or a link and may set a new password once. */
export type PasswordResetTokensTable = {
  /** SHA-256 of the token in the cookie */
  token_hash: Buffer
  user_id: string
  expires_at: Timestamp
}
