import { brotliCompressSync, gzipSync } from 'node:zlib'
import { api } from '@virtual-courses/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CompressedJson, KeptReply, StreamedReply } from '#core/call.ts'
import { sendJson } from './send-json.ts'

const course = {
  title: '"thumbnail":"/no"',
  thumbnail: '/api/x',
  lectures: [{ videoUrl: '/api/v' }, { videoUrl: '//host/v' }],
}
const text = JSON.stringify(Array.from({ length: 5000 }, () => course))
const compress = (json: string) =>
  new CompressedJson({ br: brotliCompressSync(json), gzip: gzipSync(json), identity: null }, 'hash')
const server = Fastify()
beforeAll(() => {
  server.decorate('publicUrl', 'https://courses.example')
  server.get('/kept', { exposeHeadRoute: true }, (request, reply) =>
    sendJson(api.courses.published, new KeptReply(compress(text), null), request, reply),
  )
  server.get('/streamed', (request, reply) => {
    async function* pieces() {
      yield text.slice(0, 1)
      yield text.slice(1)
    }
    return sendJson(api.courses.published, new StreamedReply(pieces()), request, reply)
  })
})
afterAll(() => server.close())

test('a long kept text is sent decompressed to clients that accept no encoding', async () => {
  const plain = await server.inject({ url: '/kept', headers: { 'accept-encoding': 'identity' } })
  expect([plain.statusCode, plain.headers['content-encoding'], plain.headers.etag]).toEqual([200, undefined, '"hash"'])
  expect(plain.body).toBe(text)
  const head = await server.inject({ method: 'HEAD', url: '/kept' })
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, '"hash"', ''])
})

test('a streamed reply has absolute URLs of media for pages of other origins, and texts stay as they are', async () => {
  const own = await server.inject('/streamed')
  expect([own.body, own.headers['content-type']]).toEqual([text, 'application/json; charset=utf-8'])
  const foreign = await server.inject({ url: '/streamed', headers: { origin: 'https://app.example' } })
  expect(foreign.json()[4999]).toEqual({
    title: '"thumbnail":"/no"',
    thumbnail: 'https://courses.example/api/x',
    lectures: [{ videoUrl: 'https://courses.example/api/v' }, { videoUrl: '//host/v' }],
  })
})
