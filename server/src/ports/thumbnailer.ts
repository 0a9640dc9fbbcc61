/** Extracts still images from videos. */
export type Thumbnailer = {
  /**
   * Returns a representative image near a time, as PNG of at most 1280 x 1280 pixels. `path` is a local file with untrusted content,
   * `contentType` its detected type. Null when there is no image. Does not throw.
   */
  grab(video: { path: string; contentType: string; atSeconds: number }): Promise<Uint8Array | null>
}
