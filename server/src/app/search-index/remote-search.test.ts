import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchOf } from '#features/search/index.ts'
import type { RemoteSearch } from '#ports/search-index.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { remoteSearch } from './remote-search.ts'
import { searchPath, searchToken } from './serve-search.ts'

const quiet = () => {}
const turn = { client: '10.0.0.1' }
const unavailable = { code: 'unavailable' }

let source: TestDatabase
let app: TestApp
let educator: TestUser
let url: string
let token: string
let remote: RemoteSearch
beforeAll(async () => {
  source = await openTestDatabase()
  app = await createTestApp({ beside: source, config: { ROLE: 'search', AI_EMBEDDINGS: 'off', CODE_SECRET: 'shared' } })
  educator = await app.makeUser('educator')
  await searchOf(app.deps).fresh()
  url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  token = searchToken('shared')
  remote = remoteSearch({ urls: [url], token }, app.deps.db, quiet)
})
afterAll(async () => {
  await app.close()
  await source.close()
})

test('searches, messages and similar courses are answered by the process with the index', async () => {
  const react = await makeCourse(educator, { title: 'Modern React', price: 0 })
  const hooks = await makeCourse(educator, { title: 'React Hooks', price: 0 })
  const found = await remote.search('react', turn)
  expect(found.courses.map(({ id }) => id).sort()).toEqual([react._id, hooks._id].sort())
  expect((await remote.search('react', turn, { most: 1 })).courses).toHaveLength(1)
  expect(await remote.read('I want to learn React', turn)).toMatchObject({ subject: 'react' })
  expect(await remote.similar(react._id, 4, turn)).toEqual([hooks._id])
  const twin = await makeCourse(educator, { title: 'React Hooks', price: 0 })
  await educator.call(api.courses.edit, { params: { courseId: twin._id }, body: { language: 'hi' } })
  expect((await remote.search('react hooks', turn)).courses[0]?.id).toBe(hooks._id)
  expect((await remote.search('react hooks', { ...turn, language: 'hi' })).courses[0]?.id).toBe(twin._id)
  await remote.ping()
})

test('only processes with the secret of the site are answered, and no more than a search', async () => {
  const post = async (body: unknown, authorization = `Bearer ${token}`) =>
    (await app.server.inject({ method: 'POST', url: searchPath, headers: { authorization }, payload: body as object }))
      .statusCode
  const call = { act: 'search', client: 'one', input: 'react', options: {} }
  expect(await post(call)).toBe(200)
  for (const wrong of ['', 'Bearer', `Bearer ${searchToken('another')}`, token])
    expect(await post(call, wrong)).toBe(404)
  for (const bad of [
    { ...call, act: 'update' },
    { ...call, input: 7 },
    { ...call, options: { most: 0 } },
    { ...call, options: { most: 1e9 } },
    { ...call, client: 'x'.repeat(201) },
    { ...call, language: 7 },
    { act: 'similar', client: 'one', id: 'x' },
    [],
  ])
    expect(await post(bad), JSON.stringify(bad)).toBe(400)
  expect(await post({ ...call, input: 'x'.repeat(70_000) })).toBe(413)
})

test('while the process is away searches are refused at once, and answered again without a restart', async () => {
  let asked = 0
  const there = createServer((_request, response) => {
    asked++
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(['one']))
  })
  const listen = (port: number) => new Promise<void>((resolve) => there.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = there.address() as AddressInfo // listening on TCP
  const logged: string[] = []
  const client = remoteSearch(
    { urls: [`http://127.0.0.1:${port}`], token, pauseMs: 100 },
    app.deps.db,
    (_level, message) => logged.push(message),
  )
  expect(await client.similar('x', 4, turn)).toEqual(['one'])
  there.closeAllConnections()
  await new Promise((resolve) => there.close(resolve))
  await expect(client.similar('x', 4, turn)).rejects.toMatchObject(unavailable)
  expect(() => client.check()).toThrow()
  await listen(port)
  await expect(client.similar('x', 4, turn)).rejects.toMatchObject(unavailable)
  expect(asked).toBe(1)
  await expect.poll(() => client.similar('x', 4, turn).catch(() => null)).toEqual(['one'])
  expect(() => client.check()).not.toThrow()
  expect(logged).toEqual(['a search process does not answer', 'a search process answers again'])
  there.closeAllConnections()
  there.close()
})

test('of several processes the next one is asked when one does not answer, or is being started', async () => {
  const starting = createServer((_request, response) => {
    response.statusCode = 503
    response.setHeader('content-type', 'application/json')
    response.end('{"message":"later"}')
  })
  await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve))
  const { port } = starting.address() as AddressInfo // listening on TCP
  const urls = ['http://127.0.0.1:1', `http://127.0.0.1:${port}`, url]
  const client = remoteSearch({ urls, token }, app.deps.db, quiet)
  for (let time = 0; time < 6; time++) await client.search('react', turn)
  await client.ping()
  starting.closeAllConnections()
  starting.close()
})

test('who leaves is not searched for, and does not count as an outage', async () => {
  await expect(remote.search('react', { ...turn, signal: AbortSignal.abort() })).rejects.toMatchObject(unavailable)
  expect(() => remote.check()).not.toThrow()
})

test('a web process without an index finds what it has just published, and serves lists while the search is away', async ({
  skip,
}) => {
  if (source.engine === 'embedded') return skip('the embedded database serves one process')
  const web = await createTestApp({
    beside: source,
    config: { ROLE: 'web', SEARCH_URL: [url], CODE_SECRET: 'shared', AI_EMBEDDINGS: 'off' },
  })
  expect((await web.server.inject({ method: 'POST', url: searchPath, payload: {} })).statusCode).toBe(404)
  const teacher = await web.makeUser('educator')
  const { _id } = await makeCourse(teacher, { title: 'Beekeeping', price: 0 })
  const search = async () => (await web.visitor(api.ai.search, { body: { input: 'beekeeping' } })).map((one) => one._id)
  await expect.poll(search).toEqual([_id])
  const catalogue = async () =>
    (await web.visitor(api.courses.catalogue, { query: { text: 'beekeeping' } })).courses.map((one) => one._id)
  expect(await catalogue()).toEqual([_id])
  expect((await web.server.inject('/readyz')).json()).toEqual({ status: 'ready' })

  await app.server.close()
  expect(
    (await web.server.inject({ method: 'POST', url: api.ai.search.path, payload: { input: 'bees' } })).statusCode,
  ).toBe(503)
  expect(await catalogue()).toEqual([_id])
  expect((await web.server.inject('/readyz')).json()).toEqual({ status: 'ready', degraded: 'search' })
  await web.close()
})
