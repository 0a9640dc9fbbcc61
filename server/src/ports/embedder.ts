/** Maximum number of tokens in each text and in all texts of a call; the model's work grows with it. */
export type TokenLimits = { each: number; all: number }

/** Turns texts into vectors that are close when the texts have similar meanings. */
export type Embedder = {
  /** name and version of the model: vectors of different models must not be compared */
  model: string
  /** numbers in a vector */
  dimensions: number
  /**
   * Returns one vector of length 1 for each text, in order, also for an empty one. With `tokens`, texts are cut, and texts for which
   * no tokens are left get no vector, except the first. Rejects when the model cannot be loaded.
   */
  embed(texts: readonly string[], tokens?: TokenLimits): Promise<Float32Array[]>
}
