/** Turns texts into vectors whose nearness is likeness of meaning. */
export type Embedder = {
  /** names the model and its version: vectors of different models must not be compared */
  model: string
  /** numbers in a vector */
  dimensions: number
  /** One vector of length 1 for each text, in order; an empty text has a vector too. Rejects when the model cannot be loaded. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
}
