import { type CourseVectors, dot } from './vector-index.ts'

/** Phrases about other things than learning here; a search that is nearer to one of them than to any course finds nothing. */
export type Background = {
  /** Likeness of the nearest phrase; 0 without a vector. */
  nearest(query: Float32Array | undefined): number
  /** Takes a course's vectors into account, or with none forgets them: what a course is about is not background. */
  put(id: string, vectors: CourseVectors): void
}

export function createBackground(phrases: readonly Float32Array[], taught: number): Background {
  const claims = phrases.map((): Set<string> => new Set())
  return {
    nearest(query) {
      let most = 0
      if (query) {
        phrases.forEach((phrase, place) => {
          if (claims[place]?.size === 0) most = Math.max(most, dot(phrase, query))
        })
      }
      return most
    },
    put(id, vectors) {
      phrases.forEach((phrase, place) => {
        if (vectors.some((vector) => dot(vector, phrase) >= taught)) claims[place]?.add(id)
        else claims[place]?.delete(id)
      })
    },
  }
}
