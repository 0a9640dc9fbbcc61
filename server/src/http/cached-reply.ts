import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/** A JSON answer kept as bytes in every encoding, each with its own strong ETag. */
export class CachedReply {
  readonly bodies: Record<Encoding, Buffer>
  readonly tags: Record<Encoding, string>
  constructor(bodies: Record<Encoding, Buffer>, hash: string) {
    this.bodies = bodies
    this.tags = { br: `"${hash}-b"`, gzip: `"${hash}-g"`, identity: `"${hash}"` }
  }
}

const variants = new WeakMap<CachedReply, Promise<CachedReply>>()

/** The same answer for pages of other origins; made once, when the first of them asks. */
export function variantOf(cached: CachedReply, change: (value: unknown) => unknown): Promise<CachedReply> {
  const known = variants.get(cached)
  if (known) return known
  const made = cacheReply(change(JSON.parse(cached.bodies.identity.toString())))
  variants.set(cached, made)
  made.catch(() => variants.delete(cached))
  return made
}

/** Compresses a JSON value once, for any number of answers. */
export async function cacheReply(value: unknown): Promise<CachedReply> {
  const identity = Buffer.from(JSON.stringify(value))
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  }
  const [br, gz] = await Promise.all([brotli(identity, quality), zip(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return new CachedReply({ identity, br, gzip: gz }, hash)
}

const encodingFor = (accept: string | string[] | undefined): Encoding => {
  if (typeof accept !== 'string') return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/.test(accept)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/.test(accept) ? 'gzip' : 'identity'
}

const matches = (header: string, tag: string): boolean =>
  header === tag ||
  header === '*' ||
  (header.includes(',') && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)) ||
  header === `W/${tag}`

/** Sends cached bytes, or 304 when the reader has them already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedReply): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const tag = cached.tags[encoding]
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding, origin')
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, tag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', 'application/json; charset=utf-8').send(cached.bodies[encoding])
}
