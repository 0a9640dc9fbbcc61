import { join } from 'node:path'
import { categories, levels } from '@virtual-courses/contract/fields'
import { z } from 'zod'
import { readDataFile } from '#core/read-data-file.ts'

const file = (name: string): string => join(import.meta.dirname, '../data', name)
const line = z.string().trim().min(1)
const lines = z.array(line)
/** Words separated by blanks. */
const words = z.string().transform((text) => text.split(/\s+/).filter(Boolean))
const left = (sign: string) => line.regex(new RegExp(`^[^${sign}]+${sign}[^${sign}]*$`), `must have one "${sign}"`)
const topicCategories = categories.filter((category) => category !== 'Others')
const byLevel = z.record(z.enum(levels), lines)

const Words = z.strictObject({
  stopWords: words,
  weakWords: words,
  commerceWords: words,
  teachingWords: words,
  degrees: words,
  levels: byLevel,
  levelHints: byLevel,
  allLevels: lines,
  free: lines,
  cheap: lines,
  cheapest: lines,
  inHindi: lines,
  freeOf: words,
  freeAfter: words,
  goalCues: lines,
  contextCues: lines,
  categories: z.record(z.enum(topicCategories), lines),
  stems: z.record(line, line),
})
const Topics = z.strictObject({ same: z.array(left('=')), related: z.array(left('>')), known: lines })
const IndianLanguages = z.strictObject({
  roman: z.array(left('=')),
  devanagari: z.array(left('=')),
  letters: z.record(line, line),
  others: z.array(left('=')),
  otherLanguages: z.record(line, words),
})
const Intents = z.strictObject({ intents: z.array(left('>')) })
const OffTopic = z.strictObject({ offTopic: lines })
const Weights = z.record(z.string(), z.number())
const Model = z.strictObject({
  ranking: Weights,
  /** a rank score as a probability: 1 / (1 + exp(-(slope * score + offset))) */
  relevance: z.strictObject({ slope: z.number(), offset: z.number() }),
  acceptance: Weights,
  thresholds: z.strictObject({ sure: z.number(), closest: z.number() }),
})
const Models = z.strictObject({ withMeaning: Model, wordsAlone: Model })

/** What the search knows besides the courses: files under `data/`, in the form that their comments describe. */
export type Lexicon = z.output<typeof Words> &
  z.output<typeof Topics> &
  z.output<typeof Intents> & {
    indian: z.output<typeof IndianLanguages>
    offTopic: readonly string[]
  }
/** Weights that `bench/search/fit.ts` has fitted and written. */
export type Model = z.output<typeof Model>

/** The lexicon that the program comes with. Throws when one of its files is not of the right form. */
export function loadLexicon(): Lexicon {
  return {
    ...readDataFile(file('words.yaml'), Words),
    ...readDataFile(file('topics.yaml'), Topics),
    ...readDataFile(file('intents.yaml'), Intents),
    ...readDataFile(file('off-topic.yaml'), OffTopic),
    indian: readDataFile(file('indian-languages.yaml'), IndianLanguages),
  }
}

export const loadModels = (): z.output<typeof Models> => readDataFile(file('model.json'), Models)

/**
 * The lexicon with an operator's own lines before its own: `a = b, c` for other names of the same thing, `a > b, c` for what
 * helps someone who asks for the left, `#` for notes. Lines of no such form are ignored.
 */
export function withOperatorLines(lexicon: Lexicon, text: string): Lexicon {
  const own = text
    .toLowerCase()
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => !one.startsWith('#'))
  return {
    ...lexicon,
    same: [...own.filter((one) => /^[^=>]+=[^=>]+$/.test(one)), ...lexicon.same],
    related: [...own.filter((one) => /^[^=>]+>[^=>]+$/.test(one)), ...lexicon.related],
  }
}
