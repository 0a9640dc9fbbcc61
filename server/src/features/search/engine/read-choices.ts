import type { Level } from '@virtual-courses/contract'
import { mayExclude } from '@virtual-courses/contract/values/excluding-words'
import { type CourseLanguage, courseLanguages } from '@virtual-courses/contract/values/fields'
import type { ReadChoices } from '#ports/search-index.ts'
import { type Token, tokensOf } from '../reader/features.ts'
import type { QuestionRead, Reader, Role } from '../reader/reader.ts'
import { chosen, searchLimits } from './parameters.ts'
import { type Knowledge, readNumbers, subjectOf, type Understood, understand } from './understand.ts'
import { type Concept, conceptOf } from './words/concepts.ts'
import { languageCodes, languagesOf } from './words/course-languages.ts'
import type { CompiledLexicon } from './words/lexicon.ts'
import { scriptOf, stem, wordsOf } from './words/words.ts'

/** What a search asks for with what the reader of questions found: things that are not wanted, and subjects to choose from. */
export type Asked = Understood & {
  excluded: Concept[]
  /** a level that is not wanted */
  notLevel: Level | null
  /** subjects of which any is wanted, or that are compared, as places among the concepts; [] for one subject */
  alternatives: number[][]
  compared: boolean
  /** how likely it wants nothing to learn, and how much of it is frame, 0 to 1 */
  off: number
  framed: number
  languages: AskedLanguages
}

/**
 * Codes of the languages that a search names beside its subject, of those that it is written in, neither ever English, and of those in
 * which nothing should be taught.
 */
export type AskedLanguages = Readonly<Record<'named' | 'written' | 'unwanted', ReadonlySet<string>>>

/** In so few words even the reader's silence is no proof. */
const fewTokens = 3
/** Words of a cue before something unwanted: "i do not want" */
const mostCues = 5
const mostExcluded = 4
/** Names of each word of something unwanted that are joined with those of the others. */
const mostNames = 3
const unwanted: ReadonlySet<Role> = new Set<Role>(['X', 'XB', 'XA'])
/** Hindi says behind a thing that it is not wanted. */
const cuesBehind: ReadonlySet<string> = new Set(
  wordsOf('ke bina alawa alava siva chhodkar chodkar के बिना बगैर अलावा सिवा सिवाय छोड़कर'),
)
const cuesOf = (...cues: string[]): string[][] => cues.map((cue) => cue.split(' '))
/** What follows these is not wanted where something is left that is, whatever role the reader gives it. */
const excludingCues = cuesOf(
  ...['excluding', 'exclude', 'except', 'apart from', 'other than', 'leave out', 'not about', 'that isnt'],
  ...['nothing about', 'nothing by', 'nothing from', 'not want', 'dont want', 'not need', 'dont need', 'i hate'],
)
/** What follows these is not wanted, and all else is. */
const allBut = cuesOf('anything but', 'everything but', 'anything except', 'everything except', 'anything other than')
/** May stand between such a cue and the thing. */
const small: ReadonlySet<string> = new Set(['a', 'an', 'the', 'any', 'to', 'learn', 'of'])
/** Behind these something is wanted, unless one of the others stands close before. */
const asksFor: ReadonlySet<string> = new Set(['want', 'need', 'show', 'prefer'])
const denies: ReadonlySet<string> = new Set([
  'dont',
  'doesnt',
  'didnt',
  'wont',
  'cant',
  'not',
  'never',
  'no',
  'neither',
])

/** Returns what a search asks for. `asWritten` takes every word for one that is wanted. Pure; never throws, whatever the text. */
export function readSearch(
  input: string,
  knowledge: Knowledge,
  { asWritten = false }: { asWritten?: boolean | undefined } = {},
): Asked {
  const plain = { excluded: [], notLevel: null, alternatives: [], compared: false, off: 0, framed: 0 }
  const understood = understand(input, knowledge)
  const languages = askedLanguages(wordsOf(input.slice(0, searchLimits.text)), understood)
  const written = { ...understood, ...plain, languages }
  if (asWritten || written.concepts.length === 0) return written
  const { lexicon, isEnglish, inCatalogue, reader } = knowledge
  const tokens = tokensOf(input, readNumbers(input).rest, {
    isTaught: (word) => inCatalogue(stem(word)),
    isEnglish,
    topicsIn: (words) => topicsIn(words, lexicon),
  })
  // a role alone is a guess: nothing is left out of a search that has no word for it
  const excludes = mayExclude(input)
  const read = withAllUnwanted(reader.read(tokens), tokens, excludes)
  const hinted = { ...written, filters: { ...written.filters, levelHint: hintOf(read) } }
  const whole = { ...byRoles(hinted, read, tokens), off: read.intent.off + read.intent.none, framed: framedOf(read) }
  if (isNothing(read, tokens, reader)) return { ...whole, concepts: [], texts: noTexts, category: null }
  if (excludes && read.roles.some((role) => unwanted.has(role)))
    return withoutUnwanted(whole, { read, tokens }, knowledge)
  const concepts = withSmallNames(whole.concepts, read, tokens, knowledge)
  return {
    ...whole,
    concepts,
    alternatives: alternativesIn(concepts, read, tokens),
    compared: read.shape === 'compare',
  }
}

/** Who wants to get a job is likely a beginner: their courses are lifted. */
const hintOf = ({ intent }: QuestionRead): Level | null => (intent.career > chosen.career ? 'Beginner' : null)

const framedOf = ({ frame }: QuestionRead): number =>
  frame.reduce((sum, one) => sum + one, 0) / Math.max(1, frame.length)

/** Gives each concept the role that the reader is sure of: frame, context, or what the search is for. */
function byRoles<T extends Understood>(understood: T, read: QuestionRead, tokens: readonly Token[]): T {
  const places = new Map<string, number[]>()
  for (const [at, { word }] of tokens.entries()) places.set(stem(word), [...(places.get(stem(word)) ?? []), at])
  const measured = understood.concepts.map((concept) => {
    const own = concept.words.flatMap((word) => places.get(stem(word)) ?? [])
    const least = (values: readonly number[]): number => Math.min(...own.map((at) => values[at] ?? 0))
    return own.length === 0
      ? { concept, frame: 0, context: null }
      : { concept, frame: least(read.frame), context: least(read.context) }
  })
  // "python in tamil" is about Python: the language says only how it is taught
  const languages = understood.taughtIn.map((code) => courseLanguages[code].toLowerCase())
  const roled = measured.map(({ concept, frame, context }): Concept => {
    if (languages.includes(concept.words.join(' '))) return { ...concept, frame, role: 'context' }
    if (context !== null && context >= chosen.roleSure) return { ...concept, frame, role: 'context' }
    if (context !== null && context + frame <= 1 - chosen.roleSure && concept.role === 'context')
      return { ...concept, frame, role: 'head' }
    return { ...concept, frame }
  })
  const asks = roled.some(({ role, frame, weak }) => role !== 'context' && frame < chosen.framed && !weak)
  const concepts = asks ? roled : measured.map(({ concept, frame }) => ({ ...concept, frame }))
  const subject = subjectOf(concepts)
  const { whole, ...texts } = understood.texts
  return { ...understood, concepts, texts: { ...texts, subject, whole: whole === subject ? '' : whole } }
}

const noTexts: Understood['texts'] = { subject: '', whole: '', request: '', sentences: [] }

/** Markup and commands to a machine: no subject at all, in more than a few words, of which the lexicon has none. */
function isNothing({ roles, intent }: QuestionRead, tokens: readonly Token[], reader: Reader): boolean {
  if (roles.some((role) => role !== 'F') || intent.none < 0.9) return false
  const isMarkup = tokens.some(({ before }) => before === '<')
  const mayName = ({ word, topic }: Token): boolean =>
    topic || (tokens.length <= fewTokens && reader.frequency(word) < 2)
  return isMarkup || !tokens.some(mayName)
}

/**
 * Understands what is left without the unwanted words and the cue before them. A search that surely says only one thing that it does not
 * want is for all else; others that have nothing else want them after all.
 */
function withoutUnwanted(
  whole: Asked,
  { read, tokens }: { read: QuestionRead; tokens: readonly Token[] },
  knowledge: Knowledge,
): Asked {
  const { roles } = read
  const dropped = new Set<number>()
  const runs: string[][] = []
  for (const [at, role] of roles.entries()) {
    if (!unwanted.has(role)) continue
    dropped.add(at)
    const word = tokens[at]?.word ?? ''
    if (role === 'X') {
      if (roles[at - 1] === 'X' && tokens[at]?.before === '') runs.at(-1)?.push(word)
      else runs.push([word])
    }
    for (let cue = at - 1; cue >= 0 && cue >= at - mostCues && roles[cue] === 'F'; cue--) {
      if (tokens[cue]?.topic) break
      dropped.add(cue)
      if (tokens[cue]?.before !== '') break
    }
    for (let cue = at + 1; roles[cue] === 'F' && cuesBehind.has(tokens[cue]?.word ?? ''); cue++) dropped.add(cue)
  }
  const kept = tokens
    .map(({ word, before }, at) => (dropped.has(at) ? '' : before === '.' || before === '?' ? `. ${word}` : word))
    .filter(Boolean)
    .join(' ')
  const asked = byRoles(understand(kept, knowledge), read, tokens)
  // "project management without jira": what is wanted is no other name of what is not
  const wanted = new Set(asked.concepts.flatMap(({ same }) => same.map((name) => name.join(' '))))
  const excluded = runs
    .slice(0, mostExcluded)
    .flatMap((words) => {
      const concepts = asOne(understand(words.join(' '), knowledge).concepts)
      // "history but not world history": the whole name, whose everyday words say nothing elsewhere
      const isWanted = words.length > 1 && concepts.some(({ same: [own] }) => wanted.has(own.join(' ')))
      return isWanted ? { ...conceptOf(words, 'head', knowledge), same: [words.map(stem)] as const } : concepts
    })
    .map(({ same: [own, ...others], ...rest }): Concept => {
      return { ...rest, same: [own, ...others.filter((name) => !wanted.has(name.join(' ')))] }
    })
  const level = asked.filters.level
  const notLevel = roles.includes('XB') ? 'Beginner' : roles.includes('XA') ? 'Advanced' : null
  if (excluded.length === 0 && notLevel === null) return whole
  // "without tears" alone is rather a part of a title
  const isSure = runs.length === 1 && tokens.some((_, at) => cueAt(allBut, tokens, at))
  if (asked.concepts.length === 0 && !(isSure && excluded.length > 0)) return whole
  const { levelHint, minPrice, maxPrice, minMinutes, maxMinutes } = whole.filters
  const left = askedLanguages(wordsOf(kept), asked)
  // "not in hindi" is about how something is taught, "other than hindi" about what
  const unwantedLanguages = tokens.flatMap(({ word }, at) =>
    roles[at] === 'X' && tokens[at - 1]?.word === 'in' ? (languageCodes.get(word) ?? []) : [],
  )
  return {
    ...whole,
    ...asked,
    languages: { ...left, unwanted: new Set(unwantedLanguages) },
    filters: { ...asked.filters, levelHint, minPrice, maxPrice, minMinutes, maxMinutes },
    excluded,
    notLevel: notLevel === level ? null : notLevel,
    alternatives: [],
    compared: false,
  }
}

/** "gothic novels" are one thing, by all of its words: other novels are wanted. Names of the lexicon stay apart: "without java python". */
function asOne(concepts: readonly Concept[]): readonly Concept[] {
  const [first, ...rest] = concepts
  if (!first || concepts.every(({ topic }) => topic)) return concepts
  let joined = first
  for (const { words, same } of rest) {
    const [, ...others] = joined.same
      .slice(0, mostNames)
      .flatMap((name) => same.slice(0, mostNames).map((other) => [...name, ...other]))
    joined = { ...joined, words: [...joined.words, ...words], same: [[...joined.same[0], ...same[0]], ...others] }
  }
  return [joined]
}

const cueAt = (cues: readonly string[][], tokens: readonly Token[], at: number): readonly string[] | undefined =>
  cues.find((words) => words.every((word, place) => tokens[at + place]?.word === word))

/** Marks what follows a cue as unwanted, up to the next sign: "exclude duplicates in excel" leaves nothing else, and so wants it. */
function excludeBehind(at: number, roles: Role[], tokens: readonly Token[]): void {
  const all = cueAt(allBut, tokens, at)
  const cue = all ?? cueAt(excludingCues, tokens, at)
  // "not in hindi", and no other place
  const isLanguage =
    tokens[at]?.word === 'not' && tokens[at + 1]?.word === 'in' && languageCodes.has(tokens[at + 2]?.word ?? '')
  if (!cue && !isLanguage) return
  const from = at + (cue?.length ?? 2)
  let next = from
  while (small.has(tokens[next]?.word ?? '') && tokens[next]?.before === '') next++
  const end = tokens.findIndex(
    ({ before }, place) => place > next && (before !== '' || (roles[place] !== 'S' && roles[place] !== 'X')),
  )
  const stop = isLanguage ? next + 1 : end < 0 ? tokens.length : end
  const isLeft = roles.some((role, place) => role === 'S' && (place < at || place >= stop))
  // "i hate excel but need it"
  if (!all && !isLeft && !roles.some((role, place) => role === 'X' && place >= stop)) return
  roles.fill('F', at, next)
  roles.fill('X', next, stop)
}

/**
 * "religions other than islam": beside a word that excludes, a subject is unwanted where that is likely enough. "c not c++ or c#": what
 * "or" adds to something unwanted is unwanted too, where a subject precedes them.
 */
function withAllUnwanted(read: QuestionRead, tokens: readonly Token[], excludes: boolean): QuestionRead {
  const roles = read.roles.map((role, at): Role => {
    const isUnwanted = excludes && role === 'S' && (read.unwanted[at] ?? 0) >= chosen.unwantedSure
    return isUnwanted ? 'X' : role
  })
  for (const at of tokens.keys()) excludeBehind(at, roles, tokens)
  // "not interested in photoshop, show figma"
  for (const at of tokens.keys()) {
    const before = tokens.slice(Math.max(0, at - 4), Math.max(0, at - 1))
    if (!asksFor.has(tokens[at - 1]?.word ?? '') || before.some(({ word }) => denies.has(word))) continue
    for (let next = at; roles[next] === 'X' && (next === at || tokens[next]?.before === ''); next++) roles[next] = 'S'
  }
  for (let at = 2; at < roles.length; at++) {
    const joins = ['or', 'nor'].includes(tokens[at - 1]?.word ?? '')
    if (!joins || roles[at - 2] !== 'X' || roles.indexOf('S') > at - 2) continue
    for (let next = at; roles[next] === 'S' && tokens[next]?.before === ''; next++) roles[next] = 'X'
  }
  return { ...read, roles }
}

/** For each word whether it belongs to a name of the lexicon. */
function topicsIn(words: readonly string[], lexicon: CompiledLexicon): boolean[] {
  const stems = words.map(stem)
  const inside = words.map(() => false)
  for (let at = 0; at < stems.length; at++)
    for (let length = Math.min(lexicon.longestEntry, stems.length - at); length > 0; length--)
      if (lexicon.entries.has(stems.slice(at, at + length).join(' '))) {
        inside.fill(true, at, at + length)
        break
      }
  return inside
}

/** "Rust or Go": beside a choice a word that otherwise says nothing is the subject that the lexicon has. */
function withSmallNames(
  concepts: readonly Concept[],
  { shape, roles }: QuestionRead,
  tokens: readonly Token[],
  knowledge: Knowledge,
): Concept[] {
  const { stopWords, entries } = knowledge.lexicon
  const names = tokens.filter(
    ({ word }, at) => roles[at] === 'S' && stopWords.has(word) && entries.has(stem(word)) && shape !== 'one',
  )
  return [...concepts, ...names.map(({ word }) => conceptOf([word], 'head', knowledge))]
}

/** The subjects of a search that wants any of several, or compares them: each as the places of its concepts. */
function alternativesIn(
  concepts: readonly Concept[],
  { shape, roles }: QuestionRead,
  tokens: readonly Token[],
): number[][] {
  if (shape !== 'either' && shape !== 'compare') return []
  let run = -1
  const runOf = new Map<string, number>()
  for (const [at, { word, before }] of tokens.entries()) {
    if (roles[at] !== 'S') continue
    if (roles[at - 1] !== 'S' || before !== '') run++
    if (!runOf.has(stem(word))) runOf.set(stem(word), run)
  }
  const groups = new Map<number, number[]>()
  for (const [place, { role, words }] of concepts.entries()) {
    const own = words.map((word) => runOf.get(stem(word))).find((one) => one !== undefined)
    if (role !== 'context' && own !== undefined) groups.set(own, [...(groups.get(own) ?? []), place])
  }
  return groups.size > 1 ? [...groups.values()] : []
}

/** Returns how a search was read where it names more than one subject; null for a plain one. */
export function choicesOf({ concepts, excluded, notLevel, alternatives, compared }: Asked): ReadChoices | null {
  if (excluded.length === 0 && alternatives.length === 0 && notLevel === null) return null
  return {
    without: excluded.map(({ words }) => words.join(' ')),
    notLevel,
    alternatives: alternatives.map((places) => places.flatMap((place) => concepts[place]?.words ?? []).join(' ')),
    compared: alternatives.length > 0 && compared,
  }
}

/** Who understands one understands a course in the other. */
const hindustani: readonly CourseLanguage[] = ['hi', 'ur']
const stems = [...languageCodes].map(([name, code]) => [stem(name), code] as const)

function askedLanguages(
  words: readonly string[],
  { concepts, filters, isHindi, taughtIn }: Understood,
): AskedLanguages {
  const subjects = concepts.flatMap(({ same }) => same.flat())
  const stated = new Set([...words.map(stem), ...subjects])
  const named = stems.flatMap(([name, code]) =>
    code !== 'en' && stated.has(name) && concepts.length > 1 ? [code] : [],
  )
  return {
    named: new Set([...(filters.inHindi ? hindustani : []), ...taughtIn, ...named]),
    unwanted: new Set(),
    written: new Set([
      ...(isHindi ? hindustani : []),
      ...words.flatMap((word) => languagesOf[scriptOf(word) ?? ''] ?? []),
    ]),
  }
}
