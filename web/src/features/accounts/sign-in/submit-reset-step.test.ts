import { type ApiError, createClient, type Fetch } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { startOver } from './reset-progress.ts'
import { submitResetStep } from './submit-reset-step.ts'

const email = 'asha@example.com'
const now = 1_800_000_000_000

/** A server with one reply for all calls, and the calls that it received. */
function server(answer: () => Response | Promise<Response>) {
  const calls: { path: string; body: unknown }[] = []
  const fetch: Fetch = async (path, init) => {
    calls.push({ path, body: JSON.parse(String(init.body)) })
    return answer()
  }
  return { calls, api: createClient(fetch) }
}
const yes = () => Response.json({ message: 'Yes' })
const no =
  (code: ApiError['code'], status = 400, fields?: { path: string; message: string }[]) =>
  () =>
    Response.json({ message: 'No', code, requestId: 'r', fields }, { status })

function form(values: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return data
}
const atCode = (otp: string) => form({ intent: 'verify', step: 'code', since: '7', email, otp })
const atPassword = (password: string, confirmation: string) =>
  form({ intent: 'reset', step: 'password', since: '7', email, password, confirmation })

it('goes from the address to the code, to the password, to the end', async () => {
  const { calls, api } = server(yes)
  const sent = await submitResetStep(api, form({ intent: 'send', step: 'email', email: ` ${email} ` }), now)
  expect(sent).toMatchObject({ ok: true, message: 'Yes', progress: { step: 'code', email, since: now } })
  const verified = await submitResetStep(api, atCode('0417'), now)
  expect(verified).toMatchObject({ ok: true, progress: { step: 'password', email, since: now } })
  const done = await submitResetStep(api, atPassword('long enough', 'long enough'), now)
  expect(done).toMatchObject({ ok: true, message: 'Yes', progress: null })
  expect(calls).toEqual([
    { path: '/api/auth/sendotp', body: { email } },
    { path: '/api/auth/verifyotp', body: { email, otp: '0417' } },
    { path: '/api/auth/resetpassword', body: { email, password: 'long enough' } },
  ])
})

it('goes from the link of the mail to the password, for the server’s address', async () => {
  const { calls, api } = server(() => Response.json({ message: 'Yes', email }))
  const verified = await submitResetStep(api, form({ intent: 'link', token: 'abc' }), now)
  expect(verified).toMatchObject({ ok: true, message: 'Yes', progress: { step: 'password', email, since: now } })
  expect(calls).toEqual([{ path: '/api/auth/verifylink', body: { token: 'abc' } }])
  const refused = await submitResetStep(server(no('wrong_link')).api, form({ intent: 'link', token: 'abc' }), now)
  expect(refused).toMatchObject({ ok: false, message: 'No', progress: startOver() })
})

it('makes no call for different passwords, an incomplete code, or a restart', async () => {
  const { calls, api } = server(yes)
  expect(await submitResetStep(api, atPassword('one', 'other'), now)).toMatchObject({
    ok: false,
    message: { message: 'password does not match' },
    fields: { confirmation: { message: 'password does not match' } },
    progress: { step: 'password', email, since: 7 },
  })
  expect(await submitResetStep(api, atCode('041'), now)).toMatchObject({ ok: false, progress: { step: 'code' } })
  const again = await submitResetStep(api, form({ intent: 'restart', step: 'code', email }), now)
  expect(again).toMatchObject({ ok: true, message: '', progress: startOver(email) })
  expect(calls).toEqual([])
})

it('stays at its step after an error, with the server’s message', async () => {
  expect(await submitResetStep(server(no('wrong_code')).api, atCode('0000'), now)).toMatchObject({
    ok: false,
    message: 'No',
    fields: { otp: 'No' },
    progress: { step: 'code', email, since: 7 },
    status: 400,
  })
  const fields = [{ path: 'password', message: 'Too short' }]
  expect(await submitResetStep(server(no('invalid_input', 400, fields)).api, atPassword('a', 'a'), now)).toMatchObject({
    fields: { password: 'Too short' },
    progress: { step: 'password' },
  })
})

it('starts over, with the address, when the verification has expired', async () => {
  const refused = await submitResetStep(
    server(no('code_not_verified', 403)).api,
    atPassword('abcdefgh', 'abcdefgh'),
    now,
  )
  expect(refused).toMatchObject({ ok: false, progress: startOver(email), status: 403 })
})

it('stays at its step without a connection', async () => {
  const lost = server(() => Promise.reject(new TypeError('offline')))
  expect(await submitResetStep(lost.api, atCode('0417'), now)).toMatchObject({
    ok: false,
    progress: { step: 'code' },
    status: 503,
  })
})
