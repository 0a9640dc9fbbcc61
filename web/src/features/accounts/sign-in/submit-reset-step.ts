import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiError, type Client, api as calls, otpLength } from '@virtual-courses/contract'
import { type ResetProgress, startOver } from './reset-progress.ts'

/** Result of a step. */
export type ResetAnswer = {
  /** The next step; null once the new password is set. */
  progress: ResetProgress | null
  ok: boolean
  /** Message for the user: the server's, or ours. */
  message: string | MessageDescriptor
  /** Messages by field. */
  fields: Record<string, string | MessageDescriptor>
  status: number
}

type NextStep = { progress: ResetProgress | null; message: string }

async function callStep(api: Client, form: FormData, email: string, now: number): Promise<NextStep> {
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

/** Returns the step that a form was sent from. */
function stepOf(form: FormData, email: string): ResetProgress {
  const step = form.get('step')
  const since = Number(form.get('since')) || 0
  return step === 'code' || step === 'password' ? { step, email, since } : startOver(email)
}

/** Checks a form before it is sent. Returns the invalid field and its message, or null. */
function invalidField(form: FormData): { field: string; message: MessageDescriptor } | null {
  const intent = form.get('intent')
  if (intent === 'reset' && form.get('password') !== form.get('confirmation'))
    return { field: 'confirmation', message: msg`password does not match` }
  // each wrong code costs one of five tries: an incomplete one is not sent
  if (intent === 'verify' && String(form.get('otp') ?? '').length < otpLength)
    return { field: 'otp', message: msg`Enter all ${otpLength} digits of the code` }
  return null
}

/**
 * Submits one of the three steps to a new password (specification, section 2), or the link of the mail in place of the first
 * two. After an error the step stays; when the code must be verified again, the first step follows, with the address.
 * @param now milliseconds
 */
export async function submitResetStep(api: Client, form: FormData, now: number): Promise<ResetAnswer> {
  const email = String(form.get('email') ?? '').trim()
  const here = stepOf(form, email)
  const invalid = invalidField(form)
  if (invalid) {
    const { field, message } = invalid
    return { progress: here, ok: false, message, fields: { [field]: message }, status: 400 }
  }
  try {
    return { ...(await callStep(api, form, email, now)), ok: true, fields: {}, status: 200 }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status } = error
    const fields: ResetAnswer['fields'] = Object.fromEntries(error.fields.map((field) => [field.path, field.message]))
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
