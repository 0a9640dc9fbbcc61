import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { msg } from '@lingui/core/runtime-macro'
import { type Fetch, type Host, type PublicSettings, statusOf } from '@virtual-courses/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#core/domain-error.ts'
import { languageCookie, languageKeptMs, type Say, type Sentence, speak } from '#core/languages/language.ts'
import { clientKey } from '#core/limits/client-key.ts'
import type { FairPool } from '#core/limits/fair-pool.ts'
import { clientLeft } from '../client-left.ts'
import { cookiesOf } from '../cookies.ts'
import { documentLanguage, hasOnlyLanguage, languageHeader, languageToKeep, readerLanguageOf } from '../language.ts'
import { chooseEncoding, type Encoding } from '../request-headers.ts'
import type { RenderDocument } from './host.ts'
import type { CachedDocument, PageCache } from './page-cache.ts'
import { type SecurityOptions, securityHeaders } from './security-headers.ts'

export type DocumentOptions = {
  callApi(request: FastifyRequest): Fetch
  /** read for each document, because admins can change them */
  publicSettings: () => PublicSettings
  /** language for readers who request none that the site has */
  siteLanguage: () => string
  /** undefined in development: hot reloading needs inline scripts and styles */
  security: SecurityOptions | undefined
}

/** Dependencies of `sendDocument`. */
export type DocumentSender = DocumentOptions & { render: RenderDocument; pool: FairPool; cache: PageCache }

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`

/** Converts a request for the renderer. The path is appended as text, so that "//host/x" does not name another host. */
function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const origin = originOf(request)
  const address = URL.canParse(origin + request.url) ? origin + request.url : 'http://localhost/'
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  const { body, method } = request
  return new Request(address, { method, headers, signal, ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) }) })
}

type Rendered = CachedDocument & { cookies: readonly string[] }

/** Renders a document with placeholders for the nonce and the request id. */
async function renderDocument(
  { render, callApi, publicSettings, siteLanguage, security }: DocumentSender,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Rendered> {
  const mark = randomBytes(16).toString('hex')
  // without a policy no nonce is needed, and browsers would not hide it from scripts as they otherwise do
  const marks = { nonce: security ? `nonce-${mark}` : '', requestId: `request-${mark}` }
  const cookies: string[] = []
  const call = callApi(request)
  const settings = publicSettings()
  const language = documentLanguage(request, siteLanguage())
  const host: Host = {
    async fetch(path, init) {
      const answer = await call(path, { ...init, headers: { ...init.headers, [languageHeader]: language } })
      cookies.push(...answer.headers.getSetCookie())
      return answer
    },
    mayBeSignedIn: request.headers.cookie !== undefined && !hasOnlyLanguage(request.headers.cookie),
    settings,
    language,
    requestId: marks.requestId,
    nonce: marks.nonce,
    report: (error) => request.log.error({ err: error }, 'a page could not be rendered as it should'),
  }
  const response = await render(toWebRequest(request, signal), host).catch((error: unknown) => {
    if (!signal.aborted) host.report(error)
    return new Response(null, { status: 500 })
  })
  let html = await response.text()
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  if (response.status >= 500 && !response.headers.get('content-type')?.startsWith('text/html')) {
    html = lastResort(marks.requestId, speak(language))
    headers.push(['content-type', 'text/html; charset=utf-8'])
  }
  cookies.push(...response.headers.getSetCookie())
  return {
    status: response.status,
    headers,
    html,
    marks,
    cookies,
    keep: response.status === 200 && cookies.length === 0,
  }
}

/** True when the request identifies no user, so that its document is the same for all visitors. */
const isForVisitors = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  (headers.cookie === undefined || hasOnlyLanguage(headers.cookie)) &&
  headers.authorization === undefined

/** Sends a cached or rendered document with its own nonce, security headers and the cookies of the API, compressed. */
export async function sendDocument(
  sender: DocumentSender,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { security, pool, cache } = sender
  const gone = clientLeft(reply)
  const client = clientKey(request.ip)
  const render = (signal: AbortSignal): Promise<Rendered> =>
    pool.run({ client, signal }, async () => {
      // Pending I/O is handled before the next document blocks the event loop.
      await nextTurnOfLoop()
      return renderDocument(sender, request, signal)
    })
  const nonce = security ? randomBytes(16).toString('base64') : ''
  if (security) reply.headers(securityHeaders(nonce, security))

  let found: CachedDocument & { cookies?: readonly string[] }
  try {
    found =
      security && isForVisitors(request)
        ? await cache.get(
            // those who have chosen English, too, have courses in it first where they fit alike
            [
              documentLanguage(request, sender.siteLanguage()),
              readerLanguageOf(request),
              originOf(request),
              request.url,
            ].join(' '),
            gone,
            render,
          )
        : await render(gone)
  } catch (error) {
    // The client has left.
    if (gone.aborted) return reply.hijack()
    if (error instanceof DomainError)
      return sendBusy(reply, error, speak(documentLanguage(request, sender.siteLanguage())))
    throw error
  }

  const { status, headers, marks, cookies = [] } = found
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  const kept = status === 200 ? languageToKeep(request) : undefined
  if (kept) cookiesOf(request, reply).set(languageCookie, kept, new Date(Date.now() + languageKeptMs))
  // a signed-in user's page must not reappear from a cache after logging out
  const personal = !isForVisitors(request) || cookies.length > 0
  reply.header('cache-control', personal ? 'private, no-store' : 'private, no-cache')
  reply.header('vary', 'cookie, accept-encoding, accept-language')
  if (found.html.length === 0) return reply.send()
  const named = found.html.replaceAll(marks.requestId, request.id)
  const html = Buffer.from(marks.nonce === '' ? named : named.replaceAll(marks.nonce, nonce))
  const { bytes, encoding } = await compressHtml(html, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

/** Sends a static page when too many documents are being rendered. */
function sendBusy(reply: FastifyReply, { code, sentence, retryAfterSeconds = 5 }: DomainError, say: Say): FastifyReply {
  return reply
    .code(statusOf(code))
    .header('retry-after', String(retryAfterSeconds))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(busyPage(sentence, say))
}

/** Compresses a document off the event loop; quality 4 takes about a millisecond for a page. */
async function compressHtml(
  html: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ bytes: Buffer; encoding?: Encoding }> {
  const encoding = chooseEncoding(acceptEncoding, ['br', 'gzip'])
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: html.length }
    return { bytes: await brotli(html, { params }), encoding }
  }
  if (encoding === 'gzip') return { bytes: await gzipped(html, { level: 6 }), encoding }
  return { bytes: html }
}

const wentWrong = msg`Something went wrong`

const htmlTag = ({ language, dir }: Say): string => `<html lang="${language}" dir="${dir}">`

/** Shown when even the error page could not be rendered: without scripts and style sheets. */
const lastResort = (requestId: string, say: Say): string => `<!doctype html>
${htmlTag(say)}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(wentWrong)} · Virtual Courses</title>
<h1>${say(wentWrong)}</h1>
<p>${say(msg`This page could not be shown. Please try again in a moment.`)}</p>
<p><a href="/">${say(msg`Go to the home page`)}</a></p>
<p>${say(msg`Request ${{ requestId: requestId.replace(/[^\w.:-]/g, '') }}`)}</p>
</html>
`

/** Shown when too many documents are being rendered. */
const busyPage = (sentence: Sentence, say: Say): string => `<!doctype html>
${htmlTag(say)}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(msg`Please try again`)} · Virtual Courses</title>
<h1>${say(msg`Please try again in a moment`)}</h1>
<p>${say(sentence)}</p>
</html>
`
