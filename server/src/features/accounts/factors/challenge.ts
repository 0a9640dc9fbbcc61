import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Cookies } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import { consumeChallenge } from './factor-queries.ts'

/** Cookie that binds challenges of passkeys to this browser. */
const challengeCookie = 'vc_challenge'

/** Milliseconds for which a challenge can be answered. */
const challengeLifeMs = 5 * 60 * 1000

/** What a challenge is for, and whom it is bound to: a session, a sign-in that was begun, or no one yet. */
export type ChallengeUse = { purpose: 'sign-in' | 'second-step' | 'confirm' | 'register'; subject: string }

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret'>

const shape = /^(\d{1,15})\.[\w-]{43}$/

const endOf = (cookie: string | undefined): number => Number(shape.exec(cookie ?? '')?.[1] ?? 0)

/** Derives the challenge of one use from the cookie: nothing is stored for visitors who never answer. */
const derive = ({ codeSecret }: Deps, cookie: string, { purpose, subject }: ChallengeUse): Buffer =>
  createHmac('sha256', codeSecret)
    .update(JSON.stringify(['passkey challenge', purpose, subject, cookie]))
    .digest()

/** Returns a challenge for this browser. Tabs that ask at about the same time share the cookie, so that none undoes the other. */
export function beginChallenge(deps: Deps, cookies: Cookies, use: ChallengeUse): Uint8Array<ArrayBuffer> {
  const now = deps.clock.now().getTime()
  const known = cookies.read(challengeCookie)
  const left = endOf(known) - now
  // the cookie is the browser's: with a later end than we give, a passkey could answer long before the answer is used
  const fresh = left > challengeLifeMs / 2 && left <= challengeLifeMs
  const expiresAt = now + challengeLifeMs
  const cookie = known && fresh ? known : `${expiresAt}.${randomBytes(32).toString('base64url')}`
  if (cookie !== known) cookies.set(challengeCookie, cookie, new Date(expiresAt))
  return new Uint8Array(derive(deps, cookie, use))
}

/** A challenge that this browser may answer. */
export type OpenChallenge = { value: string; expiresAt: Date }

/** Returns the challenge of this browser and takes it away; null when there is none, or it has expired. */
export function takeChallenge(deps: Deps, cookies: Cookies, use: ChallengeUse): OpenChallenge | null {
  const cookie = cookies.read(challengeCookie)
  if (!cookie) return null
  cookies.clear(challengeCookie)
  const end = endOf(cookie)
  // the cookie is the browser's: a later end than we give would keep the challenge open
  const now = deps.clock.now().getTime()
  if (end <= now || end > now + challengeLifeMs) return null
  return { value: derive(deps, cookie, use).toString('base64url'), expiresAt: new Date(end) }
}

/** Uses a challenge, for good with the commit. False when it was answered before. */
export const useChallenge = (tx: Tx, { value, expiresAt }: OpenChallenge): Promise<boolean> =>
  consumeChallenge(tx, hash('sha256', value, 'buffer'), expiresAt)
