import { chosen } from '../parameters.ts'
import { languages } from './languages.ts'
import type { CompiledLexicon } from './lexicon.ts'
import type { Spelling } from './spelling.ts'
import { inDevanagari, scriptOf, soundOf, stem } from './words.ts'

/**
 * Role of a concept in a search: what it searches for, a word before it that narrows it ("restaurant" of "restaurant
 * website"), or where, for whom and why ("for my yoga studio").
 */
export type Role = 'head' | 'modifier' | 'context'

/** One thing that a search names. A course that has all stems of one of the names has it. */
export type Concept = {
  /** as it was written, corrected and translated */
  words: readonly string[]
  role: Role
  /** names of the thing itself, as stems; the first is the concept's own */
  same: readonly [readonly string[], ...(readonly string[])[]]
  /** names of what helps with it */
  related: readonly (readonly string[])[]
  /** the thing in words for the sentence model */
  meaning: string
  /** the lexicon knows it: people learn it */
  topic: boolean
  /** neither English nor known to catalogue or lexicon */
  strange: boolean
  /** an everyday word that courses have by chance */
  weak: boolean
  /** how likely it only says that something is wanted, 0 to 1 */
  frame: number
}

export type WordKnowledge = {
  lexicon: CompiledLexicon
  spelling: Spelling
  isEnglish: (word: string) => boolean
  /** does any course have this stem? */
  inCatalogue: (stem: string) => boolean
  /** does a lecture of any course say this word? */
  isSpoken: (word: string) => boolean
}

/** Words that stand in for one of their family that no course has. */
const mostOfFamily = 3

/** Returns a name as a concept: what it is called otherwise, and what helps someone who asks for it. */
export function conceptOf(
  words: readonly string[],
  role: Role,
  { lexicon, spelling, isEnglish, inCatalogue }: WordKnowledge,
): Concept {
  const stems = words.map(stem)
  const entry = lexicon.entries.get(stems.join(' '))
  const [only = ''] = words
  const written = writtenAs(words, { lexicon, spelling, isEnglish })
  const isWritten = written.same.length + written.related.length > 0
  const unknown = words.length === 1 && !inCatalogue(stem(only)) && !isWritten
  const near = unknown
    ? spelling
        .near(only)
        .filter((one) => !languages.has(one))
        .slice(0, 2)
        .map((one) => [stem(one)])
    : []
  const family =
    unknown && isEnglish(only)
      ? spelling
          .family(only)
          .filter((one) => !languages.has(one))
          .slice(0, mostOfFamily)
      : []
  const splitWords = unknown ? spelling.split(only) : undefined
  const same: Concept['same'] = [
    stems,
    ...(entry?.same ?? []),
    ...(words.length === 2 ? [[stem(words.join(''))]] : []),
    ...(splitWords ? [splitWords.split(' ').map(stem)] : []),
    // English, and yet no course has it, while a word that is one typo away is taught: "crotchet"
    ...(unknown && entry === undefined && only.length >= chosen.twoTypos ? near : []),
    ...written.same,
  ]
  const taught = same.some((name) => name.every(inCatalogue))
  return {
    words,
    role,
    same,
    related: [
      ...(entry?.related ?? []),
      ...written.related,
      ...family.map((one) => [stem(one)]),
      ...(taught ? [] : near),
    ],
    // A name that no course has may be one that the model has never seen: what it has to do with says more.
    meaning: [entry?.usual || words.join(' '), ...(taught ? [] : (entry?.helps ?? []))].join(' '),
    topic: entry !== undefined,
    weak: entry === undefined && stems.every((one) => lexicon.weakStems.has(one)),
    frame: 0,
    strange:
      !isWritten &&
      !words.some((word, at) => isEnglish(word) || lexicon.words.has(word) || inCatalogue(stems[at] ?? '')),
  }
}

/**
 * How courses write the words in scripts of India, by their sound: "vedic" is "वैदिक", but "sure" is not "सौर", which means solar. A word
 * of another language often sounds about like an English one: "guitar" and "গতির", of speed. Such a word only helps.
 */
function writtenAs(
  words: readonly string[],
  { lexicon, spelling, isEnglish }: Pick<WordKnowledge, 'lexicon' | 'spelling' | 'isEnglish'>,
): Record<'same' | 'related', string[][]> {
  const means = (word: string): boolean => {
    const script = scriptOf(word)
    return script !== null && lexicon.dictionary.written([inDevanagari(word, script)], 0) !== undefined
  }
  const forms = words.map((word) => {
    const consonants = soundOf(word).length
    if (!isEnglish(word))
      return { all: spelling.otherScripts(word), sure: spelling.otherScripts(word, chosen.surelyAlike) }
    if (consonants < 3) return { all: [], sure: [] }
    const all = spelling.otherScripts(word).filter((one) => !means(one))
    const sure = consonants < chosen.distinctiveSound ? [] : spelling.otherScripts(word, chosen.sameInScripts)
    return { all, sure: all.filter((one) => sure.includes(one)) }
  })
  if (words.length > 1) {
    const isAlike = forms.some(({ sure }) => sure.length > 0)
    return { same: isAlike ? [words.map((word, at) => forms[at]?.sure[0] ?? stem(word))] : [], related: [] }
  }
  const [{ all, sure } = { all: [], sure: [] }] = forms
  return { same: sure.map((one) => [one]), related: all.filter((one) => !sure.includes(one)).map((one) => [one]) }
}
