import { z } from 'zod'
import { type BenchCase, cpu, perSecond } from '../lib/bench-case.ts'
import { idOf, madeAt, size } from '../lib/dataset.ts'
import { expectThat, httpSide, probe } from '../lib/http-side.ts'
import type { Request } from '../lib/load.ts'
import { startFastifySelect } from '../peers/bare-servers.ts'

const Page = z.object({ courses: z.array(z.object({ creatorName: z.string() })), total: z.number() })

/** The cursor of the page behind a course, as the server makes it. */
const behind = (course: number): string =>
  Buffer.from(JSON.stringify([1, madeAt(course), idOf('courses', course)])).toString('base64url')

/** All ten pages of the catalogue in turn, newest first. */
export const pageRequests: readonly Request[] = Array.from({ length: size.courses / 20 }, (_, page) => ({
  method: 'GET',
  path: `/api/course/catalogue?limit=20${page > 0 ? `&cursor=${behind(size.courses - page * 20)}` : ''}`,
  headers: { 'Accept-Encoding': 'identity' },
}))

/** Checks that our first page is a page of 20 with names and the total, and returns its size in bytes. */
export async function checkPage(origin: string): Promise<number> {
  const answer = await probe(`${origin}${pageRequests[0]?.path}`)
  expectThat(answer.status === 200, `our catalogue page returns ${answer.status}`)
  const page = Page.parse(JSON.parse(answer.body.toString()))
  expectThat(page.courses.length === 20 && page.total === size.courses, 'our catalogue page is not 20 of 200')
  return answer.body.length
}

/** A page of 20 from PostgreSQL, against the least that the same framework, driver and database can do. */
export const l4: BenchCase = {
  id: 'L4',
  title: 'catalogue page of 20, uncached',
  ratios: [perSecond(0.1, 0.17, 0.25)],
  prepare: async (environment, started) => {
    const server = await environment.ours()
    const bytes = await checkPage(server.origin)
    const cluster = await environment.cluster()
    const databaseUrl = await cluster.createDatabase('select_one')
    const peer = await started.keep(startFastifySelect(environment.folderFor('l4'), databaseUrl))
    const side = { connections: 16, databasePid: cluster.pid }
    const nothing = { method: 'GET', path: '/', headers: {} }
    return {
      ours: httpSide(server, { ...side, requests: () => pageRequests }),
      peer: httpSide(peer, { ...side, requests: () => [nothing] }),
      note: `${bytes} B`,
    }
  },
}

const fields =
  'id,title,sub_title,category,level,price_paise,thumbnail_id,creator_id.id,creator_id.name,rating_sum,rating_count,enrolment_count,lecture_count'

/** The same ten pages as ours: published courses, newest first, with the creator's name and the total. */
export const directusPageRequests = Array.from({ length: size.courses / 20 }, (_, page) => ({
  method: 'GET',
  path: `/items/courses?limit=20&offset=${page * 20}&fields=${fields}&sort=-created_at&filter[is_published][_eq]=true&meta=filter_count`,
  headers: { 'Accept-Encoding': 'identity' },
}))

const DirectusPage = z.object({
  data: z.array(z.object({ title: z.string(), creator_id: z.object({ name: z.string() }) })),
  meta: z.object({ filter_count: z.literal(size.courses) }),
})

/** A page of 20 from PostgreSQL, against Directus reading the same columns of the same rows. */
export const p1: BenchCase = {
  id: 'P1',
  title: 'catalogue page of 20, uncached',
  ratios: [cpu(1 / 8, 1 / 12, 1 / 20)],
  prepare: async (environment) => {
    const server = await environment.ours()
    const bytes = await checkPage(server.origin)
    const directus = await environment.directus()
    const answer = await probe(`${directus.origin}${directusPageRequests[0]?.path}`)
    expectThat(answer.status === 200, `Directus returns ${answer.status} ${answer.body}`)
    const page = DirectusPage.parse(JSON.parse(answer.body.toString()))
    expectThat(page.data.length === 20, 'Directus does not return 20 courses')
    const { pid: databasePid } = await environment.cluster()
    const side = { connections: 16, databasePid }
    return {
      ours: httpSide(server, { ...side, requests: () => pageRequests }),
      peer: httpSide(directus, { ...side, requests: () => directusPageRequests }),
      note: `${bytes} B, theirs ${answer.body.length} B`,
    }
  },
}
