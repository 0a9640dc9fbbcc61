/** Takes still pictures out of videos. */
export type Thumbnailer = {
  /**
   * Returns a telling image near a time, as PNG, at most 1280 x 1280 pixels. `path` is a file of this machine with untrusted
   * content, `contentType` what was found in it. Null when there is none to be had. Never throws.
   */
  grab(video: { path: string; contentType: string; atSeconds: number }): Promise<Uint8Array | null>
}
