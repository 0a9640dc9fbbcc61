import { api, type Endpoint, endpoint, Problem } from '@virtual-courses/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { handleProblems } from '#http/problems.ts'
import { serve } from '#http/serve.ts'
import { readSessions } from '#http/session.ts'
import { createTestApp, type TestApp } from './support/create-test-app.ts'

type Named = { name: string; endpoint: Endpoint }
const all: Named[] = Object.entries(api).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, one]) => ({
    name: `${noun}.${name}`,
    endpoint: one,
  })),
)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const roles = ['student', 'educator', 'admin'] as const

describe.each(all)('$name', ({ endpoint: one }) => {
  const url = one.path.replace(/:(\w+)/g, 'x')

  test('is served', () => expect(app.served.has(one)).toBe(true))

  test('refuses a visitor where it is not public, with a problem', async () => {
    const answer = await app.server.inject({ method: one.method, url })
    if (one.access === 'public') return expect(answer.statusCode).not.toBe(403)
    expect(answer.statusCode).toBe(401)
    if (one.method === 'HEAD') return expect(answer.body).toBe('')
    expect(Problem.parse(answer.json()).message.length).toBeGreaterThan(5)
  })

  const others = roles.filter((role) => role !== one.access)
  if (others.length < roles.length)
    test.each(others)('refuses the role %s', async (role) => {
      const { cookie } = await app.makeUser(role)
      const answer = await app.server.inject({ method: one.method, url, headers: { cookie } })
      if (one.method === 'HEAD') return expect(answer.statusCode).toBe(403)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
    })
})

test('every endpoint has an address of its own', () => {
  const addresses = all.map(({ endpoint: one }) => `${one.method} ${one.path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(app.served.size).toBe(all.length)
})

describe('serve', () => {
  const hello = endpoint({
    method: 'GET',
    path: '/hello',
    access: 'public',
    summary: 'Greets',
    query: z.object({ name: z.string().min(1) }),
    status: 200,
    reply: z.object({ greeting: z.string() }),
    errors: [],
  })
  const routesOf = (access: 'public' | 'admin') => {
    const server = Fastify()
    handleProblems(server)
    const none = async () => null
    readSessions(server, { read: none, readPlain: none, replacePlain: none })
    return { access, app: server, served: new Set<Endpoint>(), uploadFolder: '/nowhere' }
  }

  test('fails at boot with the wrong access level, and when an endpoint is served twice', () => {
    expect(() => serve(routesOf('admin'), hello)(async () => ({ greeting: '' }))).toThrow(
      /belongs to the routes of access "public"/,
    )
    const routes = routesOf('public')
    serve(routes, hello)(async () => ({ greeting: '' }))
    expect(() => serve(routes, hello)(async () => ({ greeting: '' }))).toThrow(/served twice/)
  })

  test('lets no field out that the contract does not name', async () => {
    const routes = routesOf('public')
    serve(routes, hello)(async ({ query }) => ({ greeting: `Hello ${query.name}`, passwordHash: 'secret' }))
    expect((await routes.app.inject('/hello?name=Asha')).json()).toEqual({ greeting: 'Hello Asha' })
  })

  test('replies with 500 instead of a reply that breaks the contract', async () => {
    const routes = routesOf('public')
    serve(routes, hello)(async () => ({ greeting: 5 as unknown as string }))
    const answer = await routes.app.inject('/hello?name=Asha')
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
  })

  test('hides what went wrong inside', async () => {
    const routes = routesOf('public')
    serve(
      routes,
      hello,
    )(async () => {
      throw new Error('connection to db.internal:5432 with password hunter2 failed')
    })
    const answer = await routes.app.inject('/hello?name=Asha')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toMatch(/hunter2|db\.internal/)
  })
})

describe('the description of the API', () => {
  test('is OpenAPI 3.1 and lists every call', async () => {
    const answer = await app.server.inject('/api/openapi.json')
    const document = answer.json()
    expect(document.openapi).toBe('3.1.0')
    // parameters of paths that differ in their names alone have one name in the document
    const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*')
    const byShape = new Map(Object.keys(document.paths).map((path) => [shapeOf(path), document.paths[path]]))
    for (const { endpoint: one } of all) {
      const described = byShape.get(shapeOf(one.path))[one.method.toLowerCase()]
      expect(described.responses[String(one.status)]).toBeDefined()
    }
  })
})

describe('outside of the contract', () => {
  test('an unknown call is a JSON 404', async () => {
    const answer = await app.server.inject('/api/nothing')
    expect([answer.statusCode, Problem.parse(answer.json()).code]).toEqual([404, 'not_found'])
  })

  test('the operator sees health, readiness and metrics', async () => {
    expect((await app.server.inject('/healthz')).statusCode).toBe(200)
    expect((await app.server.inject('/readyz')).json()).toEqual({ status: 'ready' })
    expect((await app.server.inject('/metrics')).body).toContain('http_request_duration_seconds')
  })

  test('a part that fails makes the process not ready, by name', async () => {
    const check = app.deps.storage.check
    app.deps.storage.check = async () => {
      throw new Error('disk is gone')
    }
    const answer = await app.server.inject('/readyz')
    app.deps.storage.check = check
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready', failing: 'storage' }])
  })
})
