import type { Readable } from 'node:stream'

/**
 * Where a stored object can be read: a local file, or a URL to which the browser is redirected. `proxyPath` is the path under which
 * the reverse proxy in front of this server reads the same file, where it does.
 */
export type Located =
  | { kind: 'file'; path: string; bytes: number; proxyPath?: string }
  | { kind: 'url'; url: string; bytes: number }

/** An object in a list; `storedAt` is when its bytes were stored. */
export type ListedObject = { key: string; bytes: number; storedAt: Date }

/** Maximum number of objects of one list. */
export const listLimit = 1000

/** The media store. Keys are of the form `videos/<id>`, `files/<id>` or `images/<id>/640.webp`: letters, digits, `/`, `.`, `-`. */
export type Storage = {
  /** Origin of the URLs to which browsers are redirected, for the Content-Security-Policy; null when this server serves the files. */
  origin: string | null
  /** Moves a local file into the store. When it throws, nothing is stored under `key`. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * Returns null when nothing is stored under the key. A `url` is valid for some hours only, or for `seconds`, and sends `disposition`
   * as `Content-Disposition`; for a file the caller does. With `range` it is valid only for requests with this Range header, of an object
   * that is known to have so many bytes.
   */
  locate(
    key: string,
    options?: { disposition?: string; seconds?: number; range?: { header: string; bytes: number } },
  ): Promise<Located | null>
  /** Returns the bytes of an object, for jobs, not for replies. Null when nothing is stored. */
  read(key: string): Promise<Readable | null>
  /** Deletes all objects under a key, or under a prefix that ends in "/"; a missing object is not an error. */
  remove(key: string): Promise<void>
  /**
   * Returns objects under a prefix that ends in "/", in the order of the characters of their keys: those behind the key `after`, at most
   * `limit` (and `listLimit`). Fewer than that are the last ones.
   */
  list(prefix: string, options: { after?: string; limit: number }): Promise<ListedObject[]>
  /** Throws when the store cannot be read or written. */
  check(): Promise<void>
}
