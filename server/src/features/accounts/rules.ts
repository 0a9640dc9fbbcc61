import type { ErrorCode, Role } from '@virtual-courses/contract'

/** Path that an identity provider redirects the browser to. */
const returnPath = '/auth/callback'

/**
 * Decides whether anyone may open an account of this role: students and educators always, admins only while sign-up is open for
 * admins. The address makes no difference, because it is not verified at sign-up (decisions, section 1).
 */
export const decideSignup = (role: Role, adminSignup: 'open' | 'closed'): { ok: true } | { problem: ErrorCode } =>
  role !== 'admin' || adminSignup === 'open' ? { ok: true } : { problem: 'admin_signup_closed' }

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')

/**
 * True when an identity provider may redirect a browser to this URI: exactly `/auth/callback` of the site's own origin or an allowed
 * one. Outside of production also of the other loopback names, on a port that the server is reached at.
 */
export function isAllowedRedirect(
  redirectUri: string,
  site: { publicUrl: string; corsOrigins: readonly string[]; production: boolean; host: string },
): boolean {
  if (!URL.canParse(redirectUri)) return false
  const url = new URL(redirectUri)
  if (redirectUri !== `${url.origin}${returnPath}`) return false
  const own = new URL(site.publicUrl)
  if (url.origin === own.origin || site.corsOrigins.includes(url.origin)) return true
  if (site.production || url.protocol !== 'http:' || !loopback.has(url.hostname)) return false
  const requested = URL.canParse(`http://${site.host}`) ? new URL(`http://${site.host}`) : own
  return [own, requested].some((one) => loopback.has(one.hostname) && portOf(one) === portOf(url))
}

/** Number of code mails to one address that are sent at once, and milliseconds between the following ones. */
const mailBurst = 5
const mailIntervalMs = 2 * 60 * 1000

/**
 * Returns when the next code mail may be sent to an address, by the generic cell rate algorithm. `freeAt` is when all earlier ones
 * would have been sent at the steady rate. `dueAt` null means at once.
 */
export function nextMail(freeAt: Date, now: Date): { dueAt: Date | null; freeAt: Date } {
  const from = Math.max(freeAt.getTime(), now.getTime())
  const earliest = from - (mailBurst - 1) * mailIntervalMs
  return {
    dueAt: earliest > now.getTime() ? new Date(earliest) : null,
    freeAt: new Date(from + mailIntervalMs),
  }
}
