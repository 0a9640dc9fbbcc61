import { randomBytes } from 'node:crypto'
import type { Fetch } from '@virtual-courses/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressHtml } from './compress-html.ts'
import type { Host, PublicSettings, RenderDocument } from './host.ts'
import { lastResort } from './last-resort.ts'
import { type SecurityOptions, securityHeaders } from './security-headers.ts'

export type DocumentOptions = {
  callApi(request: FastifyRequest): Fetch
  /** read for each document: admins change some of them */
  publicSettings: () => PublicSettings
  /** undefined while developing: the tools that refresh pages in place need inline scripts and styles */
  security: SecurityOptions | undefined
}

/** The browser's request as the renderer takes it. The path is appended as text: "//host/x" must not name another host. */
function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const origin = `${request.protocol}://${request.host}`
  const address = URL.canParse(origin + request.url) ? origin + request.url : 'http://localhost/'
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  const { body, method } = request
  return new Request(address, { method, headers, signal, ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) }) })
}

/** Renders a document and sends it: security headers, cookies that the API set on the way, compression. */
export async function sendDocument(
  render: RenderDocument,
  options: DocumentOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // without a policy there is nothing to allow; browsers hide a nonce from scripts only where a policy names it
  const nonce = options.security ? randomBytes(16).toString('base64') : ''
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const cookies: string[] = []
  const callApi = options.callApi(request)
  const host: Host = {
    async fetch(path, init) {
      const answer = await callApi(path, init)
      cookies.push(...answer.headers.getSetCookie())
      return answer
    },
    mayBeSignedIn: request.headers.cookie !== undefined,
    settings: options.publicSettings(),
    requestId: request.id,
    nonce,
    report: (error) => request.log.error({ err: error }, 'a page could not be rendered as it should'),
  }
  const response = await render(toWebRequest(request, gone.signal), host).catch((error: unknown) => {
    host.report(error)
    return new Response(null, { status: 500 })
  })
  let html = Buffer.from(await response.arrayBuffer())
  const broken = response.status >= 500 && !response.headers.get('content-type')?.startsWith('text/html')
  if (broken) html = Buffer.from(lastResort(request.id))

  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  if (broken) reply.header('content-type', 'text/html; charset=utf-8')
  for (const cookie of [...cookies, ...response.headers.getSetCookie()]) reply.header('set-cookie', cookie)
  if (options.security) reply.headers(securityHeaders(nonce, options.security))
  // what a signed-in person saw must not come back from a cache after logging out
  reply.header('cache-control', host.mayBeSignedIn || cookies.length > 0 ? 'private, no-store' : 'private, no-cache')
  reply.header('vary', 'cookie, accept-encoding')
  if (html.length === 0) return reply.send()
  const { bytes, encoding } = await compressHtml(html, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}
