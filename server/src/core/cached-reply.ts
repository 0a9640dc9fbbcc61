import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** A JSON reply kept as bytes in every encoding, each with its own strong ETag. */
export class CachedReply {
  readonly bodies: Record<Encoding, Buffer>
  readonly tags: Record<Encoding, string>
  constructor(bodies: Record<Encoding, Buffer>, hash: string) {
    this.bodies = bodies
    this.tags = { br: `"${hash}-b"`, gzip: `"${hash}-g"`, identity: `"${hash}"` }
  }
}

/** Compresses a JSON value once, for any number of replies. */
export async function cacheReply(value: unknown): Promise<CachedReply> {
  const identity = Buffer.from(JSON.stringify(value))
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  }
  const [br, gz] = await Promise.all([brotli(identity, quality), zip(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return new CachedReply({ identity, br, gzip: gz }, hash)
}
