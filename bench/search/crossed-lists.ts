import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Level } from '@virtual-courses/contract/values/fields'
import { parse } from 'yaml'
import { z } from 'zod'

const Text = z.string().trim().min(1)
const Texts = z.array(Text).min(1)
const Who = z.enum(['business', 'profession', 'team', 'study', 'home'])

/** Grades as "course=3 another=1", or "none" for what the catalogue does not teach at all. */
const Grades = z.string().regex(/^(none|[a-z0-9-]+=[123]( [a-z0-9-]+=[123])*)$/)

const Subject = z.strictObject({
  noun: Texts,
  verb: Texts.optional(),
  ing: Texts.optional(),
  after: Texts.optional(),
  job: z.array(z.string().regex(/^an? /)).optional(),
  hinglish: Texts.optional(),
  devanagari: Texts.optional(),
  spelling: Texts.optional(),
  suits: z.array(Who).min(1),
  narrow: z.literal(true).optional(),
  own: Grades.optional(),
  strangers: Grades.optional(),
})

const Context = z.strictObject({
  who: Who,
  suffix: Text,
  prefix: Text.optional(),
  modifier: Text.optional(),
  hinglish: Text.optional(),
  devanagari: Text.optional(),
  nounOnly: z.literal(true).optional(),
  /** its words are what other courses are about; for the kind `context-collision` alone */
  collides: z.literal(true).optional(),
  avoid: z.array(Text),
})

const Limited = z.strictObject({
  text: Text,
  free: z.literal(true).optional(),
  cheapest: z.literal(true).optional(),
  level: Level.optional(),
})

const Thumbnailer = z.strictObject({
  amounts: z.strictObject({
    max: z.array(z.int()),
    min: z.array(z.int()),
    ranges: z.array(z.tuple([z.int(), z.int()])),
  }),
  plain: z.record(Text, Texts),
  limited: z.record(Text, z.array(Limited)),
})

/** A thing that people learn, with its names and with the courses that teach it. */
export type Subject = z.output<typeof Subject> & { key: string }
/** Something that a query says about the person, and not about what they intend to learn. */
export type Context = z.output<typeof Context> & { key: string }
/** A frame that limits the price, the level or both. */
export type LimitedFrame = z.output<typeof Limited>
export type Thumbnailer = z.output<typeof Thumbnailer>
export type CrossedLists = {
  subjects: Subject[]
  contexts: Context[]
  frames: Thumbnailer
  /** lines by kind */
  offTopic: Record<string, string[]>
}

const folder = join(import.meta.dirname, 'data', 'crossed')
const readYaml = (file: string): unknown => parse(readFileSync(join(folder, file), 'utf8'))
const withKeys = <T>(map: Record<string, T>): (T & { key: string })[] =>
  Object.entries(map).map(([key, one]) => ({ key, ...one }))

/** Returns the lists from which queries are crossed. Throws if a file does not have the form of its schema. */
export function readCrossedLists(): CrossedLists {
  const files = readdirSync(join(folder, 'subjects')).sort()
  const subjects = files.flatMap((file) => withKeys(z.record(Text, Subject).parse(readYaml(join('subjects', file)))))
  const twice = subjects.find(({ key }, at) => subjects.findIndex((other) => other.key === key) !== at)
  if (twice) throw new Error(`The subject "${twice.key}" is there twice`)
  return {
    subjects,
    contexts: withKeys(z.record(Text, Context).parse(readYaml('contexts.yaml'))),
    frames: Thumbnailer.parse(readYaml('frames.yaml')),
    offTopic: z.record(Text, Texts).parse(readYaml('off-topic.yaml')),
  }
}

/** Returns the grades of a line such as "course=3 another=1"; "none" is {}. */
export function readGrades(line: string): Record<string, number> {
  if (line === 'none') return {}
  return Object.fromEntries(line.split(' ').map((grade) => [grade.slice(0, -2), Number(grade.slice(-1))]))
}
