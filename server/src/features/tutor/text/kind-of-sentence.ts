import { join } from 'node:path'
import { z } from 'zod'
import { readDataFile } from '#core/files/read-data-file.ts'

const kinds = ['definition', 'step', 'example', 'warning', 'statement'] as const
/** What a sentence is, as far as its own words tell. */
export type SentenceKind = (typeof kinds)[number]

const Rules = z.array(z.strictObject({ kind: z.enum(kinds), pattern: z.string() }))
const SentenceKinds = z.strictObject({
  verbs: z.array(z.string()),
  sentences: Rules,
  pointing: z.strictObject({ pattern: z.string(), but: z.string() }),
  questions: Rules,
})

const data = readDataFile(join(import.meta.dirname, 'data/sentence-kinds.yaml'), SentenceKinds)
const compile = (pattern: string): RegExp => new RegExp(pattern.replaceAll('{verbs}', data.verbs.join('|')), 'iu')
const compileAll = (rules: z.output<typeof Rules>) =>
  rules.map(({ kind, pattern }) => ({ kind, pattern: compile(pattern) }))

const sentences = compileAll(data.sentences)
const questions = compileAll(data.questions)
const pointing = { pattern: compile(data.pointing.pattern), but: compile(data.pointing.but) }

export function kindOfSentence(sentence: string): SentenceKind {
  const found = sentences.find(({ pattern }) => pattern.test(sentence))?.kind ?? 'statement'
  const pointsAway = pointing.pattern.test(sentence) && !pointing.but.test(sentence)
  return found === 'definition' && pointsAway ? 'statement' : found
}

/** The kind of sentence that a question asks for; null where it does not tell. */
export const kindAskedFor = (question: string): SentenceKind | null =>
  questions.find(({ pattern }) => pattern.test(question))?.kind ?? null
