import { z } from 'zod'
import { type BenchCase, cpu } from '../lib/bench-case.ts'
import { size } from '../lib/dataset.ts'
import { httpSide } from '../lib/http-side.ts'
import { expectThat, probe } from '../lib/probe.ts'
import { checkPage, pageRequests } from './catalogue-page.ts'

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
  ratios: [cpu(1 / 8, 1 / 15)],
  prepare: async (house) => {
    const server = await house.ours()
    const bytes = await checkPage(server.origin)
    const directus = await house.directus()
    const answer = await probe(`${directus.origin}${directusPageRequests[0]?.path}`)
    expectThat(answer.status === 200, `Directus answers ${answer.status} ${answer.body}`)
    const page = DirectusPage.parse(JSON.parse(answer.body.toString()))
    expectThat(page.data.length === 20, 'Directus does not answer 20 courses')
    const { pid: databasePid } = await house.cluster()
    const side = { connections: 16, databasePid }
    return {
      ours: httpSide(server, { ...side, requests: () => pageRequests }),
      peer: httpSide(directus, { ...side, requests: () => directusPageRequests }),
      note: `${bytes} B, theirs ${answer.body.length} B`,
      stop: async () => {},
    }
  },
}
