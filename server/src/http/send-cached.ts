import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedReply, cacheReply } from '#core/cached-reply.ts'
import { chooseEncoding } from './choose-encoding.ts'

const variants = new WeakMap<CachedReply, Promise<CachedReply>>()

/** Returns the reply for pages of other origins; built once, when the first of them asks. */
export function variantOf(cached: CachedReply, change: (value: unknown) => unknown): Promise<CachedReply> {
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

/** Sends cached bytes, or 304 when the reader has them already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedReply): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], offered) ?? 'identity'
  const tag = cached.tags[encoding]
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding, origin')
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, tag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', 'application/json; charset=utf-8').send(cached.bodies[encoding])
}
