import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Cookies } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { UserRow } from '#db/schema.ts'
import { type Caller, knownBrowserCookie } from '../caller-of.ts'
import { findUserByEmail } from '../queries.ts'

/** Milliseconds for which a browser stays known after its last sign-in. */
const knownForMs = 180 * 24 * 3600 * 1000
/** Maximum number of accounts that know one browser; the one with the oldest sign-in is dropped. */
const mostAccounts = 4

type Account = Pick<UserRow, 'id' | 'password_hash' | 'factor_since'>

/**
 * Signs a random id for one account and its current password. A new password invalidates the ids of all browsers, so that someone who
 * knew the old password keeps none. So does a first second factor: someone who knew the password alone before keeps none either.
 */
const signatureOf = (secret: string, account: Account, id: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['known browser', account.id, account.password_hash, id, ...sinceFactor(account)]))
    .digest()
    .subarray(0, 16)

/** Nothing for accounts without a factor, so that browsers which versions before have signed stay known. */
const sinceFactor = ({ factor_since }: Account): string[] => (factor_since === null ? [] : [factor_since.toISOString()])

const entryOf = (secret: string, account: Account, id: string): string =>
  `${id}.${signatureOf(secret, account, id).toString('base64url')}`

const shape = /^([\w-]{16})\.([\w-]{22})$/

/** Returns the well-formed entries of a cookie, newest first. */
const entriesOf = (cookie: string | undefined): string[] =>
  cookie === undefined || cookie.length > 400 ? [] : cookie.split('~').filter((entry) => shape.test(entry))

/** True when the cookie has entries; their signatures can only be checked against an account. */
export const claimsToBeKnown = (cookie: string | undefined): boolean => entriesOf(cookie).length > 0

/**
 * Returns the id of a browser that has signed in to this account with its current password before, or null. Such a browser has its own
 * limit of login attempts, which no one else can use up ("device cookies" of the OWASP guide on slowing down online guessing).
 */
export function knownBrowserId(secret: string, cookie: string | undefined, account: Account): string | null {
  for (const entry of entriesOf(cookie)) {
    const [, id = '', signature = ''] = shape.exec(entry) ?? []
    const given = Buffer.from(signature, 'base64url')
    const right = signatureOf(secret, account, id)
    if (given.length === right.length && timingSafeEqual(given, right)) return id
  }
  return null
}

/** Key of what all known browsers of an account share: who knows its password has as many of them as they like. */
export const keyOfAllKnown = (email: string): string => `known ${email}`

/**
 * Returns the key of the reset limits: the browser if the account knows it, otherwise the client. A cookie costs the same database query
 * whether or not the address has an account.
 */
export async function limitKeyOf(
  { db, codeSecret }: Pick<FeatureDeps, 'db' | 'codeSecret'>,
  email: string,
  caller: Pick<Caller, 'key' | 'known'>,
): Promise<{ key: string; known: boolean }> {
  const user = claimsToBeKnown(caller.known) ? await findUserByEmail(db, email) : undefined
  const id = user ? knownBrowserId(codeSecret, caller.known, user) : null
  return id === null ? { key: caller.key, known: false } : { key: `browser ${id}`, known: true }
}

/** Adds an account that the browser has just signed in to to its cookie; an existing id is kept. */
export function rememberBrowser(
  { codeSecret, clock }: Pick<FeatureDeps, 'codeSecret' | 'clock'>,
  cookies: Cookies,
  account: Account,
): void {
  const cookie = cookies.read(knownBrowserCookie)
  const id = knownBrowserId(codeSecret, cookie, account) ?? randomBytes(12).toString('base64url')
  const entry = entryOf(codeSecret, account, id)
  const others = entriesOf(cookie).filter((one) => one !== entry)
  const entries = [entry, ...others].slice(0, mostAccounts)
  cookies.set(knownBrowserCookie, entries.join('~'), new Date(clock.now().getTime() + knownForMs))
}
