import { safeNext } from '#lib/safe-next.ts'

const key = 'google_sign_in'
const roleKey = 'google_signup_role'

/** A sign-in that left for the provider's page and will come back in this tab. */
export type PendingSignIn = {
  /** comes back with the code; another one was not asked for here */
  state: string
  /** where the visitor wanted to go */
  next: string
}

/** Keeps what the callback page needs. Throws where storage is forbidden: without it the return could not be checked. */
export function keepSignIn(pending: PendingSignIn, role: string | null): void {
  sessionStorage.setItem(key, JSON.stringify(pending))
  if (role) sessionStorage.setItem(roleKey, role)
  else sessionStorage.removeItem(roleKey)
}

function parse(text: string | null): PendingSignIn | null {
  try {
    const found: unknown = JSON.parse(text ?? 'null')
    if (typeof found !== 'object' || found === null || !('state' in found) || !('next' in found)) return null
    const { state, next } = found
    return typeof state === 'string' && typeof next === 'string' ? { state, next: safeNext(next) } : null
  } catch {
    return null
  }
}

/** What was kept, once: a code that comes a second time finds nothing. */
export function takeSignIn(): { pending: PendingSignIn | null; role: string | null } {
  try {
    const pending = parse(sessionStorage.getItem(key))
    const role = sessionStorage.getItem(roleKey)
    sessionStorage.removeItem(key)
    sessionStorage.removeItem(roleKey)
    return { pending, role }
  } catch {
    return { pending: null, role: null }
  }
}
