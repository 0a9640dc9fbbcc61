import { gunzipSync } from 'node:zlib'
import { api, courseSlug, sitemapLimits } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse } from '#test/support/make-course.ts'
import type { findAddresses } from '../queries.ts'
import { createSitemap } from './sitemap.ts'

const origin = 'https://courses.example'

let app: TestApp
let educator: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: { publicUrl: origin } })
  educator = await app.makeUser('educator', 'Meera')
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers })
const show = (courseId: string, user?: TestUser) =>
  (user?.call ?? app.visitor)(api.publicPages.course, { params: { courseId } })
const setPublicPages = (publicPages: 'on' | 'off') => admin.call(api.admin.saveSettings, { body: { publicPages } })
/** The addresses of a file, and its text. */
async function read(url: string) {
  const answer = await get(url)
  const addresses = [...answer.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  return { status: answer.statusCode, text: answer.body, addresses }
}

describe('a course for visitors', () => {
  test('is the same for everyone, with its educator and without their address', async () => {
    const { _id } = await makeCourse(educator, { title: 'For all' })
    const page = await show(_id)
    expect(page).toMatchObject({ course: { _id, title: 'For all' }, educator: { name: 'Meera' } })
    expect(Object.keys(page.educator).toSorted()).toEqual(['description', 'name', 'photoUrl'])
    expect(await show(_id, educator)).toEqual(page)
  })

  test('is not there as a draft, not even for its educator, nor under another id', async () => {
    const { _id } = await makeCourse(educator, { published: false })
    for (const user of [undefined, educator, admin]) await expectProblem(show(_id, user), 404, 'not_found')
    for (const id of ['nothing', "' or true --", '%00'.repeat(3)]) await expectProblem(show(id), 404, 'not_found')
    await expectProblem(show('x'.repeat(65)), 400, 'invalid_input')
  })
})

describe('the sitemap', () => {
  test('names the published courses with their last change, and follows changes', async () => {
    const shown = await makeCourse(educator, { title: 'हिन्दी & <more>' })
    const draft = await makeCourse(educator, { title: 'Hidden', published: false })
    app.clock.ms += 11 * 60_000
    await expect.poll(async () => (await read('/sitemap-courses-1.xml')).text).toContain(shown._id)
    const index = await read('/sitemap.xml')
    expect(index.addresses).toEqual([`${origin}/sitemap-courses-1.xml`, `${origin}/sitemap-pages.xml`])
    const courses = await read('/sitemap-courses-1.xml')
    expect(courses.addresses).toContain(`${origin}/course/${encodeURIComponent(courseSlug(shown))}`)
    expect(courses.text).not.toContain(draft._id)
    expect(courses.text.match(/<lastmod>\d{4}-\d{2}-\d{2}T[\d:.]+Z<\/lastmod>/g)).toHaveLength(courses.addresses.length)
    const pages = await read('/sitemap-pages.xml')
    const shop = ['about', 'contact', 'terms', 'privacy', 'refunds', 'grievance']
    const paths = ['', 'browse', ...shop, 'browse/web-development']
    expect(pages.addresses).toEqual(paths.map((path) => `${origin}/${path}`))

    await educator.call(api.courses.remove, { params: { courseId: shown._id } })
    app.clock.ms += 11 * 60_000
    await expect.poll(async () => (await read('/sitemap-courses-1.xml')).text).not.toContain(shown._id)
  })

  test('is sent compressed, or plain to those who want it so, and not again to those who have it', async () => {
    const zipped = await get('/sitemap-courses-1.xml', { 'accept-encoding': 'gzip, br' })
    expect(zipped.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
    const plain = await get('/sitemap-courses-1.xml')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
    expect(plain.headers.etag).not.toBe(zipped.headers.etag)
    const again = await get('/sitemap-courses-1.xml', { 'if-none-match': String(plain.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each(['courses-2.xml', 'courses-0.xml', 'index.xml.gz', '__proto__', 'courses-1.xml%00', '..%2Findex.xml'])(
    'has no file %s',
    async (file) => {
      expect((await get(`/sitemap-${file}`)).statusCode).toBe(404)
    },
  )

  test.skipIf(!isWhole)('of a large shop has files of a limited size, and is made once for all who ask', async () => {
    const { addresses: most, files } = sitemapLimits
    const total = most + 1200
    let asked = 0
    const rows = Array.from({ length: total }, (_, index) => ({
      id: String(index).padStart(8, '0'),
      title: 'T',
      category: null,
      updated_at: new Date(0),
    }))
    const find = async (_db: unknown, { after, count }: Parameters<typeof findAddresses>[1]) => {
      asked++
      const from = after === '' ? 0 : Number(after) + 1
      return rows.slice(from, from + count)
    }
    const sitemap = createSitemap({ ...app.deps, config: { publicUrl: origin } }, find)
    const [index, first] = await Promise.all([sitemap.file('index.xml'), sitemap.file('courses-1.xml')])
    const second = await sitemap.file('courses-2.xml')
    const count = (file: typeof first) =>
      gunzipSync(file?.bytes ?? Buffer.alloc(0))
        .toString()
        .split('<loc>').length - 1
    expect([count(index), count(first), count(second)]).toEqual([3, most, 1200])
    expect(await sitemap.file('courses-3.xml')).toBeUndefined()
    expect(asked).toBe(Math.ceil(total / 1000) + (total % 1000 === 0 ? 1 : 0))
    expect(files).toBeGreaterThan(2)
  })
})

describe('the setting', () => {
  test('is read at each request: off hides pages and sitemap and asks robots to stay away', async () => {
    const { _id } = await makeCourse(educator)
    const robots = async () => (await get('/robots.txt')).body
    expect(await robots()).toContain(`Sitemap: ${origin}/sitemap.xml`)
    for (const path of ['/api/', '/viewcourse/', '/admin/', '/courses'])
      expect(await robots()).toContain(`Disallow: ${path}\n`)
    expect(await robots()).not.toMatch(/Disallow: \/(browse|course\/|$)/m)

    await setPublicPages('off')
    expect(await robots()).toBe('User-agent: *\nDisallow: /\n')
    for (const url of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-courses-1.xml'])
      expect((await get(url)).statusCode).toBe(404)
    await expectProblem(show(_id), 404, 'not_found')
    // the specified calls stay public
    await app.visitor(api.courses.get, { params: { courseId: _id } })

    await setPublicPages('on')
    expect((await get('/sitemap.xml')).statusCode).toBe(200)
    expect((await show(_id)).course._id).toBe(_id)
  })

  test.each(['yes', true, '', null])('refuses %j', async (publicPages) => {
    await expectProblem(
      admin.call(api.admin.saveSettings, { body: { publicPages: publicPages as 'on' } }),
      400,
      'invalid_input',
    )
  })
})
