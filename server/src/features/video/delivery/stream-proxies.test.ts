import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStorage } from '#adapters/storage/disk.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { nginx, nginxFile, startNginx } from '#test/support/services/nginx.ts'
import { fetchesOf } from '#test/support/video/fetch-media.ts'
import { makeStream } from '#test/support/video/make-stream.ts'

describe.skipIf(!nginx)('behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vc-proxies-'))
  const streams = `proxy_cache_path ${folder}/cache keys_zone=streams:1m max_size=50m use_temp_path=off;`
  let app: TestApp
  let behind: number
  let buyer: TestUser
  let other: TestUser
  let third: TestUser
  let lecture: Lecture
  let stream: Awaited<ReturnType<typeof makeStream>>
  let child: ChildProcess | undefined
  const storage = diskStorage(join(folder, 'media'))
  const accelerated = diskStorage(join(folder, 'media'), { proxyPath: '/media-files/' })
  const { addressFor } = fetchesOf(() => app)
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'cache'))
    app = await createTestApp({ config: paymentKeys, overrides: { storage } })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    behind = (app.server.server.address() as AddressInfo).port // listening on TCP
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { price: 499 })
    lecture = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
    stream = await makeStream(app, lecture._id)
    // so long that what a player loads ahead is less than a hundredth
    await app.deps.db.updateTable('videos').set({ duration_seconds: 10_000 }).where('id', '=', stream.videoId).execute()
    buyer = await app.makeUser()
    other = await app.makeUser()
    third = await app.makeUser()
    for (const student of [buyer, other, third]) await buy(student, course._id)
  })
  afterAll(async () => {
    child?.kill()
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const part = async (origin: string, user: TestUser | null, address: string, range = 'bytes=1000-250000') => {
    const answer = await fetch(origin + address, {
      headers: { range, ...(user && { cookie: user.cookie }) },
      redirect: 'manual',
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const right = bytes.equals((stream.bytes['720p.mp4'] ?? Buffer.alloc(0)).subarray(1000, 250_001))
    return { status: answer.status, right, cache: answer.headers.get('x-cache'), headers: answer.headers, bytes }
  }

  test('parts are cached by path, and each viewer is authorised by the server', async () => {
    const started = await startNginx({ folder, behind, http: streams }, nginxFile('stream-cache.conf'))
    child = started.child
    const { origin } = started
    const address = await addressFor(buyer, lecture)
    const theirs = await addressFor(other, lecture)
    expect(await part(origin, buyer, address)).toMatchObject({ status: 206, right: true, cache: 'MISS' })
    // what the cache sends counts for the buyer: here the first one of three segments
    expect(await part(origin, other, theirs, 'bytes=1000-99999')).toMatchObject({ status: 206, cache: 'HIT' })
    const { orders } = await other.call(api.orders.list, { query: {} })
    expect(orders[0]?.refund.watchedPercent).toBe(33)
    expect(await part(origin, other, theirs)).toMatchObject({ status: 206, right: true, cache: 'HIT' })
    // without a range the whole file is requested
    const whole = await fetch(origin + (await addressFor(third, lecture)), { headers: { cookie: third.cookie } })
    expect((await whole.arrayBuffer()).byteLength).toBe(300_000)
    expect((await third.call(api.orders.list, { query: {} })).orders[0]?.refund.watchedPercent).toBe(100)
    // others do not get cached parts
    const refused = await part(origin, other, address)
    expect([refused.status, JSON.parse(refused.bytes.toString()).code]).toEqual([403, 'not_entitled'])
    expect((await part(origin, null, address)).status).toBe(401)
    expect((await part(origin, buyer, address.replace('720p', '1080p'))).status).toBe(404)
    await other.call(api.accounts.logout)
    expect((await part(origin, other, theirs)).status).toBe(401)
    app.clock.ms += 11 * 60_000
    const renewed = await part(origin, buyer, address)
    expect(renewed.status).toBe(302)
    const next = new URL(renewed.headers.get('location') ?? '', origin)
    expect(await part(origin, buyer, next.pathname + next.search)).toMatchObject({
      status: 206,
      right: true,
      cache: 'HIT',
    })
    child.kill()
  })

  test('nginx sends what a process allows, from the folder of the media', async () => {
    const { locate } = app.deps.storage
    app.deps.storage.locate = accelerated.locate
    app.clock.ms += 61_000
    try {
      const commented = nginxFile('locations.conf')
      const location = commented.slice(commented.indexOf('#location /media-files/')).replaceAll(/^#/gm, '')
      const started = await startNginx(
        { folder, behind, http: '' },
        location.replace('/var/lib/virtual-courses/media/', `${folder}/media/`),
      )
      child = started.child
      const { origin } = started
      const address = await addressFor(buyer, lecture)
      const sent = await part(origin, buyer, address)
      expect(sent).toMatchObject({ status: 206, right: true })
      expect(sent.headers.get('cache-control')).toBe('private, max-age=3600, immutable')
      // an uploaded file is never executed by a browser
      expect(sent.headers.get('content-security-policy')).toContain('sandbox')
      expect(sent.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await part(origin, null, address)).status).toBe(401)
      expect((await part(origin, buyer, `/media-files/streams/${stream.streamId}/720p.mp4`)).status).toBe(404)
      const original = await fetch(origin + lecture.videoUrl, { headers: { cookie: buyer.cookie, range: 'bytes=0-9' } })
      expect([original.status, (await original.arrayBuffer()).byteLength]).toEqual([206, 10])
    } finally {
      app.deps.storage.locate = locate
      child?.kill()
    }
  })
})
