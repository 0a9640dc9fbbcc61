import type { SearchTurn } from '#ports/search-index.ts'
import { readMessage, type SearchDeps } from '../../search/index.ts'
import { type Concept, conceptsOf, inModelLanguage, isHindi } from '../packing/terms.ts'

/** A question as it is searched for. */
export type AskedQuestion = {
  /** what it names: as written, and as the reader of searches corrected it */
  readings: Concept[][]
  isHindi: boolean
  /** null without a model */
  vector: Float32Array | null
  model: string | null
  /** the corrected or translated question, where it differs */
  readAs: string | null
}

/** The readings of a question. Hindi is read here: the reader of searches keeps of it what courses are about. */
export const readingsOf = (question: string, readAs: string | null): Concept[][] =>
  [question, ...(readAs === null || isHindi(question) ? [] : [readAs])]
    .map(conceptsOf)
    .filter((concepts) => concepts.length > 0)

/** The stems by which the lectures of all courses are compared with a question: no sounds, which are too many words'. */
export const topicHashes = (readings: readonly (readonly Concept[])[]): number[] => [
  ...new Set(readings.flat().flatMap(({ terms }) => terms.filter(({ isSound }) => !isSound).map(({ hash }) => hash))),
]

/**
 * Reads a question, with the reader of searches, which corrects typing errors by the words of the catalogue. Throws `unavailable` when too
 * many wait for it.
 */
export async function readAsked(deps: SearchDeps, question: string, turn: SearchTurn): Promise<AskedQuestion> {
  const { readAs } = await readMessage(deps, question, turn)
  const model = await deps.searchIndex.model()
  const vector = model === null ? null : await deps.searchIndex.embedQuestion(inModelLanguage(question), turn)
  return { readings: readingsOf(question, readAs), isHindi: isHindi(question), vector, model, readAs }
}
