import { isDeepStrictEqual } from 'node:util'
import {
  type Context,
  type CrossedLists,
  type LimitedFrame,
  readCrossedLists,
  readGrades,
  type Subject,
} from './crossed-lists.ts'
import type { EvaluationCourse, GradedQuery } from './evaluation-set.ts'
import { type Limits, limitGrades } from './limit-grades.ts'
import { makeTypo } from './make-typo.ts'
import { shuffled, stableHash } from './stable-hash.ts'

type Part = GradedQuery['part']
type Candidate = { query: string; frame: string; context: string; wanted: Record<string, number>; sharp: boolean }
/** What queries are made from: the lists, one part of them, and the courses with the grades that a subject gives them. */
type Source = {
  lists: CrossedLists
  part: Part
  courses: readonly EvaluationCourse[]
  gradesOf: (subject: Subject) => Record<string, number>
}
type Kind = { name: string; part: Part; candidatesOf: (subject: Subject) => Candidate[] }

const parts = ['fit', 'test'] as const
/** Most queries of a kind in each part of a set, and most of them about one subject. */
const perKind = 32
const perSubject = 3

const partOf = (what: string, name: string): Part => (stableHash(`part of ${what} ${name}`) % 2 === 0 ? 'fit' : 'test')

/**
 * Returns labelled queries over the courses of a catalogue: each subject in the words of different people, crossed with contexts, prices
 * and levels, and searches that must find nothing. A query belongs to a part only if its subject and context do. The result is
 * deterministic. Throws if a subject grades an unknown course.
 */
export function crossQueries(catalogue: 'own' | 'strangers', courses: readonly EvaluationCourse[]): GradedQuery[] {
  const lists = readCrossedLists()
  checkGrades(catalogue, lists, courses)
  const taught = lists.subjects.filter((subject) => (subject[catalogue] ?? 'none') !== 'none')
  const absent = lists.subjects.filter((subject) => subject[catalogue] === 'none')
  const queries = parts.flatMap((part) => {
    const ofPart = ({ key }: Subject): boolean => partOf('subject', key) === part
    const gradesOf = (subject: Subject): Record<string, number> => readGrades(subject[catalogue] ?? 'none')
    const source: Source = { lists, part, courses, gradesOf }
    return [
      ...kindsOf(source).flatMap((kind) => choose(kind, taught.filter(ofPart))),
      ...choose(absentKind(source), absent.filter(ofPart)),
      ...offTopicQueries(lists, part),
    ]
  })
  const seen = new Set<string>()
  return queries.filter(({ query }) => seen.size < seen.add(query.toLowerCase()).size)
}

function checkGrades(catalogue: 'own' | 'strangers', { subjects }: CrossedLists, courses: readonly EvaluationCourse[]) {
  const keys = new Set(courses.map(({ key }) => key))
  for (const subject of subjects) {
    const unknown = Object.keys(readGrades(subject[catalogue] ?? 'none')).find((key) => !keys.has(key))
    if (unknown !== undefined) throw new Error(`The subject "${subject.key}" grades "${unknown}", which does not exist`)
  }
}

function kindsOf(source: Source): Kind[] {
  const { lists, part } = source
  const plain = Object.entries(lists.frames.plain).map(([name, texts]) => ({
    name,
    part,
    candidatesOf: (subject: Subject) => texts.flatMap((text) => plainCandidates(source, name, text, subject)),
  }))
  const limited = Object.entries(lists.frames.limited).map(([name, frames]) => ({
    name,
    part,
    candidatesOf: (subject: Subject) => limitedCandidates(source, { kind: name, frames, subject, accepts: hasGood }),
  }))
  const nonePriced: Kind = {
    name: 'none-by-price',
    part,
    // Only a narrow subject leaves no room for another course that someone could accept instead.
    candidatesOf: (subject) =>
      subject.narrow
        ? limitedCandidates(source, {
            kind: 'price',
            frames: lists.frames.limited.price ?? [],
            subject,
            accepts: isEmpty,
          })
        : [],
  }
  return [...plain, ...limited, nonePriced]
}

const hasGood = (wanted: Record<string, number>): boolean => Object.values(wanted).some((grade) => grade >= 2)
const isEmpty = (wanted: Record<string, number>): boolean => Object.keys(wanted).length === 0

function plainCandidates(source: Source, kind: string, text: string, subject: Subject): Candidate[] {
  const wanted = source.gradesOf(subject)
  return fillings(text, subject, contextsFor(source, kind, subject)).flatMap(({ words, context }) => {
    const filled = kind === 'typo' ? withTypo(words) : words
    if (!filled) return []
    return [{ query: fillFrame(text, filled), frame: text, context: context?.key ?? '', wanted, sharp: true }]
  })
}

/** Returns the words with a typo in the one of the subject. */
function withTypo(words: Readonly<Record<string, string>>): Record<string, string> | null {
  const [[name, word] = ['', '']] = Object.entries(words)
  const wrong = makeTypo(word, name)
  return wrong === null ? null : { [name]: wrong }
}

type Limited = {
  kind: string
  frames: readonly LimitedFrame[]
  subject: Subject
  accepts: (wanted: Record<string, number>) => boolean
}

function limitedCandidates(source: Source, { kind, frames, subject, accepts }: Limited): Candidate[] {
  const grades = source.gradesOf(subject)
  const contexts = contextsFor(source, kind, subject)
  return frames.flatMap(({ text, free, cheapest, level }) => {
    const filled = fillings(text, subject, contexts)
    return amountsFor(text, source.lists.frames.amounts).flatMap((amounts) => {
      const limits: Limits = {
        ...amounts,
        ...(free && { max: 0 }),
        ...(cheapest && { cheapest }),
        ...(level && { level }),
      }
      const wanted = limitGrades(grades, source.courses, limits)
      if (!accepts(wanted)) return []
      // Sharp: the limit leaves something out, so that a search that overlooks it shows.
      const sharp = !isDeepStrictEqual(wanted, grades)
      return filled.map(({ words, context }): Candidate => {
        const query = fillFrame(text, { ...words, ...amountWords(amounts) })
        return { query, frame: text, context: context?.key ?? '', wanted, sharp }
      })
    })
  })
}

type Amounts = { max?: number; min?: number }

function amountsFor(text: string, { max, min, ranges }: CrossedLists['frames']['amounts']): Amounts[] {
  if (text.includes('{min}') && text.includes('{max}')) return ranges.map(([low, high]) => ({ min: low, max: high }))
  if (text.includes('{min}')) return min.map((low) => ({ min: low }))
  if (text.includes('{maxShort}')) return max.filter((high) => high >= 1000).map((high) => ({ max: high }))
  return text.includes('{max}') ? max.map((high) => ({ max: high })) : [{}]
}

const amountWords = ({ max, min }: Amounts): Record<string, string> => ({
  ...(max !== undefined && { max: String(max), maxShort: `${max / 1000}k` }),
  ...(min !== undefined && { min: String(min) }),
})

/** Returns some contexts that someone who learns this could have, without those that would change the subject. */
function contextsFor({ lists, part }: Source, kind: string, subject: Subject): Context[] {
  const { key, noun, verb = [], ing = [], spelling = [], after = [] } = subject
  const text = [key, ...noun, ...verb, ...ing, ...spelling, ...after].join(' ')
  const suitable = lists.contexts.filter(
    ({ key, who, avoid, collides }) =>
      partOf('context', key) === part &&
      (collides === true) === (kind === 'context-collision') &&
      subject.suits.includes(who) &&
      !avoid.some((word) => new RegExp(`\\b${word}`, 'i').test(text)),
  )
  return shuffled(`${kind} ${subject.key}`, suitable, (context) => context.key).slice(0, perSubject * 2)
}

/** Returns the query as it is typed: mostly without capitals, whole sentences with them. */
function write(query: string, kind: string): string {
  if (kind === 'story') return query.charAt(0).toUpperCase() + query.slice(1)
  return stableHash(`capitals ${query}`) % 3 === 0 ? query : query.toLowerCase()
}

/** Returns queries of one kind: subjects in turn, and of each the query whose frame and context were used least so far. */
function choose({ name, part, candidatesOf }: Kind, subjects: readonly Subject[]): GradedQuery[] {
  const used = new Map<string, number>()
  const use = (text: string): void => void used.set(text, (used.get(text) ?? 0) + 1)
  const uses = (text: string): number => (text === '' ? 0 : (used.get(text) ?? 0))
  const left = shuffled(name, subjects, ({ key }) => key).map((subject) =>
    shuffled(name, candidatesOf(subject), ({ query }) => query),
  )
  const chosen = new Map<string, GradedQuery>()
  for (let round = 0; round < perSubject; round++) {
    for (const candidates of left) {
      const cost = ({ frame, context, sharp, query }: Candidate): number =>
        chosen.has(query.toLowerCase()) ? Infinity : uses(frame) + uses(context) + (sharp ? 0 : 2)
      let best: Candidate | null = null
      let least = Infinity
      for (const candidate of candidates) {
        const price = cost(candidate)
        if (price < least) [best, least] = [candidate, price]
      }
      if (!best || chosen.size >= perKind) continue
      use(best.frame)
      use(best.context)
      const { query, wanted } = best
      chosen.set(query.toLowerCase(), { query: write(query, name), kind: name, part, wanted })
    }
  }
  return [...chosen.values()]
}

/** What one catalogue does not teach and the other does. */
function absentKind(source: Source): Kind {
  const names = ['bare', 'synonym', 'context-suffix', 'hinglish', 'devanagari']
  return {
    name: 'off-topic-absent',
    part: source.part,
    candidatesOf: (subject) =>
      names.flatMap((name) =>
        (source.lists.frames.plain[name] ?? []).flatMap((text) => plainCandidates(source, name, text, subject)),
      ),
  }
}

function offTopicQueries({ offTopic }: CrossedLists, part: Part): GradedQuery[] {
  return Object.entries(offTopic).flatMap(([kind, lines]) =>
    lines
      .filter((line) => partOf('off-topic', line) === part)
      .map((query): GradedQuery => ({ query, kind, part, wanted: {} })),
  )
}

/** Words for the placeholders of a frame, and the context that some of them come from. */
export type Filling = { words: Record<string, string>; context: Context | null }

const ofSubject: Record<string, (subject: Subject) => string[]> = {
  bare: ({ noun }) => noun.slice(0, 1),
  other: ({ noun }) => noun.slice(1),
  noun: ({ noun }) => noun,
  verb: ({ verb = [] }) => verb,
  ing: ({ ing = [] }) => ing,
  spelling: ({ spelling = [] }) => spelling,
  after: ({ after = [] }) => after,
  job: ({ job = [] }) => job,
  role: ({ job = [] }) => job.map((name) => name.replace(/^an? /, '')),
  hindi: ({ hinglish = [] }) => hinglish,
  hindiName: ({ hinglish = [] }) => hinglish.slice(0, 1),
  nagari: ({ devanagari = [] }) => devanagari,
  nagariName: ({ devanagari = [] }) => devanagari.slice(0, 1),
}

const ofContext: Record<string, (context: Context) => string | undefined> = {
  suffix: ({ suffix }) => suffix,
  prefix: ({ prefix }) => prefix,
  Prefix: ({ prefix }) => prefix && prefix.charAt(0).toUpperCase() + prefix.slice(1),
  modifier: ({ modifier }) => modifier,
  hindiContext: ({ hinglish }) => hinglish,
  nagariContext: ({ devanagari }) => devanagari,
}

/**
 * Returns every way to fill a frame with one name of the subject and one of the contexts. None if the subject has no such
 * name, or if no context has the form that the frame asks for.
 */
export function fillings(frame: string, subject: Subject, contexts: readonly Context[]): Filling[] {
  const names = [...frame.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const [subjectName = ''] = names.filter((name) => ofSubject[name])
  const contextName = names.find((name) => ofContext[name])
  const texts = ofSubject[subjectName]?.(subject) ?? []
  if (contextName === undefined) return texts.map((text) => ({ words: { [subjectName]: text }, context: null }))
  return contexts.flatMap((context) => {
    const said = ofContext[contextName]?.(context)
    const misfits = contextName === 'suffix' && context.nounOnly && ['verb', 'ing'].includes(subjectName)
    if (said === undefined || misfits) return []
    return texts.map((text) => ({ words: { [subjectName]: text, [contextName]: said }, context }))
  })
}

/** Returns the frame with the words in place of its placeholders. Throws if one has no word. */
export function fillFrame(frame: string, words: Readonly<Record<string, string>>): string {
  return frame.replace(/\{(\w+)\}/g, (_, name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`The frame "${frame}" has no word for "${name}"`)
    return word
  })
}
