import { join } from 'node:path'
import { z } from 'zod'
import { readDataFile } from '#core/files/read-data-file.ts'

const file = (name: string): string => join(import.meta.dirname, name)
const line = z.string().trim().min(1)
/** Phrases separated by semicolons. */
const phrases = z
  .array(
    line.transform((text) =>
      text
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  )
  .transform((lines) => lines.flat())
const words = z.array(z.coerce.string())

const Intents = z.strictObject({
  examples: z.record(z.string().regex(/^[a-z-]+(\.[a-z]+)?$/, 'is no label'), phrases),
  known: z.strictObject({ before: phrases, after: phrases }),
  joining: words,
  listing: words,
  places: z.array(z.strictObject({ place: z.int().min(-1), words })),
})
const Weights = z.strictObject({ withMeaning: z.array(z.number()), wordsAlone: z.array(z.number()) })
const Help = z.strictObject({
  support: z.strictObject({ named: line.includes('{address}'), unnamed: line }),
  topics: z.record(line, z.strictObject({ title: line, text: line, withoutSupport: line.optional() })),
})
const Roadmaps = z.array(
  z.strictObject({
    name: line,
    goals: z.array(line).min(1),
    steps: z.array(z.strictObject({ name: line, search: line })).min(2),
  }),
)

export const readIntents = (text?: string): z.output<typeof Intents> =>
  readDataFile(file('intents.yaml'), Intents, text)
export const readHelp = (text?: string): z.output<typeof Help> => readDataFile(file('help.yaml'), Help, text)
export const readRoadmaps = (text?: string): z.output<typeof Roadmaps> =>
  readDataFile(file('roadmaps.yaml'), Roadmaps, text)

/** Examples, closed classes and weights for the recogniser of the search. Throws when one of the files is not of the right form. */
export function recogniserData() {
  const { examples, ...closed } = readIntents()
  return {
    ...closed,
    examples: Object.entries(examples).flatMap(([label, texts]) => texts.map((text) => ({ label, text }))),
    weights: readDataFile(file('recogniser.json'), Weights),
  }
}

const { support: supportPhrases, topics } = readHelp()

/** Returns what is true of the site about a topic of `help.yaml`; undefined for other names. `support` is an address or "". */
export function helpText(key: string, support: string): string | undefined {
  const topic = topics[key]
  if (!topic) return undefined
  const write = support === '' ? supportPhrases.unnamed : supportPhrases.named.replace('{address}', support)
  const text = support === '' ? (topic.withoutSupport ?? topic.text) : topic.text
  return text.replace('{support}', write)
}

/** All topics with their titles, in the order of the file. */
export const helpTexts = (support: string): { title: string; text: string }[] =>
  Object.entries(topics).map(([key, { title }]) => ({ title, text: helpText(key, support) ?? '' }))
