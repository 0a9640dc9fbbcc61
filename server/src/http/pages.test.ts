import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offeredLanguages } from '#core/languages/language.ts'
import { registerPages } from './pages.ts'

/** A small web build: it echoes the request, calls the API, sets a cookie, and fails on demand. */
const build = `
let counted = 0
export const entry = { module: { createHandler: () => async (request, host) => {
  const url = new URL(request.url)
  if (url.pathname === '/counted') counted++
  if (url.pathname === '/rendered') return Response.json(counted)
  if (url.pathname.startsWith('/slow/')) await new Promise((resolve) => setTimeout(resolve, 5))
  if (url.pathname === '/throws') throw new Error('rendering failed')
  if (url.pathname === '/broken') return new Response('Unexpected Server Error', { status: 500 })
  if (url.pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/signup' } })
  const called = await (await host.fetch('/api/hello', { method: 'GET', headers: {} })).json()
  const form = request.method === 'POST' ? Object.fromEntries(await request.formData()) : null
  const seen = { host: url.host, path: url.pathname, called, form, mayBeSignedIn: host.mayBeSignedIn, nonce: host.nonce, requestId: host.requestId, settings: host.settings }
  return new Response(JSON.stringify(seen).padEnd(4000), { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
} } }
`

let webRoot: string
let app: FastifyInstance
let change = (): void => {}
const video = Buffer.alloc(700_000, 'v')

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'pages-'))
  const client = join(webRoot, 'build/client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await mkdir(join(client, '.vite'))
  await mkdir(join(webRoot, 'build/server'), { recursive: true })
  await writeFile(join(webRoot, 'package.json'), '{"type":"module"}')
  await writeFile(join(webRoot, 'build/server/index.js'), build)
  await writeFile(join(client, 'assets/app-abc.js'), 'plain script')
  await writeFile(join(client, 'assets/app-abc.js.br'), 'brotli copy')
  await writeFile(join(client, 'favicon.svg'), '<svg/>')
  await writeFile(join(client, 'late.css'), 'a {}')
  await writeFile(join(client, 'about.mp4'), video)
  await writeFile(join(client, '.vite/manifest.json'), '{}')

  app = Fastify()
  await app.register(cookie)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not_found' }))
  app.post('/api/echo', (request) => request.body)
  await registerPages(app, {
    mode: 'built',
    webRoot,
    callApi: (request) => async () =>
      Response.json(
        { cookie: request.headers.cookie ?? null },
        { headers: request.headers.cookie ? { 'set-cookie': 'session=rolled' } : {} },
      ),
    onChange: (listener) => {
      change = listener
    },
    publicSettings: () => ({
      siteName: 'Virtual Courses',
      supportAddress: '',
      storeCopy: 'live',
      language: 'en',
      publicPages: true,
      agreement: '',
      refundDays: 7,
      refundWatchedPercent: 20,
      taxIncluded: false,
      publicUrl: 'https://courses.example',
      google: 'none',
      outbox: false,
      languages: offeredLanguages,
      development: false,
    }),
    siteLanguage: () => 'en',
    security: {
      checkout: {
        script: ['https://pay.example'],
        style: [],
        img: [],
        connect: ['https://api.pay.example', 'https://log.pay.example'],
        frame: ['https://api.pay.example'],
        payment: ['https://api.pay.example'],
      },
      https: true,
      mediaOrigin: 'https://videos.example',
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

const rendered = async () => (await get('/rendered', { cookie: 'x=1' })).json<number>()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

it('a language that a link of our own names is kept, one that others name is not', async () => {
  const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
  const kept = async (url: string, headers: Record<string, string>) =>
    (await get(url, headers)).cookies.find(({ name }) => name === 'vc_language')?.value
  expect(await kept('/page?lang=hi', own)).toBe('hi')
  // also where the document comes from the cache of visitors' documents
  expect(await kept('/page?lang=hi', own)).toBe('hi')
  expect(await kept('/page?lang=en', { ...own, cookie: 'vc_language=hi' })).toBe('en')
  expect(await kept('/page?lang=hi', { ...own, cookie: 'vc_language=hi' })).toBeUndefined()
  expect(await kept('/page?lang=tlh', own)).toBeUndefined()
  expect(await kept('/page', own)).toBeUndefined()
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await kept('/page?lang=hi', { ...own, 'sec-fetch-site': site }), site).toBeUndefined()
  expect(await kept('/page?lang=hi', {})).toBeUndefined()
})

describe('documents', () => {
  it('are rendered with the API of this process, a fresh nonce and a strict policy', async () => {
    const first = await get('/viewcourse/1')
    expect(first.statusCode).toBe(200)
    const seen = first.json<{ nonce: string; settings: unknown; mayBeSignedIn: boolean }>()
    expect(seen).toMatchObject({
      path: '/viewcourse/1',
      settings: { storeCopy: 'live', google: 'none', outbox: false, development: false },
      mayBeSignedIn: false,
    })
    expect(first.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${seen.nonce}'`)
    expect(first.headers['content-security-policy']).toMatch(
      /object-src 'none'; base-uri 'none'.*frame-ancestors 'self'/,
    )
    expect(first.headers['content-security-policy']).toContain(
      "img-src 'self' data: blob: https: https://videos.example",
    )
    expect(first.headers['content-security-policy']).toContain("media-src 'self' blob: https://videos.example;")
    expect(first.headers['strict-transport-security']).toBeDefined()
    expect(first.headers['x-content-type-options']).toBe('nosniff')
    expect((await get('/viewcourse/1')).json<{ nonce: string }>().nonce).not.toBe(seen.nonce)
  })

  it('may use the checkout of the payment provider, and nothing else of it', async () => {
    const { headers } = await get('/viewcourse/1')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/pay\.example;/)
    expect(policy).toContain(
      "connect-src 'self' blob: https://videos.example https://api.pay.example https://log.pay.example;",
    )
    expect(policy).toContain("frame-src 'self' https://api.pay.example;")
    expect(policy.match(/pay\.example/g)).toHaveLength(4)
    expect(headers['permissions-policy']).toContain('payment=(self "https://api.pay.example")')
  })

  it('pass cookies on in both directions, and personal content is never cached', async () => {
    const answer = await get('/', { cookie: 'session=1' })
    expect(answer.json()).toMatchObject({ called: { cookie: 'session=1' }, mayBeSignedIn: true })
    expect(answer.headers['set-cookie']).toBe('session=rolled')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect((await get('/')).headers['cache-control']).toBe('private, no-cache')
  })

  it('are compressed for clients that accept it', async () => {
    const brotli = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('"path":"/"')
    const gzip = await get('/', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toContain('"path":"/"')
    expect((await get('/')).headers['content-encoding']).toBeUndefined()
  })

  it('treat a path as a path, whatever it looks like', async () => {
    expect((await get('//evil.com/x')).json()).toMatchObject({ host: 'localhost', path: '//evil.com/x' })
    expect((await get('/', { host: 'bad host' })).statusCode).toBe(200)
  })

  it('are not rendered for a path of thousands of parts', async () => {
    expect((await get(`/counted${'/a'.repeat(7000)}`)).json()).toEqual({ code: 'not_found' })
    expect((await get(`/counted${'/a'.repeat(20)}?${'/a'.repeat(100)}`)).statusCode).toBe(200)
  })

  it('accept posted forms up to a size limit', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await app.inject({ method: 'POST', url: '/login', headers, payload: 'email=a%40b.c' })
    expect(posted.json()).toMatchObject({ form: { email: 'a@b.c' } })
    const huge = await app.inject({ method: 'POST', url: '/login', headers, payload: `email=${'a'.repeat(70_000)}` })
    expect(huge.statusCode).toBe(413)
  })

  it('do not affect JSON replies of the API', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/echo', payload: { a: 1 } })
    expect(answer.json()).toEqual({ a: 1 })
  })

  it('pass redirects on', async () => {
    const answer = await get('/moved')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/signup'])
  })

  it.each(['/throws', '/broken'])('still show a page when nothing can be rendered: %s', async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain('Go to the home page')
    expect(answer.body).not.toContain('rendering failed')
  })

  it.each(['/api/unknown', '/api', '/socket.io/?x=1', '/metrics'])('are not served at %s', async (path) => {
    const answer = await get(path)
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found' }])
  })
})

describe('files', () => {
  it('are served as precompressed copies and cached permanently', async () => {
    const answer = await get('/assets/app-abc.js', { 'accept-encoding': 'gzip, br' })
    expect(answer.body).toBe('brotli copy')
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
      vary: 'accept-encoding',
    })
    expect((await get('/assets/app-abc.js', { 'accept-encoding': 'gzip' })).body).toBe('plain script')
  })

  it('use copies that were compressed after the start', async () => {
    const client = join(webRoot, 'build/client')
    const late = async () => (await get('/late.css', { 'accept-encoding': 'br' })).body
    expect(await late()).toBe('a {}')
    await writeFile(join(client, 'late.css.br'), 'brotli copy')
    expect(await late()).toBe('brotli copy')
  })

  it('without a hash in their name are revalidated with 304', async () => {
    const first = await get('/favicon.svg')
    expect(first.headers['cache-control']).toBe('public, max-age=3600')
    const again = await get('/favicon.svg', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('that are videos support ranges', async () => {
    const part = await get('/about.mp4', { range: 'bytes=10-19' })
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10])
    expect(part.headers['content-range']).toBe(`bytes 10-19/${video.length}`)
    const whole = await get('/about.mp4')
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, video.length])
    expect((await get('/about.mp4', { range: `bytes=${video.length}-` })).statusCode).toBe(416)
    expect((await get('/about.mp4', { range: 'bytes=0-9', 'if-range': '"old"' })).statusCode).toBe(200)
  })

  it('that no longer exist get a 404 and not a page', async () => {
    expect((await get('/assets/missing.js')).statusCode).toBe(404)
  })

  it.each([
    '/.vite/manifest.json',
    '/../package.json',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/assets/../../server/index.js',
  ])('never show the inside: %s', async (path) => {
    const answer = await get(path)
    // not a file, so the application renders a page
    expect(answer.json()).toHaveProperty('path')
  })
})

describe('documents of visitors', () => {
  it('are rendered once for many visitors, each with a nonce and a request id of their own', async () => {
    const before = await rendered()
    const answers = await Promise.all(Array.from({ length: 6 }, () => get('/counted')))
    expect(await rendered()).toBe(before + 1)
    const seen = answers.map((answer) => answer.json<{ nonce: string; requestId: string }>())
    expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(6)
    expect(new Set(seen.map(({ requestId }) => requestId)).size).toBe(6)
    for (const [index, answer] of answers.entries())
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${seen[index]?.nonce}'`)
  })

  it('are rendered again after a change', async () => {
    await get('/counted')
    const before = await rendered()
    await get('/counted')
    expect(await rendered()).toBe(before)
    change()
    await get('/counted')
    expect(await rendered()).toBe(before + 1)
  })

  it('are never sent to users with a cookie, under another host name or for another query', async () => {
    await get('/counted')
    const before = await rendered()
    await get('/counted', { cookie: 'vc_session=1' })
    await get('/counted', { host: 'other.example' })
    await get('/counted?x=1')
    expect(await rendered()).toBe(before + 3)
  })
})

describe('a full queue of documents', () => {
  it('results in a small page that says when to retry', async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => get(`/slow/${index}`, { cookie: 'vc_session=1' })),
    )
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.length).toBe(16)
    for (const answer of refused) {
      expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([429, 5])
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.body.length).toBeLessThan(1000)
    }
  })
})
