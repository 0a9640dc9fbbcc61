/** Pieces of words that a model reads, in each text and in all texts of a call; its work grows with them. */
export type TokenLimits = { each: number; all: number }

/** Turns texts into vectors that are close when the meanings are similar. */
export type Embedder = {
  /** names the model and its version: vectors of different models must not be compared */
  model: string
  /** numbers in a vector */
  dimensions: number
  /**
   * One vector of length 1 for each text, in order; an empty text has a vector too. With `tokens`, texts are cut to them, and
   * those that no tokens are left for have no vector; the first always has one. Rejects when the model cannot be loaded.
   */
  embed(texts: readonly string[], tokens?: TokenLimits): Promise<Float32Array[]>
}
