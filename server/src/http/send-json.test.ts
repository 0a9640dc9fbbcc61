import { brotliCompressSync, gzipSync } from 'node:zlib'
import { api } from '@virtual-courses/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CompressedJson, JoinedReply, KeptReply, StreamedReply } from '#core/call.ts'
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

describe('a reply of which PostgreSQL has written a part', () => {
  const card = {
    ...{
      _id: 'c0ffee00c0ffee00c0ffee00',
      title: 'T',
      subTitle: '',
      category: null,
      level: null,
      price: 1,
      language: 'en',
    },
    ...{ thumbnail: '/api/x', creator: 'c0ffee00c0ffee00c0ffee00', creatorName: 'C', averageRating: 0, reviewCount: 0 },
    ...{ enrolledCount: 0, lectureCount: 0, totalSeconds: 0 },
  } as const
  const rest = { total: 1, next: null, previous: null, categoryCounts: {}, languages: [], secret: 'a column' }
  const send = async (courses: unknown, checksParts: boolean, headers: Record<string, string> = {}) => {
    const app = Fastify()
    app.decorate('publicUrl', 'https://courses.example')
    app.decorate('checksParts', checksParts)
    app.get('/', (request, reply) => {
      const parts = { courses: courses === null ? null : JSON.stringify(courses) }
      return sendJson(api.courses.catalogue, new JoinedReply<object, never>(rest, parts), request, reply)
    })
    const { statusCode, body } = await app.inject({ url: '/', headers })
    await app.close()
    return { statusCode, body: JSON.parse(body) }
  }
  const { secret: _, ...allowed } = rest

  test.each([true, false])('has it as it is, and the rest filtered (checked: %s)', async (checked) => {
    expect(await send([card], checked)).toEqual({ statusCode: 200, body: { ...allowed, courses: [card] } })
  })

  test.each([true, false])('fails where a value was null that must not be (checked: %s)', async (checked) => {
    expect((await send(null, checked)).statusCode).toBe(500)
  })

  test('has absolute URLs of media for pages of other origins', async () => {
    const { body } = await send([card], true, { origin: 'https://app.example' })
    expect(body.courses[0].thumbnail).toBe('https://courses.example/api/x')
  })

  test.each([
    ['a property that the contract does not have', { ...card, secret: 1 }],
    ['a value of another type', { ...card, reviewCount: '1' }],
    ['no value', { ...card, title: undefined }],
  ])('fails outside of production with %s', async (_what, broken) => {
    expect((await send([broken], true)).statusCode).toBe(500)
  })
})

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
