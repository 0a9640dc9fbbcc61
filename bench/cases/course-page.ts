import { z } from 'zod'
import { type BenchCase, cpu } from '../lib/bench-case.ts'
import { idOf, size } from '../lib/dataset.ts'
import { expectThat, httpSide, probe } from '../lib/http-side.ts'

const fields =
  'id,title,sub_title,description,category,level,price_paise,thumbnail_id,is_published,rating_sum,rating_count,enrolment_count,lecture_count,created_at,creator_id.id,creator_id.name,lectures.id,lectures.title,lectures.is_preview_free,lectures.live_state,lectures.live_start_time,lectures.video_id,lectures.video_bytes,reviews.rating'

const requestsFor = (path: (id: string) => string) =>
  Array.from({ length: size.courses }, (_, course) => ({
    method: 'GET',
    path: path(idOf('courses', course)),
    headers: { 'Accept-Encoding': 'identity' },
  }))
const ourRequests = requestsFor((id) => `/api/course/getcourse/${id}`)
const directusRequests = requestsFor((id) => `/items/courses/${id}?fields=${fields}`)

const Whole = z.object({
  title: z.string(),
  lectures: z.array(z.unknown()).length(size.lecturesPerCourse),
  reviews: z.array(z.object({ rating: z.number() })).length(size.reviews / size.courses),
})

/** A course page with 40 lectures and its ratings, each course in turn, against Directus's nested read of the same. */
export const p3: BenchCase = {
  id: 'P3',
  title: 'course page with 40 lectures',
  ratios: [cpu(1 / 5, 1 / 9, 1 / 15)],
  prepare: async (environment) => {
    const server = await environment.ours()
    const mine = await probe(`${server.origin}${ourRequests[0]?.path}`)
    expectThat(mine.status === 200, `our course page returns ${mine.status}`)
    Whole.parse(JSON.parse(mine.body.toString()))
    const directus = await environment.directus()
    const theirs = await probe(`${directus.origin}${directusRequests[0]?.path}`)
    expectThat(theirs.status === 200, `Directus returns ${theirs.status} ${theirs.body}`)
    z.object({ data: Whole }).parse(JSON.parse(theirs.body.toString()))
    const { pid: databasePid } = await environment.cluster()
    const side = { connections: 16, databasePid }
    return {
      ours: httpSide(server, { ...side, requests: () => ourRequests }),
      peer: httpSide(directus, { ...side, requests: () => directusRequests }),
      note: `${mine.body.length} B, theirs ${theirs.body.length} B`,
    }
  },
}
