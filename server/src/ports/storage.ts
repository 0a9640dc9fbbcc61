import type { Readable } from 'node:stream'

/** Where a stored object can be read: a file of this machine, or an address that the browser is sent to. */
export type Located = { kind: 'file'; path: string; bytes: number } | { kind: 'url'; url: string; bytes: number }

/** The media store. Keys are of the form `videos/<id>` or `images/<id>/640.webp`: letters, digits, `/`, `.`, `-`. */
export type Storage = {
  /** Origin of the addresses that browsers are sent to, for the pages' security policy; null while they read from us. */
  origin: string | null
  /** Takes over a finished file of this machine: afterwards it is gone from `path` and complete under `key`, or an error was thrown and nothing is under `key`. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when nothing is stored under the key. A `url` is valid for a short time only. */
  locate(key: string): Promise<Located | null>
  /** The object's bytes from the start; for jobs, not for answers. Null when nothing is stored. */
  read(key: string): Promise<Readable | null>
  /** Removes everything under a key or a key prefix ending in "/"; removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Throws when the store cannot be written or read. */
  check(): Promise<void>
}
