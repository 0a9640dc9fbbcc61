import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Cookies } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { knownBrowserCookie } from '../caller-of.ts'
import { mailNewDevice } from '../jobs.ts'
import { knownBrowserId } from './known-browser.ts'
import type { StartedSession } from './sessions.ts'

/** Cookie of browsers in which accounts have signed in. Unlike `vc_known` it outlives a change of the password. */
const deviceCookie = 'vc_device'

/** Maximum number of accounts that a browser remembers, and for how long; browsers allow no more. */
const mostAccounts = 8
const keptMs = 400 * 24 * 3600 * 1000

const tagOf = (secret: string, userId: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['device of', userId]))
    .digest()
    .subarray(0, 16)

const tagsOf = (cookie: string | undefined): string[] =>
  cookie === undefined || cookie.length > 300 ? [] : cookie.split('~').filter((tag) => /^[\w-]{22}$/.test(tag))

/**
 * Remembers that this account has signed in here. In a new browser its owner gets a mail, but at the first sign-in of an account, before
 * which `user` was read. A browser that the version before knew is none.
 */
export async function noteDevice(
  { db, codeSecret, clock }: Pick<FeatureDeps, 'db' | 'codeSecret' | 'clock'>,
  cookies: Cookies,
  user: UserRow,
  session: StartedSession,
): Promise<void> {
  const now = clock.now()
  const tags = tagsOf(cookies.read(deviceCookie))
  const own = tagOf(codeSecret, user.id)
  const isOwn = (tag: string) => timingSafeEqual(Buffer.from(tag, 'base64url'), own)
  const known = tags.some(isOwn) || knownBrowserId(codeSecret, cookies.read(knownBrowserCookie), user) !== null
  const kept = [own.toString('base64url'), ...tags.filter((tag) => !isOwn(tag))].slice(0, mostAccounts)
  cookies.set(deviceCookie, kept.join('~'), new Date(now.getTime() + keptMs))
  if (user.first_sign_in_at !== null && !known) {
    const data = { userId: user.id, sessionId: session.id, browser: session.browser }
    await transact(db, async (tx) => tx.enqueue(mailNewDevice, data))
  }
}
