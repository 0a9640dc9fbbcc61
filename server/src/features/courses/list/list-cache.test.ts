import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { nginx, nginxFile, startNginx } from '#test/support/services/nginx.ts'

describe.skipIf(!nginx)('behind nginx the full list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vc-list-'))
  const { path } = api.courses.published
  let app: TestApp
  let educator: TestUser
  let course: Course
  let started: { origin: string; child: ChildProcess }
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    app = await createTestApp({ logLevel: 'trace' })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo // listening on TCP
    const file = nginxFile('list-cache.conf')
    const http = file
      .match(/^# {3}(proxy_cache_path|map) .*$/gm)
      ?.map((line) => line.slice(1).replace('/var/cache/nginx', folder))
    started = await startNginx({ folder, behind: port, http: (http ?? []).join('\n') }, file)
    educator = await app.makeUser('educator')
    course = await makeCourse(educator, { title: 'Before' })
  })
  afterAll(async () => {
    started?.child.kill()
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const read = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(started.origin + path, { headers })
    const body = await answer.text()
    return {
      status: answer.status,
      tag: String(answer.headers.get('etag')),
      cache: answer.headers.get('x-cache'),
      title: body === '' ? undefined : (JSON.parse(body) as Course[])[0]?.title,
    }
  }
  /** Status codes of the requests for the list that have reached the application. */
  const reached = (): unknown[] =>
    app.logged.flatMap((line) => ('path' in line && line.path === path && 'status' in line ? [line.status] : []))

  test('is read by one of many visitors, and unchanged for who has it', async () => {
    const first = await Promise.all(Array.from({ length: 8 }, () => read()))
    expect(new Set(first.map(({ title }) => title))).toEqual(new Set(['Before']))
    expect((await read({ 'if-none-match': String(first[0]?.tag) })).status).toBe(304)
    expect((await read()).cache).toBe('HIT')
    expect(reached()).toEqual([200])
  })

  test('is never stale for the author of a change, who may have their own tag', async () => {
    await educator.call(api.courses.edit, { params: { courseId: course._id }, body: { title: 'After' } })
    const mine = await read({ cookie: educator.cookie })
    expect([mine.title, mine.cache]).toEqual(['After', null])
    expect((await read({ cookie: educator.cookie, 'if-none-match': mine.tag })).status).toBe(304)
    expect(reached().at(-1)).toBe(304)
    expect((await read()).title).toBe('Before')
  })

  test.skipIf(!isWhole)(
    'shows the change to visitors within ten seconds, and is only asked about when nothing has changed',
    async () => {
      const begun = performance.now()
      await expect.poll(async () => (await read()).title, { timeout: 10_000, interval: 200 }).toBe('After')
      const waited = performance.now() - begun
      expect(waited).toBeLessThan(10_000)
      await expect.poll(async () => (await read()).cache, { timeout: 10_000, interval: 200 }).toBe('REVALIDATED')
      expect(reached().at(-1)).toBe(304)
    },
  )
})
