import { describe, expect, test } from 'vitest'
import { ApiError, createClient, type Fetch, formOf, pathOf } from './client.ts'
import { api } from './index.ts'

const answering = (
  status: number,
  body: unknown,
): { fetch: Fetch; sent: { path: string; method: string; body: unknown }[] } => {
  const sent: { path: string; method: string; body: unknown }[] = []
  const fetch: Fetch = async (path, init) => {
    sent.push({ path, method: init.method, body: init.body })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { fetch, sent }
}

const problemOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    },
  )

test('an address holds its parameters, whatever is in them', () => {
  expect(pathOf(api.courses.get, { courseId: 'a/b?c#d' })).toBe('/api/course/getcourse/a%2Fb%3Fc%23d')
  expect(pathOf(api.courses.catalogue, {}, { category: ['AI/ML', 'Others'], text: '', limit: 6 })).toBe(
    '/api/course/catalogue?category=AI%2FML&category=Others&limit=6',
  )
})

test('a call sends JSON and returns the reply', async () => {
  const { fetch, sent } = answering(200, { enrolled: true })
  expect(await createClient(fetch)(api.enrolments.enrolled, { params: { courseId: 'x' } })).toEqual({ enrolled: true })
  await createClient(fetch)(api.courses.create, { body: { title: 'T', category: 'Others' } })
  expect(sent).toEqual([
    { path: '/api/courses/enrolled/x', method: 'GET', body: undefined },
    { path: '/api/course/create', method: 'POST', body: '{"title":"T","category":"Others"}' },
  ])
})

test('a form leaves out what is not given, and sends null as empty', () => {
  const form = formOf({ title: 'T', level: null, price: undefined, isPublished: false }, { thumbnail: undefined })
  expect([...form.entries()]).toEqual([
    ['title', 'T'],
    ['level', ''],
    ['isPublished', 'false'],
  ])
})

describe('an error', () => {
  test('carries the sentence, the code and the fields of the server', async () => {
    const problem = {
      message: 'Name is required',
      code: 'invalid_input',
      requestId: 'r',
      fields: [{ path: 'name', message: 'Name is required' }],
    }
    const error = await problemOf(createClient(answering(400, problem).fetch)(api.accounts.current))
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: 'Name is required',
      fields: problem.fields,
    })
  })

  test.each([
    [502, '<html>Bad gateway</html>'],
    [413, '<html>Request Entity Too Large</html>'],
    [503, ''],
  ])('of something between us and the server (%i) is a sentence too', async (status, body) => {
    const error = await problemOf(createClient(answering(status, body).fetch)(api.accounts.current))
    expect(error.status).toBe(status)
    expect(error.message).not.toContain('<')
  })

  test('of a broken line says so', async () => {
    const error = await problemOf(
      createClient(() => Promise.reject(new TypeError('fetch failed')))(api.accounts.current),
    )
    expect(error).toMatchObject({ status: 0, code: 'network' })
    expect(error.message).toContain('connection')
  })

  test('of a line that breaks in the middle of a reply too, but for a call that its caller has ended', async () => {
    const broken = async () => new Response(new ReadableStream({ pull: (it) => it.error(new Error('cut')) }))
    expect(await problemOf(createClient(broken)(api.accounts.current))).toMatchObject({ status: 0, code: 'network' })
    const ended = createClient(broken)(api.accounts.current, { signal: AbortSignal.abort() })
    await expect(ended).rejects.toThrow('cut')
  })
})
