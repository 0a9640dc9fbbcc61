import { gzipSync } from 'node:zlib'
import { api } from '@virtual-courses/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KeptForm, KeptReply } from '#core/call.ts'
import { sendJson } from './send-json.ts'

const text = JSON.stringify(Array.from({ length: 5000 }, () => ({ title: 'T', thumbnail: '/api/x' })))
const kept: KeptForm = { tag: 'now', read: async () => ({ tag: 'kept', gzip: gzipSync(text), plain: null }) }
const server = Fastify()
beforeAll(() => {
  server.decorate('publicUrl', 'https://courses.example')
  server.get('/kept', { exposeHeadRoute: true }, (request, reply) =>
    sendJson(api.courses.published, new KeptReply(kept, null, 5), request, reply),
  )
})
afterAll(() => server.close())

test('a long cached text is decompressed for clients that accept no encoding', async () => {
  const plain = await server.inject({ url: '/kept', headers: { 'accept-encoding': 'identity' } })
  expect([plain.statusCode, plain.headers['content-encoding'], plain.headers.etag]).toEqual([200, undefined, '"kept"'])
  expect(plain.body).toBe(text)
  const head = await server.inject({ method: 'HEAD', url: '/kept' })
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, '"kept"', ''])
})

test.each([
  ['the current tag', 'now'],
  ['an older tag that may still be sent', 'kept'],
])('clients that have %s get 304', async (_what, tag) => {
  const known = await server.inject({ url: '/kept', headers: { 'if-none-match': `"${tag}"` } })
  expect([known.statusCode, known.headers.etag, known.body]).toEqual([304, `"${tag}"`, ''])
  const zipped = { 'accept-encoding': 'br, gzip', 'if-none-match': `"${tag}"` }
  expect((await server.inject({ url: '/kept', headers: zipped })).statusCode).toBe(200)
})
