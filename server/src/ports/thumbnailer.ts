/** Takes still pictures out of videos. */
export type Thumbnailer = {
  /** false where the system has no program for it */
  readonly available: boolean
  /**
   * A telling picture near a time, as PNG, at most 1280 x 1280 pixels. `path` is a file of this machine with untrusted
   * content, `contentType` what was found in it. Null when there is none to be had. Never throws.
   */
  grab(video: { path: string; contentType: string; atSeconds: number }): Promise<Uint8Array | null>
}
