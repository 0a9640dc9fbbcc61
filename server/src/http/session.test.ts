import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CurrentUser } from '#core/current-user.ts'
import { callInProcess } from './pages.ts'
import { readSessions, sessionCookie } from './session.ts'

const asha: CurrentUser = {
  id: 'a'.repeat(24),
  role: 'student',
  name: 'Asha',
  email: 'asha@example.com',
  sessionId: 'one',
  language: null,
  hasFactor: false,
}

let app: FastifyInstance
let reads = 0
/** the header with which a call of a document came last */
let pass = ''

beforeAll(async () => {
  app = Fastify()
  await app.register(cookie)
  readSessions(app, {
    read: async (token) => {
      reads++
      return token === 'hers' ? { viewer: asha } : null
    },
    readPlain: async () => null,
    replacePlain: async () => null,
  })
  app.get('/api/me', (request) => {
    pass = String(request.headers['x-document-pass'] ?? pass)
    return { name: request.viewer?.name ?? null }
  })
  app.get('/api/own', { config: { readsSession: true } }, (request) => ({ name: request.viewer?.name ?? null }))
  // a document that makes three calls
  app.route({
    method: ['GET', 'POST'],
    url: '/page',
    handler: async (request) => {
      const call = callInProcess(app, request)
      const names = ['/api/me', '/api/me', '/api/own'].map(async (path) =>
        (await call(path, { method: 'GET', headers: {} })).json(),
      )
      return Promise.all(names)
    },
  })
})
afterAll(() => app.close())

const open = async (method: 'GET' | 'POST', headers: Record<string, string>) => {
  reads = 0
  return (await app.inject({ method, url: '/page', headers })).json()
}
const hers = { cookie: `${sessionCookie}=hers` }

it('the calls of a document have its viewer, whose session is read once', async () => {
  expect(await open('GET', hers)).toEqual([{ name: 'Asha' }, { name: 'Asha' }, { name: null }])
  expect(reads).toBe(1)
})

it('the calls of a form that was sent read the session, which it may have ended', async () => {
  expect(await open('POST', hers)).toEqual([{ name: 'Asha' }, { name: 'Asha' }, { name: null }])
  expect(reads).toBe(3)
})

it.each([[{}], [{ cookie: `${sessionCookie}=another` }]])('a document for %o is no one’s', async (headers) => {
  expect(await open('GET', headers)).toEqual([{ name: null }, { name: null }, { name: null }])
})

it('no one is let in by a pass of their own, or by one of a call that has ended', async () => {
  await open('GET', hers)
  expect(pass).toMatch(/^[0-9a-f-]{36}$/)
  for (const made of [pass, 'constructor', ''])
    for (const cookies of [{}, { cookie: `${sessionCookie}=another` }])
      expect((await app.inject({ url: '/api/me', headers: { ...cookies, 'x-document-pass': made } })).json()).toEqual({
        name: null,
      })
})
