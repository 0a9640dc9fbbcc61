import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { onSessionsEnded } from '../index.ts'
import { startSession, startSessionAtOnce } from './sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const minutes = 60 * 1000
/** Someone signed in with these browsers, one after the other. */
const signedIn = async (...browsers: string[]) => {
  const { user } = await app.makeUser()
  const others = []
  for (const browser of browsers) {
    const answer = await app.server.inject({
      method: 'POST',
      url: api.accounts.login.path,
      payload: { email: user.email, password: 'correct horse battery' },
      headers: { 'user-agent': browser },
    })
    others.push(app.callAs(answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')))
    app.clock.ms += minutes
  }
  return others
}
type Call = Awaited<ReturnType<typeof signedIn>>[number]
const list = async (call: Call | undefined) => (await call?.(api.accounts.sessions))?.sessions ?? []
const isIn = async (call: Call | undefined) => {
  const answer = await call?.(api.accounts.current).catch(() => null)
  return Boolean(answer)
}

test('a user sees their browsers, the current one first, then the most recently used', async () => {
  const [phone, laptop] = await signedIn('Phone', 'Laptop')
  expect(await list(phone)).toEqual(
    [
      { userAgent: 'Phone', current: true },
      { userAgent: 'Laptop', current: false },
      { userAgent: 'lightMyRequest', current: false },
    ].map((one) => ({
      ...one,
      _id: expect.any(String),
      place: '127.0.0.x',
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
    })),
  )
  expect((await list(laptop)).map(({ userAgent }) => userAgent)).toEqual(['Laptop', 'Phone', 'lightMyRequest'])
})

test('a browser that is used is seen again, at most every ten minutes', async () => {
  const [phone] = await signedIn('Phone')
  const [before] = await list(phone)
  app.clock.ms += 5 * minutes
  expect((await list(phone))[0]?.lastSeenAt).toBe(before?.lastSeenAt)
  app.clock.ms += 6 * minutes
  const [after] = await list(phone)
  expect(Date.parse(after?.lastSeenAt ?? '') - Date.parse(before?.lastSeenAt ?? '')).toBeGreaterThan(10 * minutes)
  expect(after?.createdAt).toBe(before?.createdAt)
})

test('sessions that are over are not listed', async () => {
  const [phone] = await signedIn('Phone')
  app.clock.ms += 6 * 24 * 60 * minutes
  await list(phone)
  app.clock.ms += 3 * 24 * 60 * minutes
  expect((await list(phone)).map(({ userAgent }) => userAgent)).toEqual(['Phone'])
})

describe('ending', () => {
  test('one browser signs it out at once and leaves the others', async () => {
    const [phone, laptop] = await signedIn('Phone', 'Laptop')
    const endedIds: string[] = []
    onSessionsEnded(app.deps.db, (ids) => endedIds.push(...ids))
    const sessionId = (await list(phone)).find(({ userAgent }) => userAgent === 'Laptop')?._id ?? ''
    expect(await phone?.(api.accounts.endSession, { params: { sessionId } })).toEqual({
      message: 'This browser was signed out',
    })
    expect([await isIn(phone), await isIn(laptop), endedIds]).toEqual([true, false, [sessionId]])
    await expectProblem(
      phone?.(api.accounts.endSession, { params: { sessionId } }) ?? Promise.resolve(),
      404,
      'not_found',
    )
  })
  test('the asking browser takes its cookie too', async () => {
    const { cookie, call } = await app.makeUser()
    const [own] = await list(call)
    const url = api.accounts.endSession.path.replace(':sessionId', own?._id ?? '')
    const answer = await app.server.inject({ method: 'DELETE', url, headers: { cookie } })
    expect([answer.statusCode, String(answer.headers['set-cookie'])]).toEqual([
      200,
      expect.stringMatching(/^vc_session=;/),
    ])
    expect(await isIn(call)).toBe(false)
  })
  test('all others leaves the asking one', async () => {
    const [phone, laptop] = await signedIn('Phone', 'Laptop')
    expect(await phone?.(api.accounts.endOtherSessions)).toEqual({ message: 'All other browsers were signed out' })
    expect([await isIn(phone), await isIn(laptop)]).toEqual([true, false])
    expect(await list(phone)).toHaveLength(1)
    await phone?.(api.accounts.endOtherSessions)
    expect(await isIn(phone)).toBe(true)
  })
  test("another person's session is not there, whatever is tried", async () => {
    const [mine] = await signedIn('Mine')
    const [theirs] = await signedIn('Theirs')
    const [session] = await list(theirs)
    for (const sessionId of [session?._id ?? '', 'unknown', "' or 1=1", '%25'])
      await expectProblem(
        mine?.(api.accounts.endSession, { params: { sessionId } }) ?? Promise.resolve(),
        404,
        'not_found',
      )
    await mine?.(api.accounts.endOtherSessions)
    expect(await isIn(theirs)).toBe(true)
  })
  test('a logout is published as well', async () => {
    const { call } = await app.makeUser()
    const [own] = await list(call)
    const endedIds: string[] = []
    onSessionsEnded(app.deps.db, (ids) => endedIds.push(...ids))
    await call(api.accounts.logout)
    expect(endedIds).toEqual([own?._id])
  })
})

test('all need a session', async () => {
  await expectProblem(app.visitor(api.accounts.sessions), 401, 'unauthenticated')
  await expectProblem(app.visitor(api.accounts.endOtherSessions), 401, 'unauthenticated')
  const params = { sessionId: 'x' }
  await expectProblem(app.visitor(api.accounts.endSession, { params }), 401, 'unauthenticated')
})

test('the first sign-in is noted once, with the session that it opens, and never without one', async () => {
  const { user } = await app.makeUser()
  const { db } = app.deps
  const account = db.selectFrom('users').select(['first_sign_in_at', 'password_hash']).where('id', '=', user._id)
  const noted = async () => (await account.executeTakeFirstOrThrow()).first_sign_in_at
  const clear = () => db.updateTable('users').set({ first_sign_in_at: null }).where('id', '=', user._id).execute()
  const browser = { userAgent: 'Phone', place: '' }
  const passwordHash = (await account.executeTakeFirstOrThrow()).password_hash ?? ''
  const atOnce = async (hash: string) => {
    const opened = await startSessionAtOnce(db, app.deps.clock.now(), { id: user._id, passwordHash: hash }, browser)
    return opened !== null
  }
  expect(await noted()).not.toBeNull()

  await clear()
  expect([await atOnce('another'), await noted()]).toEqual([false, null])
  expect(await atOnce(passwordHash)).toBe(true)
  const first = await noted()
  expect(first).not.toBeNull()
  app.clock.ms += minutes
  expect([await atOnce(passwordHash), await noted()]).toEqual([true, first])

  // with many sessions, in a transaction
  await clear()
  while (await atOnce(passwordHash)) await clear()
  expect(await noted()).toBeNull()
  const now = app.deps.clock.now()
  await expect(
    transact(db, async (tx) => {
      await startSession(tx, now, user._id, browser)
      throw new Error('the code was used')
    }),
  ).rejects.toThrow()
  expect(await noted()).toBeNull()
  await transact(db, (tx) => startSession(tx, now, user._id, browser))
  expect(await noted()).toEqual(now)
  await transact(db, (tx) => startSession(tx, new Date(now.getTime() + minutes), user._id, browser))
  expect(await noted()).toEqual(now)
})

test('of sign-ins at the same moment one is noted as the first, and later ones do not write the account', async () => {
  const { user } = await app.makeUser()
  const { db } = app.deps
  await db.updateTable('users').set({ first_sign_in_at: null }).where('id', '=', user._id).execute()
  const row = () =>
    sql<{ place: string; first: Date | null }>`
    select ctid::text as place, first_sign_in_at as first from users where id = ${user._id}`.execute(db)
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user._id)
    .executeTakeFirstOrThrow()
  const times = Array.from({ length: 4 }, () => app.deps.clock.now())
  const open = (now: Date) =>
    startSessionAtOnce(db, now, { id: user._id, passwordHash: password_hash ?? '' }, { userAgent: '', place: '' })
  expect((await Promise.all(times.map(open))).every((one) => one !== null)).toBe(true)
  const { rows } = await row()
  expect(times).toContainEqual(rows[0]?.first)
  await open(app.deps.clock.now())
  // the tuple is the same
  expect((await row()).rows).toEqual(rows)
})
