import { api } from '@virtual-courses/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/support/create-test-app.ts'
import { makeCourse } from '../../test/support/make-course.ts'

const listed = 'https://app.example'
const publicUrl = 'https://courses.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: { CORS_ORIGINS: [listed], publicUrl } })
  const educator = await app.makeUser('educator')
  const { _id } = await makeCourse(educator)
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  await educator.call(api.courses.edit, {
    params: { courseId: _id },
    body: {},
    files: { thumbnail: new Blob([new Uint8Array(picture)], { type: 'image/png' }) },
  })
})
afterAll(() => app.close())

const published = (headers: Record<string, string>) => app.server.inject({ url: api.courses.published.path, headers })

describe('media addresses', () => {
  it.each(['identity', 'br', 'gzip'])('are absolute for pages of another origin (%s)', async (encoding) => {
    const headers = { 'accept-encoding': encoding, host: 'courses.example' }
    const foreign = await published({ ...headers, origin: listed })
    const own = await published(headers)
    expect(foreign.headers.etag).not.toBe(own.headers.etag)
    for (const { headers: sent } of [foreign, own]) expect(String(sent.vary).toLowerCase()).toContain('origin')
  })

  it('are absolute in cached and uncached replies', async () => {
    const one = (await published({ origin: listed })).json()[0]
    expect(one.thumbnail).toMatch(/^https:\/\/courses\.example\//)
    const url = api.courses.get.path.replace(':courseId', one._id)
    const single = (await app.server.inject({ url, headers: { origin: listed } })).json()
    expect(single.thumbnail).toBe(one.thumbnail)
    const again = await published({ origin: publicUrl })
    expect(again.json()[0].thumbnail).toMatch(/^\/[^/]/)
    expect((await published({})).json()[0].thumbnail).toMatch(/^\/[^/]/)
  })
})

describe('the preflight of a listed origin', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('allows %s with credentials', async (method) => {
    const answer = await app.server.inject({
      method: 'OPTIONS',
      url: api.courses.published.path,
      headers: { origin: listed, 'access-control-request-method': method },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe(listed)
    expect(answer.headers['access-control-allow-credentials']).toBe('true')
    expect(String(answer.headers['access-control-allow-methods']).split(', ')).toContain(method)
  })

  it('of another origin allows nothing', async () => {
    const answer = await app.server.inject({
      method: 'OPTIONS',
      url: api.courses.published.path,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})
