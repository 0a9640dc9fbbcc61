import type { JsonEndpoint, UploadEndpoint } from '@virtual-courses/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CachedReply, cacheReply } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import { isOurOrigin } from './origins.ts'
import { chooseEncoding } from './request-headers.ts'

/**
 * Sends the result of a handler, filtered by the reply schema of its endpoint: fields that are not in the schema are not sent. Pages of
 * other origins get absolute URLs of media. Throws `internal` when the result does not match the schema.
 */
export function sendJson(
  endpoint: JsonEndpoint | UploadEndpoint,
  result: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { publicUrl } = request.server
  const foreign = publicUrl !== undefined && isForeignCall(request.headers.origin, request.host, publicUrl)
  if (result instanceof CachedReply) {
    if (!foreign) return sendCached(request, reply, result)
    return variantOf(result, (value) => absoluteMedia(value, publicUrl)).then((variant) =>
      sendCached(request, reply, variant),
    )
  }
  const filtered = endpoint.reply.safeParse(result)
  if (!filtered.success) {
    request.log.error(
      { issues: filtered.error.issues.slice(0, 5), path: endpoint.path },
      'a reply does not fit its contract',
    )
    throw new DomainError('internal')
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  return reply
    .code(endpoint.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(foreign ? absoluteMedia(filtered.data, publicUrl) : filtered.data))
}

/** Fields with paths of media. */
const mediaFields = new Set(['thumbnail', 'videoUrl', 'photoUrl', 'posterUrl'])

/** True when a call comes from a page of another origin, where a path would be relative to that origin. */
const isForeignCall = (origin: string | undefined, host: string, publicUrl: string): boolean =>
  origin !== undefined && !isOurOrigin(origin, host, [new URL(publicUrl).origin])

/** Returns a copy of a reply with absolute URLs of media. URLs of other hosts stay as they are. */
function absoluteMedia(reply: unknown, publicUrl: string): unknown {
  return JSON.parse(JSON.stringify(reply), (key, value: unknown) =>
    mediaFields.has(key) && typeof value === 'string' && /^\/(?!\/)/.test(value) ? publicUrl + value : value,
  )
}

const variants = new WeakMap<CachedReply, Promise<CachedReply>>()

/** Returns the reply for pages of other origins; created once, at the first request. */
function variantOf(cached: CachedReply, change: (value: unknown) => unknown): Promise<CachedReply> {
  const known = variants.get(cached)
  if (known) return known
  const made = cacheReply(change(JSON.parse(cached.bodies.identity.toString())))
  variants.set(cached, made)
  made.catch(() => variants.delete(cached))
  return made
}

const offered = ['br', 'gzip'] as const

const matches = (header: string, tag: string): boolean =>
  header === tag ||
  header === '*' ||
  (header.includes(',') && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)) ||
  header === `W/${tag}`

/** Sends cached bytes, or 304 when the client has them. */
function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedReply): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], offered) ?? 'identity'
  const tag = cached.tags[encoding]
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding, origin')
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, tag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', 'application/json; charset=utf-8').send(cached.bodies[encoding])
}
