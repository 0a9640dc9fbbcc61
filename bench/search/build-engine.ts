import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import {
  createEngine,
  type EngineOptions,
  type SearchEngine,
} from '../../server/src/features/search/engine/create-engine.ts'
import { courseTexts } from '../../server/src/features/search/engine/meaning.ts'
import { loadLexicon } from '../../server/src/features/search/engine/words/lexicon.ts'
import type { createSpelling } from '../../server/src/features/search/engine/words/spelling.ts'
import { createEnglish } from '../../server/src/features/search/engine/words/words.ts'
import type { Embedder } from '../../server/src/ports/embedder.ts'
import type { IndexedCourse } from '../../server/src/ports/search-index.ts'
import type { EvaluationCourse } from './evaluation-set.ts'

/** Parts of the engine that are left out, to see what they are worth. */
export type Variant = {
  embeddings?: false
  lexicon?: false
  intents?: false
  spelling?: false
  models?: EngineOptions['models']
  /** in place of the one that remembers texts: times are measured with the model itself */
  embedder?: Embedder
}

export const searchable = (course: EvaluationCourse): IndexedCourse => ({
  ...course,
  id: course.key,
  sections: [],
  outcomes: [],
  spoken: '',
  pricePaise: course.priceRupees * 100,
})

export type EngineFactory = {
  model: Embedder
  /** the model, which reads each text once */
  embedder: Embedder
  vectorsOf(course: EvaluationCourse, inEnglish?: SearchEngine['inEnglish']): Promise<Float32Array[]>
  /** Puts the courses into a new engine. */
  build(courses: readonly EvaluationCourse[], variant?: Variant): Promise<SearchEngine>
}

/** Loads the sentence model and the dictionary once; texts that were embedded are remembered (see `Variant.embedder`). */
export async function createEngineFactory(): Promise<EngineFactory> {
  const model = sentenceEncoder()
  const known = new Map<string, Float32Array>()
  const embedder: Embedder = {
    ...model,
    async embed(texts, tokens) {
      const keyOf = (text: string): string => `${tokens ? 'cut' : 'whole'} ${texts.length} ${text}`
      if (!texts.every((text) => known.has(keyOf(text)))) {
        const vectors = await model.embed(texts, tokens)
        texts.forEach((text, at) => {
          const vector = vectors[at]
          if (vector) known.set(keyOf(text), vector)
        })
      }
      return texts.flatMap((text) => known.get(keyOf(text)) ?? [])
    },
  }
  const isEnglish = createEnglish()
  const lexicon = loadLexicon()
  const vectorsOf: EngineFactory['vectorsOf'] = (course, inEnglish = (text) => text) =>
    embedder.embed(courseTexts(course).map(inEnglish))
  return {
    model,
    embedder,
    vectorsOf,
    async build(courses, { embeddings, lexicon: withTopics, intents, spelling, models, embedder: other } = {}) {
      const engine = await createEngine({
        lexicon: {
          ...lexicon,
          ...(withTopics === false && {
            same: [],
            related: [],
            known: [],
            indian: {
              ...lexicon.indian,
              typed: [],
              loans: [],
              others: [],
              hindi: { ...lexicon.indian.hindi, nouns: {} },
            },
          }),
          ...(intents === false && { intents: [] }),
        },
        embedder: embeddings === false ? null : (other ?? embedder),
        isEnglish,
        ...(spelling === false && { spelling: withoutCorrection }),
        ...(models && { models }),
      })
      for (const course of courses)
        engine.put(searchable(course), embeddings === false ? undefined : await vectorsOf(course, engine.inEnglish))
      return engine
    },
  }
}

/** Leaves words as they are written. */
const withoutCorrection: typeof createSpelling = (isEnglish) => ({
  knows: isEnglish,
  correct: (word) => word,
  near: () => [],
  split: () => undefined,
  soundsLike: () => undefined,
  soundsJustLike: () => undefined,
  finished: () => undefined,
  family: () => [],
  otherScripts: () => [],
  count: () => {},
})
