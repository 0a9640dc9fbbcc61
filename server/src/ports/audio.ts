/** MP3 of some 4 KB a second, or 16-bit PCM, little endian, of 32 KB a second; both with one channel and 16 kHz. */
export type SoundForm = 'mp3' | 'pcm'

/** Extracts the sound of videos. */
export type AudioExtractor = {
  /**
   * Returns a part of the sound for recognising speech. `path` is a local file with untrusted content, `contentType` its detected type.
   * Null when the video has no sound there. Throws AudioFailure when it cannot be read.
   */
  extract(part: {
    path: string
    contentType: string
    fromSeconds: number
    seconds: number
    form: SoundForm
  }): Promise<Uint8Array<ArrayBuffer> | null>
}

/** The sound of a video could not be read. The message is for the operator. */
export class AudioFailure extends Error {
  override name = 'AudioFailure'
  /** trying again later makes sense */
  readonly passing: boolean
  constructor(message: string, passing: boolean) {
    super(message)
    this.passing = passing
  }
}
