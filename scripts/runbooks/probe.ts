// A program: `before` an upgrade it makes what people have on a site, in the state of a browser that signed in before the session's
// cookie had its present name; `after` it, it finds all of that again through the proxy, or ends with an error.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const site = 'https://courses.example.org'
const notes = '/root/kept.json'
type Kept = { cookie: string; photo: string; bytes: string; lectureId: string; roomId: string; hasBank: boolean }

/** Calls the API as a browser with this cookie; throws for another answer than 2xx. */
async function call(path: string, { cookie = '', body }: { cookie?: string; body?: object } = {}) {
  const isForm = body instanceof FormData
  const reply = await fetch(site + path, {
    headers: { cookie, origin: site, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  ok(reply.ok, `${path} was answered ${reply.status}: ${text}`)
  return { json: JSON.parse(text), cookies: reply.headers.getSetCookie() }
}

const hashOf = async (path: string): Promise<string> => {
  const reply = await fetch(new URL(path, site))
  strictEqual(reply.status, 200, `${path} is not there`)
  return createHash('sha256')
    .update(new Uint8Array(await reply.arrayBuffer()))
    .digest('hex')
}

async function before(): Promise<void> {
  const password = 'correct horse battery'
  const signedUp = await call('/api/auth/signup', {
    body: { name: 'Meera', email: 'meera@test.example', password, role: 'educator' },
  })
  const [, name = '', token = ''] = /((?:__Host-)?vc_session)=([^;]+)/.exec(signedUp.cookies.join('\n')) ?? []
  // an earlier version has set the plain name: so its rows look after the migration
  if (name.startsWith('__Host-'))
    execFileSync('runuser', [
      '-u',
      'postgres',
      '--',
      'psql',
      '-qc',
      "update sessions set plain_cookie_until = now() + interval '30 days'",
      'courses',
    ])
  const signedIn = `${name}=${token}`
  const form = new FormData()
  form.set(
    'photoUrl',
    new Blob([new Uint8Array(readFileSync('/project/docs/images/home.webp'))], { type: 'image/webp' }),
    'me.webp',
  )
  await call('/api/user/updateprofile', { cookie: signedIn, body: form })
  const { user } = (await call('/api/user/current', { cookie: signedIn })).json
  const course = (
    await call('/api/course/create', { cookie: signedIn, body: { title: 'SQL', category: 'Web Development' } })
  ).json
  const courseId = course._id ?? course.course._id
  const { lecture } = (
    await call(`/api/course/createlecture/${courseId}`, { cookie: signedIn, body: { lectureTitle: 'Joins' } })
  ).json
  const { roomId } = (await call(`/api/live/start-live/${lecture._id}`, { cookie: signedIn, body: {} })).json
  const bank = {
    holder: 'Meera Rao',
    accountNumber: '123456789012',
    accountNumberAgain: '123456789012',
    ifsc: 'SBIN0001234',
    current: password,
  }
  const hasBank = await call('/api/payouts/account', { cookie: signedIn, body: bank }).then(
    () => true,
    () => false,
  )
  const kept: Kept = {
    cookie: `vc_session=${token}`,
    photo: user.photoUrl,
    bytes: await hashOf(user.photoUrl),
    lectureId: lecture._id,
    roomId,
    hasBank,
  }
  writeFileSync(notes, JSON.stringify(kept))
  console.log(
    'Before: an account that is signed in, a picture, a running live session',
    hasBank ? 'and bank details.' : '.',
  )
}

async function after(): Promise<void> {
  const kept: Kept = JSON.parse(readFileSync(notes, 'utf8'))
  const { json, cookies } = await call('/api/user/current', { cookie: kept.cookie })
  strictEqual(json.user.email, 'meera@test.example')
  match(cookies.join('\n'), /^__Host-vc_session=.*Secure/m)
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  strictEqual((await call('/api/user/current', { cookie })).json.user.email, 'meera@test.example')
  strictEqual(await hashOf(json.user.photoUrl), kept.bytes)
  const joined = (await call(`/api/live/join-live/${kept.lectureId}`, { cookie })).json
  deepStrictEqual([joined.roomId ?? joined.session?.roomId], [kept.roomId])
  if (kept.hasBank) strictEqual((await call('/api/payouts/balance', { cookie })).json.account.last4, '9012')
  console.log('After: all of it is there, and the session goes on with its new cookie.')
}

await (process.argv[2] === 'before' ? before() : after())
