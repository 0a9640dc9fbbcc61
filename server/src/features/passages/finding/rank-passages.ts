import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AskedQuestion } from './read-question.ts'
import type { Features, Scored } from './score-passages.ts'

/** Names of the features that rank passages, and of those that decide whether the best of them answers. */
export const rankedBy = [
  'words',
  'covered',
  'title',
  'beside',
  'cosine',
  'prominence',
  'isChapters',
  'isDescription',
  'isHindi',
  'short',
] as const satisfies readonly (keyof Features)[]
export const decidedBy = ['covered', 'words', 'beside', 'lead', 'cosine', 'unknown', 'concepts', 'hindi'] as const

const Model = z.object({
  ranking: z.record(z.enum(rankedBy), z.number()),
  answering: z.record(z.enum(decidedBy), z.number()),
  /** from this sum on a question is answered */
  answered: z.number(),
})
export type PassageModel = z.output<typeof Model>
const Models = z.object({ withMeaning: Model, wordsAlone: Model })

let models: z.output<typeof Models> | undefined

/** The weights that `npm run bench -- passages-fit` has fitted, with vectors and without. */
export function loadModel(withMeaning: boolean): PassageModel {
  models ??= Models.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../data/model.json'), 'utf8')))
  return withMeaning ? models.withMeaning : models.wordsAlone
}

export type Ranked = Scored & { score: number }

/** Sorts passages, the best first. */
export const rankPassages = (scored: readonly Scored[], { ranking }: Pick<PassageModel, 'ranking'>): Ranked[] =>
  scored
    .map((one) => ({ ...one, score: rankedBy.reduce((sum, name) => sum + ranking[name] * one.features[name], 0) }))
    .sort((one, other) => other.score - one.score)

/** What decides whether the best of ranked passages answers a question. */
export function evidenceOf(
  ranked: readonly Ranked[],
  { readings, isHindi }: Pick<AskedQuestion, 'readings' | 'isHindi'>,
): Record<(typeof decidedBy)[number], number> {
  const [best] = ranked
  const fourth = ranked[3] ?? ranked.at(-1)
  return {
    covered: best?.features.covered ?? 0,
    words: best?.features.words ?? 0,
    beside: best?.features.beside ?? 0,
    /** how far the best is before others */
    lead: best && fourth ? Math.min(1, (best.score - fourth.score) / 10) : 0,
    cosine: ranked.reduce((most, { features }) => Math.max(most, features.cosine), 0),
    unknown: best?.unknown ?? 1,
    concepts: Math.min(6, readings[0]?.length ?? 0) / 6,
    hindi: Number(isHindi),
  }
}

/** Whether the best of ranked passages is sure to be about a question. */
export function isAnswered(
  ranked: readonly Ranked[],
  asked: AskedQuestion,
  { answering, answered }: PassageModel,
): boolean {
  if (ranked.length === 0 || asked.readings.length === 0) return false
  const evidence = evidenceOf(ranked, asked)
  return decidedBy.reduce((sum, name) => sum + answering[name] * evidence[name], 0) >= answered
}
