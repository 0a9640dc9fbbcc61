/** A file of a multipart call, complete on this machine's disk; removed after the handler unless it was moved. */
export type ReceivedFile = { path: string; bytes: number; contentType: string; name: string }

/**
 * Cookies of this site that scripts cannot read and that other sites' requests do not carry. Names are plain; on an https site
 * browsers see them with the prefix `__Host-`.
 */
export type Cookies = {
  read(name: string): string | undefined
  set(name: string, value: string, expires: Date): void
  clear(name: string): void
}

/** The cookie that holds the token of the browser's session. */
export type SessionCookie = {
  read(): string | undefined
  set(token: string, expires: Date): void
  clear(): void
}

/** What the handler of an endpoint of kind "stream" returns; the transport sends it. */
export type StreamReply =
  /** server-sent events; the end of the iteration is the end of the reply */
  | { kind: 'events'; events: AsyncIterable<object>; retryAfterSeconds?: number | undefined }
  /** a file on this machine's disk, or the part that a `Range` header asks for */
  | FileReply
  /** a temporary redirect that no one keeps */
  | { kind: 'redirect'; url: string; headers?: Headers }
  /** a text; with an `etag` in `headers`, 304 for a client that has it already */
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
