import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { JsonEndpoint, UploadEndpoint } from '@virtual-courses/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { absoluteMediaIn } from '#core/absolute-media.ts'
import { type CompressedJson, type Encoding, JoinedReply, KeptReply, StreamedReply } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import { isOurOrigin } from './origins.ts'
import { chooseEncoding, namesTag } from './request-headers.ts'

/**
 * Sends the result of a handler, filtered by the reply schema of its endpoint: fields that are not in the schema are not sent. Pages of
 * other origins get absolute URLs of media. Throws `internal` when the result does not match the schema.
 */
export function sendJson(
  endpoint: JsonEndpoint | UploadEndpoint,
  result: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { publicUrl } = request.server
  const foreign = publicUrl !== undefined && isForeignCall(request.headers.origin, request.host, publicUrl)
  if (result instanceof KeptReply) return sendKept(request, reply, (foreign && result.foreign) || result.own)
  if (result instanceof StreamedReply) return sendPieces(request, reply, result.pieces, foreign ? publicUrl : undefined)
  const json =
    result instanceof JoinedReply
      ? joinFiltered(endpoint, result, request)
      : JSON.stringify(filter(endpoint, endpoint.reply, result, request))
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  return reply
    .code(endpoint.status)
    .type(jsonType)
    .send(foreign ? absoluteMediaIn(json, publicUrl) : json)
}

/** Returns what the schema lets through. Throws `internal`. */
function filter({ path }: { path: string }, schema: z.ZodType, value: unknown, request: FastifyRequest): unknown {
  const filtered = schema.safeParse(value)
  if (filtered.success) return filtered.data
  request.log.error({ issues: filtered.error.issues.slice(0, 5), path }, 'a reply does not fit its contract')
  throw new DomainError('internal')
}

/** Schemas of the rests of joined replies, by the schema of the whole; the parts of an endpoint are always the same. */
const rests = new WeakMap<z.ZodType, z.ZodType>()

function restOf(schema: z.ZodType, parts: readonly string[]): z.ZodType {
  const known = rests.get(schema)
  if (known) return known
  if (!(schema instanceof z.ZodObject)) throw new Error('only objects are joined')
  const rest = schema.omit(Object.fromEntries(parts.map((name) => [name, true])) as Record<string, never>) // zod wants literal names
  rests.set(schema, rest)
  return rest
}

/** Returns the JSON of a joined reply. Outside of production the parts are filtered as well, and must stay what they are. */
function joinFiltered(
  endpoint: JsonEndpoint | UploadEndpoint,
  { rest, parts }: JoinedReply<object>,
  request: FastifyRequest,
): string {
  const filtered = JSON.stringify(filter(endpoint, restOf(endpoint.reply, Object.keys(parts)), rest, request))
  const properties = Object.entries(parts).map(([name, json]) => {
    if (json !== null) return `"${name}":${json}`
    request.log.error({ path: endpoint.path, part: name }, 'a reply does not fit its contract')
    throw new DomainError('internal')
  })
  const json = `${filtered.slice(0, -1)}${filtered === '{}' ? '' : ','}${properties.join(',')}}`
  if (request.server.checksParts) {
    const whole: unknown = JSON.parse(json)
    if (!isDeepStrictEqual(filter(endpoint, endpoint.reply, whole, request), whole))
      throw new Error(`${endpoint.path}: PostgreSQL wrote properties that are not in the contract`)
  }
  return json
}

const jsonType = 'application/json; charset=utf-8'

/** True when a call comes from a page of another origin, where a path would be relative to that origin. */
const isForeignCall = (origin: string | undefined, host: string, publicUrl: string): boolean =>
  origin !== undefined && !isOurOrigin(origin, host, [new URL(publicUrl).origin])

const offered = ['br', 'gzip'] as const

/** Headers of every reply with kept bytes, and of 304, besides the ETag. */
export const keptHeaders = { 'cache-control': 'no-cache', vary: 'accept-encoding, origin' }

/** Chooses the encoding of kept bytes for a client; `unchanged` is true when the client has these bytes, which `tag` identifies. */
export function chooseForm(
  { 'accept-encoding': accepted, 'if-none-match': known }: IncomingHttpHeaders,
  { tags }: CompressedJson,
): { encoding: Encoding; tag: string; unchanged: boolean } {
  const encoding = chooseEncoding(accepted, offered) ?? 'identity'
  const tag = tags[encoding]
  return { encoding, tag, unchanged: namesTag(known, tag) }
}

/** Sends kept bytes, or 304 when the client has them. */
function sendKept(request: FastifyRequest, reply: FastifyReply, kept: CompressedJson): FastifyReply {
  const { bodies } = kept
  const { encoding, tag, unchanged } = chooseForm(request.headers, kept)
  reply.header('etag', tag).headers(keptHeaders)
  if (unchanged) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', jsonType)
  const body = bodies[encoding]
  if (body) return reply.send(body)
  return request.method === 'HEAD' ? reply.send() : reply.send(createGunzip({ chunkSize: 64 * 1024 }).end(bodies.gzip))
}

/** Milliseconds after which a client that reads nothing of a streamed reply is disconnected. */
const stalledMs = 20_000

/** Sends a reply while it is made, as fast as the client reads it. */
function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
  publicUrl: string | undefined,
): FastifyReply {
  reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding, origin').type(jsonType)
  if (request.method === 'HEAD') return reply.send()
  async function* read(): AsyncGenerator<string> {
    for await (const piece of pieces) {
      const stalled = setTimeout(() => reply.raw.destroy(), stalledMs)
      yield publicUrl === undefined ? piece : absoluteMediaIn(piece, publicUrl)
      clearTimeout(stalled)
    }
  }
  return reply.send(Readable.from(read(), { highWaterMark: 1 }))
}
