import { createGunzip } from 'node:zlib'
import type { JsonEndpoint, UploadEndpoint } from '@virtual-courses/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type KeptForm, KeptReply } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import { absoluteMediaIn } from '#core/files/absolute-media.ts'
import { isOurOrigin } from '../origins.ts'
import { chooseEncoding, namesTag } from '../request-headers.ts'

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
  if (result instanceof KeptReply) return sendKept(request, reply, result, (foreign && result.foreign) || result.own)
  const json = JSON.stringify(filter(endpoint, endpoint.reply, result, request))
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  return reply
    .code(endpoint.status)
    .type(jsonType)
    .send(foreign ? absoluteMediaIn(json, publicUrl) : json)
}

/** Returns the fields that the schema allows. Throws `internal`. */
function filter({ path }: { path: string }, schema: z.ZodType, value: unknown, request: FastifyRequest): unknown {
  const filtered = schema.safeParse(value)
  if (filtered.success) return filtered.data
  request.log.error({ issues: filtered.error.issues.slice(0, 5), path }, 'a reply does not fit its contract')
  throw new DomainError('internal')
}

const jsonType = 'application/json; charset=utf-8'

/** True when a call comes from a page of another origin, where a path would be relative to that origin. */
const isForeignCall = (origin: string | undefined, host: string, publicUrl: string): boolean =>
  origin !== undefined && !isOurOrigin(origin, host, [new URL(publicUrl).origin])

/** Sends a cached reply, or 304 when the client has it. */
async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptReply, form: KeptForm) {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
  const encoding = chooseEncoding(accepted, ['gzip'])
  const tagOf = ({ tag }: { tag: string }): string => (encoding ? `"${tag}-g"` : `"${tag}"`)
  reply.header('vary', 'accept-encoding, cookie, origin')
  reply.header(
    'cache-control',
    // browsers treat it like "no-cache", which would forbid nginx to cache it
    kept.sharedSeconds === null ? 'private, no-cache' : `public, max-age=0, s-maxage=${kept.sharedSeconds}`,
  )
  if (namesTag(known, tagOf(form))) return reply.code(304).header('etag', tagOf(form)).send()
  const json = await form.read()
  reply.header('etag', tagOf(json))
  if (namesTag(known, tagOf(json))) return reply.code(304).send()
  reply.type(jsonType)
  if (encoding) return reply.header('content-encoding', encoding).send(json.gzip)
  if (json.plain) return reply.send(json.plain)
  return request.method === 'HEAD' ? reply.send() : reply.send(createGunzip().end(json.gzip))
}
