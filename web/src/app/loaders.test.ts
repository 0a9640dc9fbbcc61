import { api, type Fetch, type Host, type Problem } from '@virtual-courses/contract'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { hostContext, onServer, type Reading } from './loaders.ts'

const problem = (status: number, code: Problem['code'], message = 'A sentence') =>
  Response.json({ message, code, requestId: 'r' }, { status })

function host(answer: (path: string) => Response | Promise<Response>, mayBeSignedIn = true) {
  const called: string[] = []
  const fetch: Fetch = async (path) => {
    called.push(path)
    return answer(path)
  }
  const settings = {
    siteName: 'Virtual Courses',
    supportAddress: '',
    storeCopy: 'fixed',
    language: 'en',
    publicPages: true,
    agreement: '',
    refundDays: 7,
    refundWatchedPercent: 20,
    taxIncluded: false,
    publicUrl: 'https://courses.example',
    google: 'none',
    outbox: false,
    languages: [],
    development: false,
  } as const
  const given: Host = {
    fetch,
    mayBeSignedIn,
    settings,
    language: 'en',
    requestId: 'request-1',
    nonce: '',
    report: () => {},
  }
  const context = new RouterContextProvider()
  context.set(hostContext, given)
  return { called, args: { context, params: { courseId: 'c1' }, url: new URL('http://localhost/viewcourse/c1?a=b') } }
}

const readCourse = onServer(({ api: call, params }: Reading<{ courseId: string }>) => call(api.courses.get, { params }))
const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

it('reads the current user once, and not at all for a request without cookies', async () => {
  const signedIn = host((path) => (path.endsWith('/current') ? problem(401, 'unauthenticated') : Response.json({})))
  await Promise.all([readCourse(signedIn.args), readCourse(signedIn.args)])
  expect(signedIn.called.filter((path) => path === '/api/user/viewer')).toHaveLength(1)
  const visitor = host(() => Response.json({}), false)
  await readCourse(visitor.args)
  expect(visitor.called).toEqual(['/api/course/getcourse/c1'])
})

it('turns an error into an error page with its status, sentence and request', async () => {
  const { args } = host(() => problem(404, 'not_found', 'It is gone'), false)
  expect(await thrown(readCourse(args))).toMatchObject({
    data: { message: 'It is gone', requestId: 'request-1' },
    init: { status: 404, statusText: 'not_found' },
  })
})

it('redirects to /signup when the session has ended, and back afterwards', async () => {
  const { args } = host(() => problem(401, 'unauthenticated'), false)
  const answer = await thrown(readCourse(args))
  if (!(answer instanceof Response)) throw answer
  expect(answer.headers.get('location')).toBe('/signup?next=%2Fviewcourse%2Fc1%3Fa%3Db')
  // a new document: the one that is open still shows the account
  expect(answer.headers.get('x-remix-reload-document')).toBe('true')
})

it('answers 503 when the API cannot be reached, and lets unexpected errors through', async () => {
  const unreachable = host(() => Promise.reject(new Error('down')), false)
  expect(await thrown(readCourse(unreachable.args))).toMatchObject({ init: { status: 503, statusText: 'network' } })
  const broken = onServer(() => Promise.reject(new TypeError('a mistake of ours')))
  expect(await thrown(broken(unreachable.args))).toBeInstanceOf(TypeError)
})

it('leads those of whom the site demands a second factor to where they set one up, and back', async () => {
  const { args } = host(() => problem(403, 'second_factor_demanded'), false)
  const redirect = await thrown(readCourse(args))
  expect(redirect).toBeInstanceOf(Response)
  const location = (redirect as Response).headers.get('location')
  expect(location).toBe('/account/security?next=%2Fviewcourse%2Fc1%3Fa%3Db')
})

it('every page that is read in the browser says when it is read again', () => {
  const sources = import.meta.glob<string>('../pages/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const pages = Object.entries(sources).filter(([, source]) =>
    source.includes('export const clientLoader = inBrowser('),
  )
  expect(pages.length).toBeGreaterThan(80)
  const silent = pages.filter(([, source]) => !/export .*\bshouldRevalidate\b/.test(source))
  expect(silent.map(([path]) => path)).toEqual([])
})
