import { streamPath } from '@virtual-courses/contract'
import { expect } from 'vitest'
import type { TestApp, TestUser } from '../create-test-app.ts'

/** null is a visitor */
export type Viewer = TestUser | null

/** Fetches of media as a viewer of one application. */
export function fetchesOf(app: () => TestApp) {
  const get = (user: Viewer, url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app().server.inject({ url, method, headers: { ...headers, ...(user && { cookie: user.cookie }) } })
  const textOf = (of: { _id: string }, file: string) => streamPath(of._id).replace('main.m3u8', file)
  /** The addresses that a playlist or storyboard gives to a viewer. */
  const addressesIn = async (user: Viewer, of: { _id: string }, file: string): Promise<string[]> => {
    const answer = await get(user, textOf(of, file))
    expect(answer.statusCode).toBe(200)
    return [...new Set(answer.body.match(/\/api\/media\/streams\/[^\s"#]+/g) ?? [])]
  }
  return {
    get,
    textOf,
    addressesIn,
    addressFor: async (user: Viewer, of: { _id: string }, file = '720p.m3u8'): Promise<string> =>
      (await addressesIn(user, of, file))[0] ?? '',
    /** The status, with the code of a problem. */
    codeOf: async (user: Viewer, url: string): Promise<number | string> => {
      const answer = await get(user, url)
      return answer.statusCode < 400 ? answer.statusCode : `${answer.statusCode} ${answer.json().code}`
    },
  }
}
