import { loadSentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import { courseTexts } from '../../server/src/features/search/engine/course-texts.ts'
import { createEngine, type SearchEngine } from '../../server/src/features/search/engine/create-engine.ts'
import { createEnglish } from '../../server/src/features/search/engine/english.ts'
import type { SearchableCourse } from '../../server/src/features/search/engine/searchable-course.ts'
import type { Tuning } from '../../server/src/features/search/engine/tuning.ts'
import { defaultLexicon } from '../../server/src/features/search/lexicon/default-lexicon.ts'
import type { Lexicon } from '../../server/src/features/search/lexicon/lexicon.ts'
import type { Embedder } from '../../server/src/ports/embedder.ts'
import type { EvaluationCourse } from './load-data.ts'

export type Variant = { embeddings: boolean; lexicon: boolean; spelling: boolean; tuning?: Partial<Tuning> }

/** Without it only what the engine cannot do without is left: stop words, filters and the background. */
const withoutSubjects: Lexicon = { ...defaultLexicon, same: [], related: [], romanHindi: [], devanagari: [] }

export const searchable = (course: EvaluationCourse): SearchableCourse => ({
  ...course,
  id: course.key,
  pricePaise: course.priceRupees * 100,
})

export type Workshop = {
  embedder: Embedder
  vectorsOf(course: EvaluationCourse): Promise<Float32Array[]>
  /** gives a course vectors that the model did not make */
  know(key: string, vectors: Float32Array[]): void
  /** puts the courses in and answers the milliseconds that it took, without the making of vectors */
  build(courses: readonly EvaluationCourse[], variant: Variant): Promise<{ engine: SearchEngine; indexMs: number }>
}

/**
 * Loads the model once; vectors of courses are made once for all variants. They are known by the keys of the courses, so
 * another set of courses needs a workshop of its own, to which the model can be lent.
 */
export async function openWorkshop(lent?: Embedder): Promise<Workshop> {
  const embedder = lent ?? (await loadSentenceEncoder())
  const isEnglish = createEnglish()
  const known = new Map<string, Float32Array[]>()
  const vectorsOf = async (course: EvaluationCourse): Promise<Float32Array[]> => {
    const vectors = known.get(course.key) ?? (await embedder.embed(courseTexts(course)))
    known.set(course.key, vectors)
    return vectors
  }
  return {
    embedder,
    vectorsOf,
    know: (key, vectors) => void known.set(key, vectors),
    async build(courses, variant) {
      const vectors = variant.embeddings ? await Promise.all(courses.map(vectorsOf)) : []
      const started = performance.now()
      const engine = await createEngine({
        lexicon: variant.lexicon ? defaultLexicon : withoutSubjects,
        embedder: variant.embeddings ? embedder : null,
        isEnglish,
        correct: variant.spelling,
        ...(variant.tuning && { tuning: variant.tuning }),
      })
      courses.forEach((course, place) => {
        engine.put(searchable(course), vectors[place])
      })
      await engine.search('warm')
      return { engine, indexMs: performance.now() - started }
    },
  }
}
