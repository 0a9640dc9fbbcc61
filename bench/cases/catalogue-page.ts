import { z } from 'zod'
import { size } from '../lib/dataset.ts'
import type { Request } from '../lib/load.ts'
import { expectThat, probe } from '../lib/probe.ts'

const Page = z.object({ courses: z.array(z.object({ creatorName: z.string() })), total: z.number() })

/** All ten pages of the catalogue in turn, newest first. */
export const pageRequests: readonly Request[] = Array.from({ length: size.courses / 20 }, (_, page) => ({
  method: 'GET',
  path: `/api/course/catalogue?limit=20&offset=${page * 20}`,
  headers: { 'Accept-Encoding': 'identity' },
}))

/** Looks that our first page is a page of 20 with names and the total, and answers its size in bytes. */
export async function checkPage(origin: string): Promise<number> {
  const answer = await probe(`${origin}${pageRequests[0]?.path}`)
  expectThat(answer.status === 200, `our catalogue page answers ${answer.status}`)
  const page = Page.parse(JSON.parse(answer.body.toString()))
  expectThat(page.courses.length === 20 && page.total === size.courses, 'our catalogue page is not 20 of 200')
  return answer.body.length
}
