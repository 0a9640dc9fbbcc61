import type { ErrorCode, Role } from '@virtual-courses/contract'

/** The page that an identity provider sends the browser back to. */
const returnPath = '/auth/callback'

/**
 * May anyone open an account of this role? Students and educators always; an admin only while sign-up is open for admins. No
 * address makes a difference: anyone who signs up has only typed it (decisions, section 1).
 */
export const decideSignup = (role: Role, adminSignup: 'open' | 'closed'): { ok: true } | { problem: ErrorCode } =>
  role !== 'admin' || adminSignup === 'open' ? { ok: true } : { problem: 'admin_signup_closed' }

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

/** Mails with codes to one address that are sent at once, and milliseconds between those that follow. */
const mailBurst = 5
const mailIntervalMs = 2 * 60 * 1000

/**
 * When the next mail with a code may go to an address. `freeAt` is when all earlier ones would have been sent at the steady rate (the
 * generic cell rate algorithm). `dueAt` null is at once.
 */
export function nextMail(freeAt: Date, now: Date): { dueAt: Date | null; freeAt: Date } {
  const from = Math.max(freeAt.getTime(), now.getTime())
  const earliest = from - (mailBurst - 1) * mailIntervalMs
  return {
    dueAt: earliest > now.getTime() ? new Date(earliest) : null,
    freeAt: new Date(from + mailIntervalMs),
  }
}
