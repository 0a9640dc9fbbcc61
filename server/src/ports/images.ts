import type { ImageFormat } from '@virtual-courses/contract'

/** An image in all sizes and formats in which it is served. */
export type ConvertedImage = {
  /** pixels of the largest size */
  width: number
  height: number
  files: { width: number; format: ImageFormat; bytes: Buffer }[]
}

export type Conversion =
  | { image: ConvertedImage }
  /** The image has too many pixels or is too wide for its kind. `kind` is a name to show, such as "AVIF" or "progressive JPEG". */
  | { fault: 'too_large'; kind: string; maxMegapixels: number; maxWidth: number }
  /** The conversion took too much memory or time. */
  | { fault: 'too_demanding' }
  /** The file is damaged, or not an image of an accepted kind. */
  | { fault: 'unreadable' }

/** Converts images to the sizes and formats in which they are served. */
export type Images = {
  /**
   * Converts untrusted bytes, or a local file with untrusted content. When `signal` is aborted, the promise rejects with its reason
   * at once. Each call uses much memory and a processor core: `features/media` calls it through its queue.
   */
  convert(source: { path: string } | { bytes: Uint8Array }, signal?: AbortSignal): Promise<Conversion>
  /** Draws a picture of ours (SVG without texts) as PNG, in the same way. Rejects when it cannot be drawn. */
  draw(picture: Uint8Array, signal?: AbortSignal): Promise<Buffer>
  /** Ends all running conversions. */
  close(): Promise<void>
}
