import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type Access,
  type BodyOf,
  defaultBodyBytes,
  type Endpoint,
  type FilesOf,
  type JsonEndpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyInput,
  type UploadEndpoint,
} from '@virtual-courses/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import { validate } from '#core/validate.ts'
import { absoluteMedia, isForeignCall } from './absolute-media.ts'
import { checkAccess, isOpen } from './access.ts'
import { CachedReply, sendCached, variantOf } from './cached-reply.ts'
import { clientLeft } from './client-left.ts'
import { type ReceivedFile, receiveUpload } from './uploads.ts'

/** A part of the server with one access rule; endpoints are registered in the ring that their contract names. */
export type RouteGroup = {
  access: Access
  app: FastifyInstance
  /** every endpoint served so far, over all routes */
  served: Set<Endpoint>
  /** folder for files while they arrive */
  uploadFolder: string
}

/** The routes of the server, by access rule. */
export type Routes = { [A in RouteGroup['access']]: RouteGroup & { access: A } }

type ViewerIn<A> = A extends 'public' | 'webhook' ? CurrentUser | null : CurrentUser

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  files: { [K in keyof FilesOf<E>]?: ReceivedFile }
  viewer: ViewerIn<E['access']>
  request: FastifyRequest
  reply: FastifyReply
  /** Aborts when the client leaves before it has the answer; work that only the answer is for ends then. */
  signal: AbortSignal
}

/** Known before the body is read: who asks, and for what. */
export type Authorization<E extends Endpoint> = Pick<Call<E>, 'params' | 'viewer'>

type Answer<E> = E extends { kind: 'stream' } ? unknown : ReplyInput<E> | CachedReply

type Options<E extends Endpoint> = {
  /** Refuses an upload before its bytes are read. */
  authorize?: (call: Authorization<E>) => Promise<unknown>
}

/**
 * Binds a handler to an endpoint: validation before, the reply filter after. Curried, so that literal types survive:
 * `serve(routes.student, api.reviews.give)(async ({ body, viewer }) => …)`. Throws at boot when the ring is not the endpoint's.
 */
export function serve<const E extends Endpoint>(ring: RouteGroup, endpoint: E, options: Options<E> = {}) {
  return (handler: (call: Call<E>) => Promise<Answer<E>>): void => {
    if (ring.access !== endpoint.access) {
      throw new Error(
        `${endpoint.method} ${endpoint.path} belongs to the ring "${endpoint.access}", not "${ring.access}"`,
      )
    }
    if (ring.served.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is served twice`)
    ring.served.add(endpoint)
    ring.app.register(async (scope) => {
      if (endpoint.kind === 'upload') leaveMultipartUnread(scope)
      if (endpoint.access === 'webhook') keepBytes(scope)
      scope.route({
        method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        bodyLimit: endpoint.maxBodyBytes ?? defaultBodyBytes,
        config: { streamsBody: endpoint.kind === 'upload' },
        ...(isOpen(endpoint.access)
          ? {}
          : { onRequest: async (request: FastifyRequest) => checkAccess(endpoint.access, request.viewer) }),
        handler: (request, reply) => handle(ring, endpoint, options, handler, request, reply),
      })
    })
  }
}

function leaveMultipartUnread(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
}

/** A signature is over the bytes as they came: `request.body` is a Buffer, whatever its type. */
function keepBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

async function handle<E extends Endpoint>(
  ring: RouteGroup,
  endpoint: E,
  options: Options<E>,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const known = {
    params: validate(endpoint.params, request.params),
    query: validate(endpoint.query, request.query),
    viewer: request.viewer,
    request,
    reply,
  }
  const run = async (body: unknown, files: Record<string, ReceivedFile>): Promise<unknown> => {
    const call = {
      ...known,
      body: validate('body' in endpoint ? endpoint.body : undefined, body),
      files,
      // made only for those who ask: most handlers do not
      get signal() {
        return clientLeft(reply)
      },
    }
    const answer = await handler(call as unknown as Call<E>) // validated by the schemas that Call is inferred from
    return endpoint.kind === 'stream' ? answer : finish(endpoint, answer, request, reply)
  }
  if (endpoint.kind !== 'upload') return run(request.body, {})
  try {
    await options.authorize?.(known as unknown as Authorization<E>) // as above
    if (!(request.body instanceof Readable)) return await run(request.body, {})
    const received = await receiveUpload(request, endpoint.files, join(ring.uploadFolder))
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

/** The rest of a refused upload is read and thrown away for a moment, so that the client sees the answer; then the line is cut. */
function abandonBody(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.readableEnded) return
  reply.header('connection', 'close')
  request.raw.resume()
  const cut = setTimeout(() => request.raw.destroy(), 2000)
  cut.unref()
  request.raw.once('close', () => clearTimeout(cut))
}

function finish(
  endpoint: JsonEndpoint | UploadEndpoint,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { publicUrl } = request.server
  const foreign = publicUrl !== undefined && isForeignCall(request.headers.origin, request.host, publicUrl)
  if (answer instanceof CachedReply) {
    if (!foreign) return sendCached(request, reply, answer)
    return variantOf(answer, (value) => absoluteMedia(value, publicUrl)).then((variant) =>
      sendCached(request, reply, variant),
    )
  }
  const filtered = endpoint.reply.safeParse(answer)
  if (!filtered.success) {
    request.log.error(
      { issues: filtered.error.issues.slice(0, 5), path: endpoint.path },
      'an answer does not fit its contract',
    )
    throw new DomainError('internal')
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  return reply
    .code(endpoint.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(foreign ? absoluteMedia(filtered.data, publicUrl) : filtered.data))
}
