import type { Readable } from 'node:stream'
import type { DomainError } from './domain-error.ts'
import type { ByteRange } from './files/byte-range.ts'

/**
 * A received file of a multipart body on the local disk; deleted after the handler unless it was moved. `reservationId` names the room
 * that was reserved for it in the media store.
 */
export type ReceivedFile = {
  path: string
  bytes: number
  contentType: string
  name: string
  /** in hexadecimal digits */
  sha256: string
  reservationId?: string | undefined
}

/** Result of the handler of an endpoint of the tus protocol, whose replies have no body. */
export type TusReplyHeaders = { headers: Readonly<Record<string, string>> }

/** Space in the media store that is reserved for incoming bytes. */
export type Room = {
  /** of the reservation */
  id: string
  /** Whether this total of bytes is already reserved. Now and then false although it is, so that `grow` reports progress. */
  covers(arrived: number): boolean
  /** Reserves space for these bytes and some more. Throws storage_full and disk_full. */
  grow(arrived: number): Promise<void>
  /** Releases what was not used. */
  release(): Promise<void>
}

/** The body of a PATCH of the tus protocol; nothing is read before `read`. */
export type ArrivingPart = {
  /**
   * Reserves space and begins to read. The stream ends, and does not fail, when the connection breaks, the client is too slow, there is
   * no more room, or `stop` is called: what has arrived is kept. At most `mostOnDisk` bytes of it are on the local disk at once, by
   * default all. Throws rate_limited, unavailable, disk_full and storage_full.
   */
  read(room: Pick<Room, 'covers' | 'grow'>, mostOnDisk?: number): Promise<Readable>
  /** Ends the stream with a problem. */
  stop(problem: DomainError): void
  /** bytes that have arrived so far */
  arrived(): number
  /** why the stream ended early; null when it did not */
  problem(): DomainError | null
}

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
  /** a temporary redirect, by default not cached */
  | { kind: 'redirect'; url: string; cacheControl?: string; headers?: Headers }
  /** a text; with an `etag` in `headers`, 304 when the client has it */
  | { kind: 'text'; text: string; contentType: string; headers: Headers }
  /** a text or bytes that are made while they are sent; the iteration ends when the client disconnects */
  | { kind: 'pieces'; pieces: AsyncIterable<string | Uint8Array>; contentType: string; headers: Headers }
  /** bytes that are made for this reply */
  | { kind: 'bytes'; bytes: Uint8Array; contentType: string; headers: Headers }
  /** a text that was compressed before; clients that do not accept gzip get it decompressed while it is sent. `hash` identifies it. */
  | { kind: 'gzip'; bytes: Buffer; hash: string; contentType: string; headers: Headers }

export type FileReply = {
  kind: 'file'
  path: string
  bytes: number
  /** path of the file inside of the reverse proxy, which then sends it */
  proxyPath?: string | undefined
  contentType: string
  etag: string
  cacheControl: string
  headers?: Headers
  counted?: CountedFile | undefined
}

/** A file whose bytes are counted before they are sent. */
export type CountedFile = {
  /** Records that bytes are about to be sent, by this server or by the proxy. Throws to refuse them. */
  note(part: ByteRange): Promise<void>
  /** whether only the parts that are sent count, or any part counts as the whole */
  by: 'parts' | 'whole'
  /** HEAD requests that count as a GET: a cache in front uses them to ask whether it may send its copy */
  heads: 'none' | 'ranges' | 'all'
}

type Headers = Readonly<Record<string, string>>

/** A JSON text as it is sent again and again. `tag` identifies it; `plain` is null for a long text, which is decompressed while it is sent. */
export type KeptJson = { tag: string; gzip: Buffer; plain: Buffer | null }

/** A JSON reply that is made once for many. Each of its encodings has a strong ETag. */
export type KeptForm = {
  /** identifies the reply of this moment: clients that have it get 304, and it is not read */
  tag: string
  /** Returns what is sent: the reply of this moment or, where the endpoint allows it, a slightly older one. */
  read(): Promise<KeptJson>
}

/** A kept reply; `foreign` has absolute URLs of media, for pages of other origins, and is null where none are allowed. */
export class KeptReply {
  readonly own: KeptForm
  readonly foreign: KeptForm | null
  /** seconds for which caches between server and client may send it to visitors; null for none */
  readonly sharedSeconds: number | null
  constructor(own: KeptForm, foreign: KeptForm | null, sharedSeconds: number | null) {
    this.own = own
    this.foreign = foreign
    this.sharedSeconds = sharedSeconds
  }
}
