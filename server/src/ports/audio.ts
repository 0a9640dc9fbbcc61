/** Extracts the sound of videos. */
export type AudioExtractor = {
  /**
   * Returns a part of the sound for recognising speech: MP3 with one channel, some 4 KB a second. `path` is a local file with untrusted
   * content, `contentType` its detected type. Null when there is no sound. Does not throw.
   */
  extract(part: {
    path: string
    contentType: string
    fromSeconds: number
    seconds: number
  }): Promise<Uint8Array<ArrayBuffer> | null>
}
