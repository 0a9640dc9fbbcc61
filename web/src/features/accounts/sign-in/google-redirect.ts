import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { safeNext } from '#lib/navigation/safe-next.ts'

/** Address to which the provider redirects the browser. */
export const redirectUri = (origin: string): string => `${origin}/auth/callback`

type Consent = { authorizationUrl: string; clientId: string; origin: string; state: string }

/** Returns the address of the consent page (specification, section 7). Parameters of the provider's address are kept. */
export function consentAddress({ authorizationUrl, clientId, origin, state }: Consent): string {
  const url = new URL(authorizationUrl)
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri(origin),
    response_type: 'code',
    scope: 'openid email profile',
    access_type: 'offline',
    prompt: 'consent',
    state,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const key = 'google_sign_in'
const roleKey = 'google_signup_role'
/** version of the texts that the page showed, beside the specified key */
const agreedKey = 'google_signup_agreed'

/** A sign-in that continues on the provider's page and returns to this tab. */
export type PendingSignIn = {
  /** Random value that the provider returns with the code. */
  state: string
  /** Page to open after the sign-in. */
  next: string
}

/** Stores what the callback page needs. Throws where storage is blocked: the callback could not be verified. */
export function keepSignIn(pending: PendingSignIn, role: string | null, agreed?: string): void {
  sessionStorage.setItem(key, JSON.stringify(pending))
  if (role) sessionStorage.setItem(roleKey, role)
  else sessionStorage.removeItem(roleKey)
  if (agreed) sessionStorage.setItem(agreedKey, agreed)
  else sessionStorage.removeItem(agreedKey)
}

function parsePending(text: string | null): PendingSignIn | null {
  try {
    const found: unknown = JSON.parse(text ?? 'null')
    if (typeof found !== 'object' || found === null || !('state' in found) || !('next' in found)) return null
    const { state, next } = found
    return typeof state === 'string' && typeof next === 'string' ? { state, next: safeNext(next) } : null
  } catch {
    return null
  }
}

/** Returns the stored sign-in and deletes it: a code is accepted once. */
export function takeSignIn(): { pending: PendingSignIn | null; role: string | null; agreed: string | null } {
  try {
    const pending = parsePending(sessionStorage.getItem(key))
    const role = sessionStorage.getItem(roleKey)
    sessionStorage.removeItem(key)
    const agreed = sessionStorage.getItem(agreedKey)
    sessionStorage.removeItem(roleKey)
    sessionStorage.removeItem(agreedKey)
    return { pending, role, agreed }
  } catch {
    return { pending: null, role: null, agreed: null }
  }
}

type Callback =
  | { kind: 'exchange'; code: string; state: string }
  /** `message`: the text of the specification */
  | { kind: 'failed'; message: MessageDescriptor }

/**
 * Reads the provider's redirect (specification, section 2). A code is accepted only with the state of this tab: otherwise a link
 * from someone else could sign the visitor in to a foreign account.
 */
export function readCallback(query: URLSearchParams, pending: PendingSignIn | null): Callback {
  if (query.get('error')) return { kind: 'failed', message: msg`Google authentication was cancelled` }
  const code = query.get('code')
  if (!code) return { kind: 'failed', message: msg`No authorization code received` }
  if (!pending || query.get('state') !== pending.state) return { kind: 'failed', message: msg`Authentication failed` }
  return { kind: 'exchange', code, state: pending.state }
}
