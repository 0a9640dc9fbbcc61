import type { FeatureDeps } from '#core/feature-deps.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import { readMessage, stem, wordsOf } from '../../search/index.ts'
import { hashStem } from '../packing/index-words.ts'
import { isStopWord } from '../stop-words.ts'

/** A question as it is searched for. */
export type AskedQuestion = {
  /** ways in which it was read, as written and as corrected or translated: the stems of each, without words that say nothing */
  readings: { stem: string; hash: number }[][]
  /** null without a model */
  vector: Float32Array | null
  model: string | null
  /** the corrected or translated question, where it differs */
  readAs: string | null
}

const mostStems = 24

type Deps = Pick<FeatureDeps, 'db' | 'shared' | 'searchIndex' | 'remoteSearch' | 'log'>

/**
 * Reads a question by the reader of searches, which corrects typing errors and reads Hindi in both scripts. Throws `unavailable` when too
 * many wait for it.
 */
export async function readAsked(deps: Deps, question: string, turn: SearchTurn): Promise<AskedQuestion> {
  const { readAs } = await readMessage(deps, question, turn)
  const texts = [question, ...(readAs === null ? [] : [readAs])]
  const model = await deps.searchIndex.model()
  const readings = texts.map(stemsOf).filter((stems) => stems.length > 0)
  const [vector] = model === null ? [] : await deps.searchIndex.embed([readAs ?? question])
  return { readings, vector: vector ?? null, model, readAs }
}

function stemsOf(text: string): { stem: string; hash: number }[] {
  const stems = new Set(
    wordsOf(text)
      .filter((word) => !isStopWord(word))
      .map(stem),
  )
  return [...stems].slice(0, mostStems).map((one) => ({ stem: one, hash: hashStem(one) }))
}
