import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The message of a wrong login, which is an error of anyone, with these headers. */
const wrongLogin = async (headers: Record<string, string> = {}) => {
  const reply = await app.server.inject({
    method: 'POST',
    url: api.accounts.login.path,
    headers,
    payload: { email: 'no.one@learn.example', password: 'not their password' },
  })
  return reply.json()
}

describe('the language of a reply', () => {
  test('is English for clients that say nothing of languages, whatever their browser asks for', async () => {
    const english = 'The email address or the password is not right'
    expect(await wrongLogin()).toMatchObject({ message: english, code: 'wrong_credentials' })
    expect((await wrongLogin({ 'accept-language': 'hi-IN,hi;q=0.9' })).message).toBe(english)
    for (const unknown of ['xx', '../../etc', 'hi\u0000', 'constructor'])
      expect((await wrongLogin({ 'x-language': unknown })).message, unknown).toBe(english)
  })

  test('is that of the page which asks; the code stays', async () => {
    const { message, code } = await wrongLogin({ 'x-language': 'hi' })
    expect(message).toMatch(/[\u0900-\u097f]/)
    expect(code).toBe('wrong_credentials')
  })

  test('is chosen for a browser, and for an account in all its browsers', async () => {
    const visitor = await app.server.inject({
      method: 'POST',
      url: api.accounts.setLanguage.path,
      payload: { language: 'hi' },
    })
    const [cookie] = visitor.cookies
    expect(cookie).toMatchObject({ name: 'vc_language', value: 'hi', sameSite: 'Lax', httpOnly: true })
    expect((await wrongLogin({ cookie: 'vc_language=hi' })).message).toMatch(/[\u0900-\u097f]/)
    const student = await app.makeUser()
    const login = await app.server.inject({
      method: 'POST',
      url: api.accounts.login.path,
      payload: { email: student.user.email, password: 'correct horse battery' },
    })
    const other = app.callAs(login.cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
    const message = async () => {
      const error = await other(api.courses.get, { params: { courseId: 'f'.repeat(24) } }).catch((one: Error) => one)
      return (error as Error).message
    }
    expect(await message()).not.toMatch(/[\u0900-\u097f]/)
    await student.call(api.accounts.setLanguage, { body: { language: 'hi' } })
    expect(await message()).toMatch(/[\u0900-\u097f]/)
    await student.call(api.accounts.setLanguage, { body: { language: 'en' } })
    expect(await message()).not.toMatch(/[\u0900-\u097f]/)
  })

  test.each([
    ['no language', {}],
    ['a number', { language: 5 }],
    ['one that the site does not have', { language: 'tlh' }],
    ['a path', { language: '../hi' }],
    ['a long text', { language: 'h'.repeat(5000) }],
    ['a property of objects', { language: '__proto__' }],
  ])('is refused: %s', async (_, body) => {
    const student = await app.makeUser()
    await expectProblem(
      student.call(api.accounts.setLanguage, { body: body as { language: string } }),
      400,
      'invalid_input',
    )
  })

  test('of the page on which someone signs up is that of their account', async () => {
    const signUp = async (email: string, headers: Record<string, string> = {}) => {
      const payload = { name: 'Ravi', email, password: 'correct horse battery', role: 'student' }
      const reply = await app.server.inject({ method: 'POST', url: api.accounts.signup.path, headers, payload })
      expect(reply.statusCode).toBe(201)
      const { language } = await app.deps.db
        .selectFrom('users')
        .select('language')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return language
    }
    expect(await signUp('ravi@learn.example', { 'x-language': 'hi' })).toBe('hi')
    expect(await signUp('asha@learn.example', { 'x-language': 'en' })).toBeNull()
    expect(await signUp('old.client@learn.example', { 'accept-language': 'hi' })).toBeNull()
  })
})
