import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Cookies } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { UserRow } from '#db/schema.ts'

/** Cookie of a browser in which the first step of a sign-in was done. */
const firstStepCookie = 'vc_first_step'

/** Milliseconds within which the second step must follow. */
const firstStepLifeMs = 10 * 60 * 1000

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret'>
type Account = Pick<UserRow, 'id' | 'password_hash' | 'email'>

const shape = /^([\w-]{1,64})\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

/** A new password or address ends the sign-ins that were begun with the one before. */
const signatureOf = ({ codeSecret }: Pick<Deps, 'codeSecret'>, { id, password_hash, email }: Account, rest: string) =>
  createHmac('sha256', codeSecret)
    .update(JSON.stringify(['first step', id, password_hash, email, rest]))
    .digest('base64url')

/** Lets this browser take the second step of a sign-in. Nothing is stored: it opens nothing without a factor, and each of those works once. */
export function keepFirstStep(deps: Deps, cookies: Cookies, account: Account): void {
  const expiresAt = new Date(deps.clock.now().getTime() + firstStepLifeMs)
  const rest = `${expiresAt.getTime()}.${randomBytes(16).toString('base64url')}`
  cookies.set(firstStepCookie, `${account.id}.${rest}.${signatureOf(deps, account, rest)}`, expiresAt)
}

/** The first step that a browser claims to have done. `id` names it, for what is bound to it. */
export type ClaimedStep = { userId: string; id: string; expiresAt: Date; isOf(account: Account): boolean }

/** Returns what the browser claims; null for nothing, or what is too old. */
export function readFirstStep(deps: Deps, cookies: Cookies): ClaimedStep | null {
  const [, userId = '', end = '', nonce = '', signature = ''] = shape.exec(cookies.read(firstStepCookie) ?? '') ?? []
  if (!userId || Number(end) <= deps.clock.now().getTime()) return null
  return {
    userId,
    id: nonce,
    expiresAt: new Date(Number(end)),
    isOf: (account) =>
      account.id === userId &&
      timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(deps, account, `${end}.${nonce}`))),
  }
}

export const clearFirstStep = (cookies: Cookies): void => cookies.clear(firstStepCookie)
