import type { Embedder } from '#ports/embedder.ts'
import type { CompiledLexicon, Intent } from './compile-lexicon.ts'
import type { Tuning } from './tuning.ts'
import { type CourseVectors, dot } from './vector-index.ts'

/** What a search is near to besides courses. */
export type Surroundings = {
  /** likeness of the nearest phrase about other things than learning here; 0 without a vector */
  offTopic: number
  /** wishes whose subjects are taught here, the nearest first */
  intents: readonly { subjects: Intent['subjects']; likeness: number }[]
}

/** Sentences that searches are compared with: wishes and what to learn for them, and what has nothing to do with learning here. */
export type Background = {
  /** `isTaught` says whether a course is about one of the subjects; a wish that nobody teaches here is something else. */
  around(queries: readonly Float32Array[], isTaught: (subjects: Intent['subjects']) => boolean): Surroundings
  /** Takes a course's vectors into account, or with none forgets them: what a course is about is not background. */
  put(id: string, vectors: CourseVectors): void
}

export async function openBackground(
  embedder: Embedder | null,
  { background, intents }: Pick<CompiledLexicon, 'background' | 'intents'>,
  tuning: Pick<Tuning, 'taught' | 'untaught'>,
): Promise<Background> {
  const phrases = embedder ? await embedder.embed(background) : []
  const wishes = embedder ? await embedder.embed(intents.map(({ sentence }) => sentence)) : []
  const claims = phrases.map((): Set<string> => new Set())
  return {
    around(queries, isTaught) {
      const likeness = (to: Float32Array): number => Math.max(0, ...queries.map((query) => dot(to, query)))
      let offTopic = Math.max(0, ...phrases.map((phrase, at) => (claims[at]?.size === 0 ? likeness(phrase) : 0)))
      const near: Surroundings['intents'][number][] = []
      wishes.forEach((wish, at) => {
        const one = { subjects: intents[at]?.subjects ?? [], likeness: likeness(wish) }
        if (one.likeness <= offTopic) return
        if (isTaught(one.subjects)) near.push(one)
        else offTopic = Math.max(offTopic, one.likeness - tuning.untaught)
      })
      return { offTopic, intents: near.sort((a, b) => b.likeness - a.likeness) }
    },
    put(id, vectors) {
      phrases.forEach((phrase, place) => {
        if (vectors.some((vector) => dot(vector, phrase) >= tuning.taught)) claims[place]?.add(id)
        else claims[place]?.delete(id)
      })
    },
  }
}
