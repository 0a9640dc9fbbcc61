import type { ImageFormat } from '@virtual-courses/contract'

/** An image in every size and format in which it is served. */
export type ConvertedImage = {
  /** pixels of the largest size */
  width: number
  height: number
  files: { width: number; format: ImageFormat; bytes: Buffer }[]
}

export type Conversion =
  | { image: ConvertedImage }
  /** More pixels, or a larger width, than an image of its kind may have. `kind` is for people: "AVIF", "progressive JPEG". */
  | { fault: 'too_large'; kind: string; maxMegapixels: number; maxWidth: number }
  /** Converting it took more memory or time than any image may. */
  | { fault: 'too_demanding' }
  /** Damaged, or not an image of an accepted kind. */
  | { fault: 'unreadable' }

/** Makes the sizes and formats in which images are served. */
export type Images = {
  /**
   * Converts untrusted bytes, or a file of this machine with untrusted content. `signal` ends the work at once; the promise then
   * rejects with its reason. Each call costs memory and a core: `features/media` calls it through its queue.
   */
  convert(source: { path: string } | { bytes: Uint8Array }, signal?: AbortSignal): Promise<Conversion>
  /** Keeps what the next call needs ready, for servers that answer people. */
  keepReady(): void
  /** Ends everything that runs. */
  close(): Promise<void>
}
