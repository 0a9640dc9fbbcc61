import type { ErrorCode, Role } from '@virtual-courses/contract'

/** The page that an identity provider sends the browser back to. */
const returnPath = '/auth/callback'

/**
 * May this address open an account of this role? Students and educators always; an admin only while sign-up is open for
 * admins or for a listed address (decisions, section 1).
 */
export function decideSignup(
  wanted: { role: Role; email: string },
  policy: { adminSignup: 'open' | 'closed'; adminEmails: readonly string[] },
): { ok: true } | { refusal: ErrorCode } {
  if (wanted.role !== 'admin' || policy.adminSignup === 'open' || policy.adminEmails.includes(wanted.email))
    return { ok: true }
  return { refusal: 'admin_signup_closed' }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')

/**
 * Is this an address of ours that an identity provider may send a browser back to? It must be `/auth/callback` of our own or an
 * allowed origin, written exactly so. Outside of production also under the other names of this machine, on a port that we are
 * reached at.
 */
export function isOurReturn(
  redirectUri: string,
  ours: { publicUrl: string; corsOrigins: readonly string[]; production: boolean; host: string },
): boolean {
  if (!URL.canParse(redirectUri)) return false
  const url = new URL(redirectUri)
  if (redirectUri !== `${url.origin}${returnPath}`) return false
  const site = new URL(ours.publicUrl)
  if (url.origin === site.origin || ours.corsOrigins.includes(url.origin)) return true
  if (ours.production || url.protocol !== 'http:' || !loopback.has(url.hostname)) return false
  const asked = URL.canParse(`http://${ours.host}`) ? new URL(`http://${ours.host}`) : site
  return [site, asked].some((one) => loopback.has(one.hostname) && portOf(one) === portOf(url))
}
