/** What was said between two times, in seconds from the start of the sound. */
export type SpokenLine = { start: number; end: number; text: string }

/** Recognises speech. */
export type Transcriber = {
  /** host to which the sound is sent, for those whose sound it is */
  host: string
  /**
   * Returns what is said, in order; nothing where nothing is. `audio` is MP3, `language` BCP 47. Throws TranscriberFailure, and the reason
   * of `signal`.
   */
  transcribe(audio: Uint8Array<ArrayBuffer>, options: { language: string; signal?: AbortSignal }): Promise<SpokenLine[]>
}

/** Speech could not be recognised. The message is for the operator; it holds neither keys nor what was said. */
export class TranscriberFailure extends Error {
  override name = 'TranscriberFailure'
  /** trying again later makes sense */
  readonly passing: boolean
  constructor(message: string, passing: boolean) {
    super(message)
    this.passing = passing
  }
}
