import { type Fetch, publicPaths } from '@virtual-courses/contract'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { hostContext } from '#app/loaders.ts'
import { defaultSettings } from '#lib/session/session.ts'
import { loader as browse } from './browse.tsx'
import { loader as showCourse } from './public-course.tsx'

const course = { _id: 'c1', title: 'हिन्दी में पाइथन', creator: 'u1' }

/** The status and the target of what a visitor gets; `student` is signed in. */
async function visit(
  address: string,
  { on = true, student = false } = {},
): Promise<[status: number, to?: string | null]> {
  const fetch: Fetch = async (path) => {
    if (path === '/api/user/viewer') return Response.json({ user: { _id: 'u2', role: 'student' } })
    return Response.json(path.includes('/public/') ? { course, educator: {}, updatedAt: '' } : { courses: [] })
  }
  const settings = { ...defaultSettings, publicPages: on }
  const context = new RouterContextProvider()
  context.set(hostContext, {
    fetch,
    mayBeSignedIn: student,
    settings,
    language: 'en',
    requestId: '',
    nonce: '',
    report: () => {},
  })
  const url = new URL(address, 'http://localhost')
  const [, page, last] = url.pathname.split('/')
  const slug = decodeURIComponent(last ?? '')
  try {
    if (page === 'course') await showCourse({ context, url, params: { slug } })
    else await browse({ context, url, params: last === undefined ? {} : { category: slug } })
    return [200]
  } catch (answer) {
    if (answer instanceof Response) return [answer.status, answer.headers.get('location')]
    return [(answer as { init: ResponseInit }).init.status ?? 0]
  }
}

const canonical = publicPaths.course(course)

it.each<[string, Awaited<ReturnType<typeof visit>>]>([
  ['/browse', [200]],
  ['/browse/ai-ml?level=Beginner', [200]],
  ['/browse?category=AI%2FML&level=Beginner', [301, '/browse/ai-ml?level=Beginner']],
  ['/browse/ai-ml?category=Others', [301, '/browse?category=AI%2FML&category=Others']],
  ['/browse/cooking', [404]],
  [canonical, [200]],
  ['/course/c1', [301, canonical]],
  ['/course/Old-Title-c1?ref=x', [301, `${canonical}?ref=x`]],
])('a visitor at %s gets %j', async (address, answer) => expect(await visit(address)).toEqual(answer))

it.each([
  ['/browse', '/allcourses'],
  ['/browse/ai-ml?sort=popular', '/allcourses?category=AI%2FML&sort=popular'],
  ['/course/some-title-c1', '/viewcourse/c1'],
])('who is signed in goes from %s to %s, whether public pages are on or off', async (address, to) => {
  for (const on of [true, false]) expect(await visit(address, { on, student: true })).toEqual([302, to])
})

it.each(['/browse', '/browse/ai-ml', canonical])('there is no %s while public pages are off', async (address) =>
  expect(await visit(address, { on: false })).toEqual([404]),
)
