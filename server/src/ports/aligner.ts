import type { SpokenLine } from './transcriber.ts'

/** Finds where the words of a known text are spoken. */
export type Aligner = {
  /** BCP 47; the text and the speech must be in it */
  language: 'en'
  /**
   * Returns the words that are heard, one a line, in order: only those of `words`, which are lower case letters and apostrophes. Some are
   * missed, some are wrong. `audio` is 16-bit PCM with one channel, little endian, 16 kHz. Throws AlignerFailure.
   */
  recognise(audio: Uint8Array, words: readonly string[]): Promise<SpokenLine[]>
}

/** Speech could not be searched for words. The message is for the operator; it does not hold what was said. */
export class AlignerFailure extends Error {
  override name = 'AlignerFailure'
  /** trying again later makes sense */
  readonly passing: boolean
  constructor(message: string, passing: boolean) {
    super(message)
    this.passing = passing
  }
}
