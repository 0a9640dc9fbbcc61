import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isOutage } from '#core/domain-error.ts'
import { isWhole } from '#test/support/in-all.ts'
import { type SwiftServer, startSwift } from '#test/support/services/swift-server.ts'
import { storageConformance } from './conformance.ts'
import { s3Storage } from './s3.ts'

storageConformance('s3', async () => {
  const server = await startSwift()
  return { storage: s3Storage(server.options), close: server.close }
})

describe('the store in a bucket of OpenStack Swift', () => {
  let server: SwiftServer
  let folder: string
  const storage = () => s3Storage(server.options)
  const addressOf = async (key: string, options = {}) => {
    const found = await storage().locate(key, options)
    if (found?.kind !== 'url') throw new Error('no address')
    return found.url
  }
  beforeAll(async () => {
    server = await startSwift()
    folder = await mkdtemp(join(tmpdir(), 's3-storage-'))
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  test('stores a video of many parts intact, and players read any range of it by its URL', async () => {
    const video = randomBytes((isWhole ? 40 : 20) * 1024 ** 2 + 7)
    await writeFile(join(folder, 'video'), video)
    await storage().putFile('videos/one', join(folder, 'video'), 'video/mp4')
    const stream = await storage().read('videos/one')
    expect(stream && (await buffer(stream)).equals(video)).toBe(true)
    expect(await storage().locate('videos/one')).toMatchObject({ kind: 'url', bytes: video.length })
    const url = await addressOf('videos/one')
    expect(new URL(url).origin).toBe(storage().origin)
    // the second range spans two parts
    const ends = [0, 16 * 1024 ** 2 - 5, video.length - 10]
    for (const start of ends) {
      const part = await fetch(url, { headers: { range: `bytes=${start}-${start + 9}` } })
      expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
        206,
        `bytes ${start}-${start + 9}/${video.length}`,
        'video/mp4',
      ])
      expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(start, start + 10))).toBe(true)
    }
    expect((await fetch(url, { headers: { range: `bytes=${video.length}-` } })).status).toBe(416)
    // a URL for a range
    const range = { header: 'bytes=5-9', bytes: video.length }
    const bound = await addressOf('videos/one', { seconds: 60, range })
    const read = (header: string) => fetch(bound, { headers: { range: header } })
    expect([(await read('bytes=5-9')).status, (await read('bytes=5-99')).status, (await fetch(bound)).status]).toEqual([
      206, 403, 403,
    ])
    // The service stores its parts elsewhere, and they must not be listed.
    expect((await storage().list('videos/', { limit: 10 })).map(({ key, bytes }) => [key, bytes])).toEqual([
      ['videos/one', video.length],
    ])
  })

  test('serves bytes only with a matching signature that has not expired', async () => {
    await storage().putBytes('files/one', Buffer.from('%PDF-1.7'), 'application/pdf')
    await storage().putBytes('files/two', Buffer.from('secret'), 'application/pdf')
    const url = await addressOf('files/one', { seconds: 1 })
    expect((await fetch(url)).status).toBe(200)
    for (const other of [
      url.split('?')[0] ?? '',
      url.replace('files/one', 'files/two'),
      url.replace('X-Amz-Expires=1', 'X-Amz-Expires=3600'),
    ]) {
      const refused = await fetch(other)
      expect([400, 403], other).toContain(refused.status)
      expect(await refused.text()).not.toMatch(/%PDF|secret$/)
    }
    const signed = new URL(await addressOf('files/one')).searchParams
    expect(signed.get('X-Amz-Expires')).toBe('21600')
    const wrong = s3Storage({ ...server.options, secretAccessKey: 'another' })
    await expect(wrong.check()).rejects.toThrow()
    await expect(wrong.read('files/one')).rejects.toThrow()
  })

  test('lets browsers save a file under a given name', async () => {
    await storage().putBytes('files/named', Buffer.from('%PDF-1.7'), 'application/pdf')
    const disposition = `attachment; filename="a.pdf"; filename*=UTF-8''%C3%BC.pdf`
    const saved = await fetch(await addressOf('files/named', { disposition }))
    expect(saved.headers.get('content-disposition')).toBe(disposition)
    expect((await fetch(await addressOf('files/named'))).headers.get('content-disposition')).toBeNull()
  })

  test('lists and removes more objects than the service returns in one page', async () => {
    const keys = Array.from({ length: 45 }, (_, index) => `streams/many/${index}`).sort()
    await Promise.all(keys.map((key) => storage().putBytes(key, Buffer.from('x'), 'image/webp')))
    const listed = async (options: { after?: string; limit: number }) =>
      (await storage().list('streams/', options)).map(({ key }) => key)
    expect(await listed({ limit: 5000 })).toEqual(keys)
    expect(await listed({ limit: 30, after: keys[9] ?? '' })).toEqual(keys.slice(10, 40))
    await storage().remove('streams/many/')
    expect(await listed({ limit: 5000 })).toEqual([])
  })
})

const away = {
  region: 'us-east-1',
  bucket: 'media',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  endpoint: 'http://127.0.0.1:9',
}

test('a store that cannot be reached is not ready', async () => {
  await expect(s3Storage(away).check()).rejects.toThrow()
}, 30_000)

describe('a service in trouble', () => {
  const openService = async (answer: RequestListener) => {
    const service = createServer(answer).listen(0, '127.0.0.1')
    onTestFinished(() => void service.close().closeAllConnections())
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo
    return s3Storage({ ...away, endpoint: `http://127.0.0.1:${port}`, silentMs: 200 })
  }

  test.each<[string, RequestListener]>([
    ['that is overloaded', (_, reply) => reply.writeHead(503).end()],
    ['that has an error of its own', (_, reply) => reply.writeHead(500).end()],
    ['that takes requests and answers none', () => {}],
  ])('%s is one that does not answer, so that people may try again later', async (_what, answer) => {
    const storage = await openService(answer)
    const error = await storage.locate('videos/one').catch((one: unknown) => one)
    expect(isOutage(error)).toBe(true)
  })

  test('that falls silent in the middle of an object ends its stream', async () => {
    const storage = await openService((_, reply) => {
      reply.writeHead(200, { 'content-length': 1000 }).write('the first bytes')
    })
    const stream = await storage.read('videos/one')
    await expect(stream && buffer(stream)).rejects.toThrow()
  })
})

test('a URL for a range is signed with the header, so that it is invalid for another range', async () => {
  const addressOf = async (header: string) => {
    const found = await s3Storage(away).locate('streams/one/720p.mp4', { seconds: 60, range: { header, bytes: 100 } })
    if (found?.kind !== 'url') throw new Error('no address')
    return new URL(found.url).searchParams
  }
  const [one, other] = [await addressOf('bytes=0-9'), await addressOf('bytes=0-99')]
  expect([one.get('X-Amz-SignedHeaders'), one.get('Range')]).toEqual(['host;range', null])
  expect(one.get('X-Amz-Signature')).not.toBe(other.get('X-Amz-Signature'))
})
