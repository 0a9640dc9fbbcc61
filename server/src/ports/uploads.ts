import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** What the creation of an upload announces. */
export type AnnouncedUpload = { bytes: number; metadata: Readonly<Record<string, string | null>> }

/** A request of the tus protocol about the upload `id`. */
export type TusRequest = { id: string; headers: IncomingHttpHeaders } & (
  | {
      method: 'POST'
      /** Called before anything is stored; throws to refuse the upload. */
      accept: (upload: AnnouncedUpload) => Promise<void>
    }
  | { method: 'HEAD' }
  | {
      method: 'PATCH'
      /** What it yields until it ends is kept, also when that is less than was announced. */
      body: Readable
    }
)

/** Headers of a successful reply of the protocol, and the number of bytes that have arrived. */
export type TusReply = { headers: Record<string, string>; offset: number }

/** What is kept of an upload; `storedAt` is when the last of it was stored. */
export type KeptUpload = { id: string; storedAt: Date }

/** Uploads that arrive in parts and stay where the connection broke. The caller makes sure that one request at a time is about an upload. */
export type Uploads = {
  /**
   * Carries out a request of the tus protocol. Throws the error of `accept`, tus_version, invalid_input, too_large, wrong_media,
   * upload_conflict (not the offset up to which it has arrived), disk_full, and not_found only when the store says that nothing is kept
   * under the id. Any other error is one of the store.
   */
  handle(request: TusRequest): Promise<TusReply>
  /** Bytes of the local disk that a request takes at most; null when it takes all that it sends. */
  bufferBytes: number | null
  /** Bytes that more uploads may take; null when the store sets no limit. */
  freeBytes(): Promise<number | null>
  /** Returns the bytes of a complete upload; null when it is not kept. */
  read(id: string): Promise<Readable | null>
  /** Moves a complete upload to a key of the media store; afterwards `locate` finds it there as a whole. */
  moveTo(id: string, key: string, contentType: string): Promise<void>
  /** Deletes an upload, complete or not; a missing one is not an error. */
  remove(id: string): Promise<void>
  /** Yields all uploads of which something is kept. */
  list(): AsyncIterable<KeptUpload>
}
