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

export const readIntents = (text?: string): z.output<typeof Intents> =>
  readDataFile(file('intents.yaml'), Intents, text)

/** Examples, closed classes and weights for the recogniser of the search. Throws when a file is not of the right form. */
export function recogniserData() {
  const { examples, ...closed } = readIntents()
  return {
    ...closed,
    examples: Object.entries(examples).flatMap(([label, texts]) => texts.map((text) => ({ label, text }))),
    weights: readDataFile(file('recogniser.json'), Weights),
  }
}
