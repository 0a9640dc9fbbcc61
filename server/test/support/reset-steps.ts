import { api } from '@virtual-courses/contract'
import { expect } from 'vitest'
import type { TestApp } from './create-test-app.ts'
import { runJobs } from './run-jobs.ts'

/** Paths of the three steps to a new password. */
export const resetPaths = {
  send: api.accounts.sendOtp.path,
  verify: api.accounts.verifyOtp.path,
  reset: api.accounts.resetPassword.path,
}

export const newPassword = 'an even better password'

/** A code that is not this one. */
export const wrong = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0')

/** Returns the token of the link in a mail. */
export const linkIn = (text: string | undefined): string => /\/forgotpassword#(\S+)/.exec(text ?? '')?.[1] ?? ''

/**
 * The steps to a new password over the wire, as a browser with these cookies. The request for a code that was made last for an address is
 * kept and goes along with `verify`; a `browser` of one's own keeps its own.
 */
export function resetSteps(getApp: () => TestApp) {
  const requests = new Map<string, string>()
  const post = async (url: string, payload: object, cookie = '', remoteAddress = '127.0.0.1') => {
    const { email } = payload as { email?: unknown } // may be anything: some tests send nonsense
    const asked = url === resetPaths.verify ? (requests.get(String(email).trim().toLowerCase()) ?? '') : ''
    const headers = { cookie: [cookie, asked].filter(Boolean).join('; ') }
    const answer = await getApp().server.inject({ method: 'POST', url, payload, headers, remoteAddress })
    const request = answer.cookies.find(({ name, value }) => name.endsWith('vc_reset_request') && value !== '')
    if (request) requests.set(String(email).trim().toLowerCase(), `${request.name}=${request.value}`)
    return {
      status: answer.statusCode,
      code: answer.json().code,
      message: answer.json().message,
      cookie: answer.cookies
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
      setCookie: String(answer.headers['set-cookie'] ?? ''),
    }
  }
  const kept = async () => (await getApp().deps.mail.outbox?.newest()) ?? []
  const newest = async () => (await kept())[0]
  /** Requests a code and reads it from the mail. */
  const ask = async (email: string): Promise<string> => {
    expect((await post(resetPaths.send, { email })).status).toBe(200)
    await runJobs(getApp(), 'deliver-password-code')
    const mail = await newest()
    expect(mail?.to).toBe(email)
    return /\b\d{4}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  const verify = (email: string, otp: unknown) => post(resetPaths.verify, { email, otp })
  /** Completes two steps; returns the cookie with the verification token. */
  const prove = async (email: string): Promise<string> => (await verify(email, await ask(email))).cookie
  const login = (email: string, password: string) => post(api.accounts.login.path, { email, password })
  return { post, kept, newest, ask, verify, prove, login }
}
