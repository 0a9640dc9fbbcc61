import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A received file of a multipart body on the local disk; deleted after the handler unless it was moved. */
export type ReceivedFile = { path: string; bytes: number; contentType: string; name: string }

/** Cookies that are `HttpOnly` and `SameSite=Lax`. On an https site their names in the browser have the prefix `__Host-`. */
export type Cookies = {
  read(name: string): string | undefined
  set(name: string, value: string, expires: Date): void
  clear(name: string): void
}

/** The cookie with the session token of the browser. */
export type SessionCookie = {
  read(): string | undefined
  set(token: string, expires: Date): void
  clear(): void
}

/** Result of the handler of an endpoint of kind "stream". */
export type StreamReply =
  /** server-sent events; the reply ends with the iteration */
  | { kind: 'events'; events: AsyncIterable<object>; retryAfterSeconds?: number | undefined }
  /** a file on the local disk, or the part that a `Range` header requests */
  | FileReply
  /** a temporary redirect that is not cached */
  | { kind: 'redirect'; url: string; headers?: Headers }
  /** a text; with an `etag` in `headers`, 304 when the client has it */
  | { kind: 'text'; text: string; contentType: string; headers: Headers }

export type FileReply = {
  kind: 'file'
  path: string
  bytes: number
  contentType: string
  etag: string
  cacheControl: string
  headers?: Headers
}

type Headers = Readonly<Record<string, string>>

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** A JSON reply as bytes in every encoding, each with its own strong ETag. */
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
