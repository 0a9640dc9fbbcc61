import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import {
  type Access,
  type BodyOf,
  defaultBodyBytes,
  type Endpoint,
  type FilesOf,
  type ParamsOf,
  type QueryOf,
  type ReplyInput,
  type TusEndpoint,
} from '@virtual-courses/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type {
  ArrivingPart,
  Cookies,
  KeptReply,
  ReceivedFile,
  Room,
  SessionCookie,
  StreamReply,
  TusReplyHeaders,
} from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import { type Say, speak } from '#core/languages/language.ts'
import { clientKey } from '#core/limits/client-key.ts'
import { validate } from '#core/validate.ts'
import { clientLeft } from './client-left.ts'
import { cookiesOf } from './cookies.ts'
import { documentLanguage, languageOf, readerLanguageOf } from './language.ts'
import { sendJson } from './replies/send-json.ts'
import { sendStream } from './replies/send-stream.ts'
import { sessionCookie } from './session.ts'
import { arrivingPart } from './uploads/arriving-part.ts'
import { receiveUpload } from './uploads/uploads.ts'

/** The part of the server with one access level; an endpoint is registered in the group that its contract names. */
export type RouteGroup = {
  access: Access
  app: FastifyInstance
  /** every endpoint served so far, over all groups */
  served: Set<Endpoint>
  /** folder for uploads while they arrive */
  uploadFolder: string
  /** refuses users by what the site demands of all that are served here, besides their role; throws */
  demand?: (viewer: CurrentUser) => void
}

/** The routes of the server, by access level. */
export type Routes = { [A in RouteGroup['access']]: RouteGroup & { access: A } }

type ViewerIn<A> = A extends 'public' | 'webhook' ? CurrentUser | null : CurrentUser

/** Input of a handler. Properties other than the validated input are computed when they are read. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  files: { [K in keyof FilesOf<E>]?: ReceivedFile }
  viewer: ViewerIn<E['access']>
  /** key of the client for rate limits */
  client: string
  /** requested host and port, as a trusted proxy forwards them */
  host: string
  /** translates sentences into the language of the reader */
  say: Say
  /** the language that the reader has chosen; undefined of those who read English because they have chosen none */
  readerLanguage: string | undefined
  headers: IncomingHttpHeaders
  /** whether only the headers of the reply are requested */
  isHead: boolean
  /** the body of a PATCH of the tus protocol; undefined for other endpoints */
  part: E extends { kind: 'tus' } ? ArrivingPart : undefined
  /** raw body of a webhook, for its signature; undefined without a body and for other endpoints */
  rawBody: Buffer | undefined
  cookies: Cookies
  session: SessionCookie
  /** aborted when the client disconnects before the reply */
  signal: AbortSignal
  setHeader(name: string, value: string): void
}

/** What says the sentences of a document that a feature sends itself, outside of the web application. */
export const documentSay = (request: FastifyRequest, siteLanguage: string): Say =>
  speak(documentLanguage(request, siteLanguage))

/** Input that is known before the body is read. */
export type Authorization<E extends Endpoint> = Pick<Call<E>, 'params' | 'viewer'>

type Result<E> = E extends { kind: 'stream' }
  ? StreamReply
  : E extends { kind: 'tus' }
    ? TusReplyHeaders
    : ReplyInput<E> | KeptReply

type Options<E extends Endpoint> = {
  /** Authorizes an upload before its bytes are read; throws to refuse it. */
  authorize?: (call: Authorization<E>) => Promise<unknown>
  /** The handler of a public endpoint reads `session` itself, only if it needs it; its `viewer` is null. */
  readsSession?: true
  /**
   * Begins reserving space in the media store for an upload, whose length may be unknown, before its bytes are read; throws to refuse it.
   */
  reserve?: (viewer: Call<E>['viewer'], bytes: number | undefined, params: Call<E>['params']) => Promise<Room>
}

/**
 * Binds a handler to an endpoint, with validation before it and the reply filter after it. Curried, so that literal types are inferred:
 * `serve(routes.student, api.reviews.give)(async ({ body, viewer }) => …)`. Throws at boot when the group has another access level than
 * the endpoint.
 */
export function serve<const E extends Endpoint>(group: RouteGroup, endpoint: E, options: Options<E> = {}) {
  return (handler: (call: Call<E>) => Promise<Result<E>>): void => {
    if (group.access !== endpoint.access) {
      throw new Error(
        `${endpoint.method} ${endpoint.path} belongs to the routes of access "${endpoint.access}", not "${group.access}"`,
      )
    }
    if (group.served.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is served twice`)
    group.served.add(endpoint)
    const addTo = (scope: FastifyInstance): void => {
      scope.route({
        method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        bodyLimit: endpoint.maxBodyBytes ?? defaultBodyBytes,
        config: {
          streamsBody: endpoint.kind === 'upload' || endpoint.kind === 'tus',
          readsSession: options.readsSession === true,
        },
        ...(isOpen(endpoint.access)
          ? {}
          : { onRequest: async (request: FastifyRequest) => checkAccess(group, request.viewer) }),
        handler: (request, reply) => handle({ group, endpoint, options, handler }, request, reply),
      })
    }
    const prepare = bodyReader(endpoint)
    // a scope of its own for each of hundreds would take a fifth of the time in which the application is built
    if (prepare)
      group.app.register(async (scope) => {
        prepare(scope)
        addTo(scope)
      })
    else addTo(group.app)
  }
}

/** Returns what lets a scope read the bodies of an endpoint in another way than the others, if it does. */
function bodyReader(endpoint: Endpoint): ((scope: FastifyInstance) => void) | undefined {
  if (endpoint.kind === 'upload') return leaveMultipartUnread
  if (endpoint.kind === 'tus') return (scope) => prepareTus(scope, endpoint)
  return endpoint.access === 'webhook' ? keepBytes : undefined
}

/** True when no session is required. Webhooks are authorized by their signature. */
const isOpen = (access: Access): boolean => access === 'public' || access === 'webhook'

/** Throws `unauthenticated` without a session, `forbidden` when the role is not that of the access level, and what the group demands. */
function checkAccess({ access, demand }: RouteGroup, viewer: CurrentUser | null): void {
  if (isOpen(access)) return
  if (!viewer) throw new DomainError('unauthenticated')
  if (access !== 'signedIn' && viewer.role !== access) throw new DomainError('forbidden')
  demand?.(viewer)
}

function leaveMultipartUnread(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
}

/** Leaves the body of a PATCH unread, and sets the protocol version in every reply, including errors. */
function prepareTus(scope: FastifyInstance, { takesPart }: TusEndpoint): void {
  if (takesPart)
    scope.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload))
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('tus-resumable', tusVersion).header('tus-version', tusVersion).header('cache-control', 'no-store')
    done()
  })
}

const tusVersion = '1.0.0'

/** Keeps `request.body` as a Buffer, because signatures are computed over the raw bytes. */
function keepBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

type Served<E extends Endpoint> = {
  group: RouteGroup
  endpoint: E
  options: Options<E>
  handler: (call: Call<E>) => Promise<Result<E>>
}

async function handle<E extends Endpoint>(
  { group, endpoint, options, handler }: Served<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const params = validate(endpoint.params, request.params)
  const query = validate(endpoint.query, request.query)
  if (endpoint.kind === 'tus') {
    if (request.headers['tus-resumable'] !== tusVersion) throw new DomainError('tus_version')
    const part = arrivingPart(request, group.uploadFolder)
    try {
      const call = new ReceivedCall({ params, query, body: undefined, files: {}, part }, request, reply)
      const { headers } = (await handler(call as unknown as Call<E>)) as TusReplyHeaders // the kind decides the result
      return reply.code(endpoint.status).headers(headers).send()
    } catch (error) {
      abandonBody(request, reply)
      throw error
    } finally {
      part.release()
    }
  }
  const run = async (body: unknown, files: Record<string, ReceivedFile>): Promise<unknown> => {
    const parsed = validate('body' in endpoint ? endpoint.body : undefined, body)
    const call = new ReceivedCall({ params, query, body: parsed, files, part: undefined }, request, reply)
    const result = await handler(call as unknown as Call<E>) // validated by the schemas that Call is inferred from
    if (endpoint.kind === 'stream') return sendStream(request, reply, result as StreamReply) // the kind decides the result
    return sendJson(endpoint, result, request, reply)
  }
  if (endpoint.kind !== 'upload') return run(request.body, {})
  try {
    await options.authorize?.({ params, viewer: request.viewer } as unknown as Authorization<E>) // as above
    if (!(request.body instanceof Readable)) return await run(request.body, {})
    const reserve =
      options.reserve &&
      ((bytes: number | undefined) =>
        options.reserve?.(request.viewer as Call<E>['viewer'], bytes, params as Call<E>['params']) as Promise<Room>) // checked with the access level
    const received = await receiveUpload(
      { request, rules: endpoint.files, folder: group.uploadFolder },
      reserve ? { reserve } : {},
    )
    try {
      return await run(received.fields, received.files)
    } finally {
      await received.discard()
    }
  } catch (error) {
    abandonBody(request, reply)
    throw error
  }
}

type Input = {
  params: unknown
  query: unknown
  body: unknown
  files: Record<string, ReceivedFile>
  part: ArrivingPart | undefined
}

/** The input of a handler. Expensive properties, which most handlers do not use, are computed when they are read. */
class ReceivedCall {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly params: Input['params']
  readonly query: Input['query']
  readonly body: Input['body']
  readonly files: Input['files']
  readonly part: Input['part']
  readonly viewer: CurrentUser | null

  constructor({ params, query, body, files, part }: Input, request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
    this.params = params
    this.query = query
    this.body = body
    this.files = files
    this.part = part
    this.viewer = request.viewer
  }

  get client() {
    return clientKey(this.#request.ip)
  }

  get host() {
    return this.#request.host
  }

  get say() {
    return speak(languageOf(this.#request))
  }

  get readerLanguage() {
    return readerLanguageOf(this.#request)
  }

  get headers() {
    return this.#request.headers
  }

  get isHead() {
    return this.#request.method === 'HEAD'
  }

  get rawBody() {
    const { body } = this.#request
    return Buffer.isBuffer(body) ? body : undefined
  }

  get cookies() {
    return cookiesOf(this.#request, this.#reply)
  }

  get session(): SessionCookie {
    const { cookies } = this
    return {
      read: () => cookies.read(sessionCookie),
      set: (token, expires) => cookies.set(sessionCookie, token, expires),
      clear: () => cookies.clear(sessionCookie),
    }
  }

  get signal() {
    return clientLeft(this.#reply)
  }

  /** A closure and not a method, since handlers destructure it from the call. */
  get setHeader() {
    return (name: string, value: string): void => {
      this.#reply.header(name, value)
    }
  }
}

/** Reads and discards the rest of a refused upload for a moment, so that the client can read the reply; then closes the connection. */
function abandonBody(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.readableEnded) return
  reply.header('connection', 'close')
  request.raw.resume()
  const cut = setTimeout(() => request.raw.destroy(), 2000)
  cut.unref()
  request.raw.once('close', () => clearTimeout(cut))
}
