import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Cookies } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { UserRow } from '#db/schema.ts'
import { type Caller, knownBrowserCookie } from './caller-of.ts'
import { findUserByEmail } from './queries.ts'

/** Milliseconds for which a browser is known after its last sign-in: 180 days. */
const knownForMs = 180 * 24 * 3600 * 1000
/** Accounts that one browser is known to; the one that signed in longest ago gives way. */
const mostAccounts = 4

type Account = Pick<UserRow, 'id' | 'password_hash'>

/**
 * Signs a random id for one account and its present password. A new password forgets all browsers: who knew the old one cannot have
 * collected ids.
 */
const signatureOf = (secret: string, account: Account, id: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['known browser', account.id, account.password_hash, id]))
    .digest()
    .subarray(0, 16)

const entryOf = (secret: string, account: Account, id: string): string =>
  `${id}.${signatureOf(secret, account, id).toString('base64url')}`

const shape = /^([\w-]{16})\.([\w-]{22})$/

/** The entries of a cookie that may be ours, newest first. */
const entriesOf = (cookie: string | undefined): string[] =>
  cookie === undefined || cookie.length > 400 ? [] : cookie.split('~').filter((entry) => shape.test(entry))

/** Does this cookie claim anything? Whether it is true only a known account tells. */
export const claimsToBeKnown = (cookie: string | undefined): boolean => entriesOf(cookie).length > 0

/**
 * The id of a browser that has signed in to this account with its present password before, or null. Such a browser has login attempts
 * of its own, which no one else can use up ("device cookies" of the OWASP guide on slowing down online guessing).
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

/**
 * What limits of resets count by: the browser where the account knows it, else the client. A claim costs the same look at the database
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

/** Makes the browser known to an account that it was just signed in to; it keeps the id that it has. */
export function rememberBrowser(
  { codeSecret, clock }: Pick<FeatureDeps, 'codeSecret' | 'clock'>,
  cookies: Cookies,
  account: Account,
): void {
  if (account.password_hash === null) return
  const cookie = cookies.read(knownBrowserCookie)
  const id = knownBrowserId(codeSecret, cookie, account) ?? randomBytes(12).toString('base64url')
  const entry = entryOf(codeSecret, account, id)
  const others = entriesOf(cookie).filter((one) => one !== entry)
  const entries = [entry, ...others].slice(0, mostAccounts)
  cookies.set(knownBrowserCookie, entries.join('~'), new Date(clock.now().getTime() + knownForMs))
}
