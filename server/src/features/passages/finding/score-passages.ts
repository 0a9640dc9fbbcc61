import type { Concept } from '../packing/terms.ts'
import { hashTerm, passageTerms } from '../packing/terms.ts'
import type { LoadedSet } from './loaded-sets.ts'
import type { Link, Place } from './passage-queries.ts'
import type { AskedQuestion } from './read-question.ts'

/** What a passage is measured by, each about 0 to 1. */
export type Features = {
  /** BM25 of what the question names, as a part of what a passage with all of it would get */
  words: number
  /** part of what the question names, by its rarity, that the passage or the title of its lecture has */
  covered: number
  /** part that the title has */
  title: number
  /** `words` of the better one of the passages before and after it */
  beside: number
  /** cosine of the question; 0 without vectors */
  cosine: number
  /** how far the cosine is above that of the other passages, in standard deviations */
  prominence: number
  isChapters: number
  isDescription: number
  isHindi: number
  /** how much it is shorter than usual */
  short: number
}

export type Scored = Place & { features: Features /** part of the question that no passage has */; unknown: number }

/** Of BM25: how soon more of a word counts no more, and how much long passages have to have. */
const [k1, b] = [1.2, 0.5]
/** Worth of what no passage names beside what one has: of Hindi it may be a word that the dictionary lacks. */
const unknownWorth = { hindi: 0.4, others: 0.8 }
const usualWords = 50
/** Of fewer passages nothing can be told of how rare a word is: it is taken for one of so many. */
const leastCount = 50

type Source = { link: Link; set: LoadedSet; title: ReadonlySet<number> }

/** Scores the passages of sources against a question. */
export function scorePassages(
  links: readonly Link[],
  sets: ReadonlyMap<string, LoadedSet>,
  asked: AskedQuestion,
): Scored[] {
  const titles = new Map<string, ReadonlySet<number>>()
  const sources = links.flatMap((link): Source[] => {
    const set = sets.get(link.setId)
    if (!set || set.words.lengths.length === 0) return []
    const title = titles.get(link.title) ?? new Set(passageTerms(link.title).terms.map(hashTerm))
    titles.set(link.title, title)
    return [{ link, set, title }]
  })
  const readings = asked.readings.map((concepts) => matchWords(sources, concepts, asked.isHindi))
  const unknown = Math.min(1, ...readings.map((reading) => reading.unknown))
  const cosines = sources.map(({ set }) => cosinesOf(set, asked))
  const { mean, deviation } = spreadOf(cosines)
  return sources.flatMap(({ link, set }, source) => {
    const { lectureId, kind, track, setId, language } = link
    return Array.from(set.words.lengths, (length, at): Scored => {
      const best = (measure: 'words' | 'covered' | 'title', place = at): number =>
        Math.max(0, ...readings.map((reading) => reading[measure][source]?.[place] ?? 0))
      const cosine = cosines[source]?.[at] ?? 0
      const features: Features = {
        words: best('words'),
        covered: best('covered'),
        title: best('title'),
        beside: Math.max(best('words', at - 1), best('words', at + 1)),
        cosine,
        prominence: deviation === 0 ? 0 : (cosine - mean) / deviation,
        isChapters: Number(kind === 'chapters'),
        isDescription: Number(kind === 'description'),
        isHindi: Number(language.startsWith('hi')),
        short: Math.max(0, 1 - length / usualWords),
      }
      return { lectureId, kind, track, setId, at, features, unknown }
    })
  })
}

type Matched = Record<'words' | 'covered' | 'title', Float64Array[]> & { unknown: number }

function matchWords(sources: readonly Source[], concepts: readonly Concept[], isHindi: boolean): Matched {
  const lengths = sources.map(({ set }) => set.words.lengths)
  const count = lengths.reduce((sum, one) => sum + one.length, 0)
  const usual = Math.max(
    1,
    lengths.reduce((sum, one) => sum + one.reduce((all, each) => all + each, 0), 0) / Math.max(1, count),
  )
  const most = Math.max(count, leastCount)
  const empty = (): Float64Array[] => lengths.map((one) => new Float64Array(one.length))
  const sums = { words: empty(), covered: empty(), title: empty() }
  let all = 0
  let unknown = 0
  for (const { terms } of concepts) {
    const words = empty()
    const has = empty()
    let found = 0
    for (const [source, { set }] of sources.entries())
      for (const { hash, worth } of terms) {
        const list = set.words.find(hash)
        const [ownWords, ownHas, own] = [words[source], has[source], lengths[source]]
        if (!list || !ownWords || !ownHas || !own) continue
        for (const [entry, at] of list.passages.entries()) {
          const times = list.counts[entry] ?? 0
          const worthHere = (worth * times * (k1 + 1)) / (times + k1 * (1 - b + (b * (own[at] ?? 0)) / usual))
          if (ownHas[at] === 0) found++
          if (worthHere > (ownWords[at] ?? 0)) ownWords[at] = worthHere
          if (worth > (ownHas[at] ?? 0)) ownHas[at] = worth
        }
      }
    const rarity =
      found === 0
        ? Math.log(1 + most / 0.5) * (isHindi ? unknownWorth.hindi : unknownWorth.others)
        : Math.log(1 + (most - found + 0.5) / (found + 0.5))
    all += rarity
    if (found === 0) unknown += rarity
    for (const [source, { title }] of sources.entries()) {
      const titled = Math.max(0, ...terms.map(({ hash, worth }) => (title.has(hash) ? worth : 0)))
      for (let at = 0; at < (lengths[source]?.length ?? 0); at++) {
        addTo(sums.words[source], at, rarity * (words[source]?.[at] ?? 0))
        addTo(sums.covered[source], at, rarity * Math.max(titled, has[source]?.[at] ?? 0))
        addTo(sums.title[source], at, rarity * titled)
      }
    }
  }
  const part = (of: Float64Array[], whole: number) => of.map((own) => own.map((sum) => (all === 0 ? 0 : sum / whole)))
  return {
    words: part(sums.words, all * (k1 + 1)),
    covered: part(sums.covered, all),
    title: part(sums.title, all),
    unknown: all === 0 ? 1 : unknown / all,
  }
}

function addTo(sums: Float64Array | undefined, at: number, value: number): void {
  if (sums) sums[at] = (sums[at] ?? 0) + value
}

function cosinesOf({ words, vectors, model }: LoadedSet, asked: AskedQuestion): Float64Array {
  const { vector } = asked
  const cosines = new Float64Array(words.lengths.length)
  if (vector && vectors && model === asked.model)
    for (let at = 0; at < cosines.length; at++) cosines[at] = vectors.cosine(at, vector)
  return cosines
}

function spreadOf(lists: readonly Float64Array[]): { mean: number; deviation: number } {
  let [count, sum, squares] = [0, 0, 0]
  for (const list of lists)
    for (const one of list) {
      count++
      sum += one
      squares += one * one
    }
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) }
}
