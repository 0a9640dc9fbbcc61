import { ApiError, type Client, api as calls, otpLength } from '@virtual-courses/contract'
import { type ResetProgress, startOver } from './reset-progress.ts'

/** What became of a step. */
export type ResetAnswer = {
  /** where to go on; null once the new password is set */
  progress: ResetProgress | null
  ok: boolean
  /** for people: the server's sentence, or ours */
  message: string
  /** words about single fields */
  fields: Record<string, string>
  status: number
}

type Taken = { progress: ResetProgress | null; message: string }

async function take(api: Client, form: FormData, email: string, now: number): Promise<Taken> {
  const text = (name: string) => String(form.get(name) ?? '')
  switch (form.get('intent')) {
    case 'verify': {
      const { message } = await api(calls.accounts.verifyOtp, { body: { email, otp: text('otp') } })
      return { progress: { step: 'password', email, since: now }, message }
    }
    case 'reset': {
      const { message } = await api(calls.accounts.resetPassword, { body: { email, password: text('password') } })
      return { progress: null, message }
    }
    case 'link': {
      const { message, email: owner } = await api(calls.accounts.verifyResetLink, { body: { token: text('token') } })
      return { progress: { step: 'password', email: owner, since: now }, message }
    }
    case 'restart':
      return { progress: startOver(email), message: '' }
    default: {
      const { message } = await api(calls.accounts.sendOtp, { body: { email } })
      return { progress: { step: 'code', email, since: now }, message }
    }
  }
}

/** The step that a form was sent from, to stay there after an error. */
function accountStatus(form: FormData, email: string): ResetProgress {
  const step = form.get('step')
  const since = Number(form.get('since')) || 0
  return step === 'code' || step === 'password' ? { step, email, since } : startOver(email)
}

/** What is wrong with a form before anything is sent: the field and the words about it. */
function faultOf(form: FormData): { field: string; message: string } | null {
  const intent = form.get('intent')
  if (intent === 'reset' && form.get('password') !== form.get('confirmation'))
    return { field: 'confirmation', message: 'password does not match' }
  // each wrong code costs one of five tries; half a code need not
  if (intent === 'verify' && String(form.get('otp') ?? '').length < otpLength)
    return { field: 'otp', message: `Enter all ${otpLength} digits of the code` }
  return null
}

/**
 * Takes one of the three steps to a new password (specification, section 2), or the link of the mail in place of the first two. An error stays at its step; one that says
 * that the code must be verified again goes back to the start, with the address. Two different passwords, or half a code, are no call.
 * @param now milliseconds
 */
export async function takeResetStep(api: Client, form: FormData, now: number): Promise<ResetAnswer> {
  const email = String(form.get('email') ?? '').trim()
  const here = accountStatus(form, email)
  const fault = faultOf(form)
  if (fault) {
    const { field, message } = fault
    return { progress: here, ok: false, message, fields: { [field]: message }, status: 400 }
  }
  try {
    return { ...(await take(api, form, email, now)), ok: true, fields: {}, status: 200 }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status } = error
    const fields = Object.fromEntries(error.fields.map((field) => [field.path, field.message]))
    if (code === 'wrong_code') fields.otp = message
    return {
      progress: code === 'code_not_verified' ? startOver(email) : here,
      ok: false,
      message,
      fields,
      status: status || 503,
    }
  }
}
