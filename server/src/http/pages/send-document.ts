import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Fetch } from '@virtual-courses/contract'
import { statusOf } from '@virtual-courses/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientKey } from '#core/client-key.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FairPool } from '#core/fair-pool.ts'
import { chooseEncoding, type Encoding } from '../choose-encoding.ts'
import { clientLeft } from '../client-left.ts'
import type { Host, PublicSettings, RenderDocument } from './host.ts'
import { busyPage, lastResort } from './last-resort.ts'
import type { CachedDocument, PageCache } from './page-cache.ts'
import { type SecurityOptions, securityHeaders } from './security-headers.ts'

export type DocumentOptions = {
  callApi(request: FastifyRequest): Fetch
  /** read for each document: admins change some of them */
  publicSettings: () => PublicSettings
  /** undefined while developing: the tools that refresh pages in place need inline scripts and styles */
  security: SecurityOptions | undefined
}

/** What documents are sent with. */
export type DocumentSender = DocumentOptions & { render: RenderDocument; pool: FairPool; cache: PageCache }

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`

/** The browser's request as the renderer takes it. The path is appended as text: "//host/x" must not name another host. */
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

/** Renders a document with marks in the places of the nonce and the request's id. */
async function renderDocument(
  { render, callApi, publicSettings, security }: DocumentSender,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Rendered> {
  const mark = randomBytes(16).toString('hex')
  // without a policy there is nothing to allow; browsers hide a nonce from scripts only where a policy names it
  const marks = { nonce: security ? `nonce-${mark}` : '', requestId: `request-${mark}` }
  const cookies: string[] = []
  const call = callApi(request)
  const host: Host = {
    async fetch(path, init) {
      const answer = await call(path, init)
      cookies.push(...answer.headers.getSetCookie())
      return answer
    },
    mayBeSignedIn: request.headers.cookie !== undefined,
    settings: publicSettings(),
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
    html = lastResort(marks.requestId)
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

/** A visitor's document is the same for all visitors: nothing in the request says who they are. */
const isForVisitors = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.cookie === undefined && headers.authorization === undefined

/** Sends a document: kept or rendered, with a nonce of its own, security headers, cookies that the API set, compression. */
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
      // Connections are read before the next document occupies the process.
      await nextTurnOfLoop()
      return renderDocument(sender, request, signal)
    })
  const nonce = security ? randomBytes(16).toString('base64') : ''
  if (security) reply.headers(securityHeaders(nonce, security))

  let found: CachedDocument & { cookies?: readonly string[] }
  try {
    found =
      security && isForVisitors(request)
        ? await cache.get(`${originOf(request)} ${request.url}`, gone, render)
        : await render(gone)
  } catch (error) {
    // No one is there to read it.
    if (gone.aborted) return reply.hijack()
    if (error instanceof DomainError) return sendBusy(reply, error)
    throw error
  }

  const { status, headers, marks, cookies = [] } = found
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  // what a signed-in person saw must not come back from a cache after logging out
  const personal = request.headers.cookie !== undefined || cookies.length > 0
  reply.header('cache-control', personal ? 'private, no-store' : 'private, no-cache')
  reply.header('vary', 'cookie, accept-encoding')
  if (found.html.length === 0) return reply.send()
  const named = found.html.replaceAll(marks.requestId, request.id)
  const html = Buffer.from(marks.nonce === '' ? named : named.replaceAll(marks.nonce, nonce))
  const { bytes, encoding } = await compressHtml(html, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

/** A page that costs nothing, for when there is no room for another one. */
function sendBusy(reply: FastifyReply, { code, message, retryAfterSeconds = 5 }: DomainError): FastifyReply {
  return reply
    .code(statusOf(code))
    .header('retry-after', String(retryAfterSeconds))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(busyPage(message))
}

/** Compresses a document for one reader, off the event loop; effort 4 takes about a millisecond for a page of ours. */
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
