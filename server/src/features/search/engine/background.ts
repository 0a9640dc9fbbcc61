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
  /** vectors of sentences, in their order; none without a model */
  embed: (sentences: readonly string[]) => Promise<Float32Array[]>,
  { background, intents }: Pick<CompiledLexicon, 'background' | 'intents'>,
  tuning: Pick<Tuning, 'taught' | 'untaught'>,
): Promise<Background> {
  const phrases = await embed(background)
  const wishes = await embed(intents.map(({ sentence }) => sentence))
  const claims = phrases.map((): Set<string> => new Set())
  return {
    around(queries, isTaught) {
      const likeness = (to: Float32Array): number => Math.max(0, ...queries.map((query) => dot(to, query)))
      const strange = Math.max(0, ...phrases.map((phrase, at) => (claims[at]?.size === 0 ? likeness(phrase) : 0)))
      const near = wishes
        .map((wish, at) => ({ subjects: intents[at]?.subjects ?? [], likeness: likeness(wish) }))
        .filter((one) => one.likeness > strange)
        .map((one) => ({ ...one, taught: isTaught(one.subjects) }))
      const untaught = near.filter(({ taught }) => !taught).map((one) => one.likeness - tuning.untaught)
      const offTopic = Math.max(strange, ...untaught)
      const taught = near.filter((one) => one.taught && one.likeness > offTopic)
      return { offTopic, intents: taught.sort((a, b) => b.likeness - a.likeness) }
    },
    put(id, vectors) {
      phrases.forEach((phrase, place) => {
        if (vectors.some((vector) => dot(vector, phrase) >= tuning.taught)) claims[place]?.add(id)
        else claims[place]?.delete(id)
      })
    },
  }
}
