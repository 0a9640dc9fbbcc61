import type { IndexedCourse, NamedTitle } from '#ports/search-index.ts'
import { fields, type InvertedIndex } from './inverted-index.ts'
import { distance } from './words/spelling.ts'
import { stem, wordsOf } from './words/words.ts'

type Titles = {
  index: Pick<InvertedIndex, 'each' | 'count' | 'has' | 'size'>
  courseAt: (slot: number) => IndexedCourse | undefined
  isStopWord: (word: string) => boolean
  /** words of the catalogue one typo away */
  near: (word: string) => string[]
}

/** What a message says of titles. */
export type TitleReading = {
  /** in the order of the message */
  titles: NamedTitle[]
  /** the words of the message without those of whole titles */
  rest: string
  /** the words of the message with a subject in place of each whole title, which may sound like a question */
  masked: string
}

/** Bounds of the work, whatever the message and however large the catalogue. */
const limits = { words: 60, rarest: 8, visits: 20_000, candidates: 40, titles: 4, alike: 4, heads: 3 }
const titleBit = 1 << fields.indexOf('title')
/** Parts of a title that must be named: of a title as a whole, and of one that may be meant. */
const least = { whole: 0.85, partly: 0.5, words: 3 }
/** Words of the message that may stand between those of a title that is whole. */
const most = { skipped: 1 }
/** Costs of a word that only one side has, as part of its weight. */
const gaps = { title: 0.5, message: 1.2 }
/** worth of a word with a typo */
const typoWorth = 0.8
/** Scores within this share of the best one are alike. */
const alike = 0.95
/** A word that more than this share of the titles have, and at least so many, tells none from the others; nor does a short stop word. */
const common = { share: 0.08, titles: 6, letters: 4, weight: 0.12 }
/** a letter alone, beside a word that is as rare */
const letterWorth = 0.5
const subjectInPlace = 'python'

const isYear = (word: string): boolean => /^(?:19|20)\d\d$/.test(word)

type Span = { from: number; to: number }
type Match = Span & { id: string; score: number; matched: number; share: number; named: number }
type Weigh = (word: string) => number

/**
 * Finds the titles that a message names: exactly, in part, with typing errors, in any script. Courses are gathered by the rarest words of
 * the message in the index of the search, and aligned word by word.
 */
export function readTitles(text: string, titles: Titles): TitleReading {
  const words = wordsOf(text).slice(0, limits.words)
  const chosen: (NamedTitle & Span)[] = []
  const compared = { weigh: createWeigh(titles), similarity: createSimilarity(), index: titles.index }
  const matches = candidates(words, titles, compared.weigh)
    .flatMap((course) => matchOf(words, course, compared) ?? [])
    .sort((a, b) => b.score * b.share - a.score * a.share)
  for (const best of matches) {
    if (chosen.length === limits.titles) break
    const overlaps = ({ from, to }: Span, other: Span): boolean => from < other.to && other.from < to
    if (chosen.some((one) => overlaps(one, best))) continue
    const same = matches.filter(
      (one) =>
        overlaps(one, best) &&
        (best.share >= least.whole
          ? one.share >= least.whole && one.score * one.share >= alike * best.score * best.share
          : one.matched >= alike * best.matched),
    )
    const { from, to, share } = best
    const ids = [...new Set(same.map(({ id }) => id))].slice(0, limits.alike)
    chosen.push({ from, to, ids, whole: share >= least.whole, words: words.slice(from, to).join(' ') })
  }
  chosen.sort((a, b) => a.from - b.from)
  const whole = chosen.filter((one) => one.whole)
  const inTitle = (at: number): (Span & NamedTitle) | undefined => whole.find(({ from, to }) => at >= from && at < to)
  const rest = words.filter((_, at) => !inTitle(at))
  const masked = words.flatMap((word, at) => {
    const title = inTitle(at)
    return title === undefined ? [word] : title.from === at ? [subjectInPlace] : []
  })
  return {
    titles: chosen.map(({ ids, whole, words }) => ({ ids, whole, words })),
    rest: rest.join(' '),
    masked: masked.join(' '),
  }
}

/** Courses by their whole title, whatever its case, marks and blanks. */
export function createTitleIndex() {
  const slots = new Map<string, Set<number>>()
  const keyOf = (text: string): string => wordsOf(text).join(' ')
  return {
    put(slot: number, title: string): void {
      const key = keyOf(title)
      if (key !== '') slots.set(key, (slots.get(key) ?? new Set()).add(slot))
    },
    remove(slot: number, title: string): void {
      const key = keyOf(title)
      const same = slots.get(key)
      same?.delete(slot)
      if (same?.size === 0) slots.delete(key)
    },
    /** The courses that are called just as the text. */
    called: (text: string): ReadonlySet<number> => slots.get(keyOf(text)) ?? new Set(),
  }
}

/** Courses whose titles have the rarest words of a message, those with most of them first. */
function candidates(words: readonly string[], { index, courseAt, near }: Titles, weigh: Weigh): IndexedCourse[] {
  const meant = [...new Set(words)].flatMap((word) => (index.has(stem(word)) ? [word] : near(word).slice(0, 2)))
  const rarest = [...new Map(meant.map((word) => [stem(word), weigh(word)]))]
    .filter(([, weight]) => weight > common.weight)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limits.rarest)
  const hits = new Map<number, number>()
  let visits = 0
  for (const [one, weight] of rarest) {
    visits += index.count(one)
    if (visits > limits.visits) break
    index.each(one, (slot, mask) => {
      if (mask & titleBit) hits.set(slot, (hits.get(slot) ?? 0) + weight)
    })
  }
  return [...hits]
    .sort(([, a], [, b]) => b - a)
    .slice(0, limits.candidates)
    .flatMap(([slot]) => courseAt(slot) ?? [])
}

/** Returns what a word is worth: the more, the fewer titles have it. */
function createWeigh({ index, isStopWord }: Pick<Titles, 'index' | 'isStopWord'>): Weigh {
  const known = new Map<string, number>()
  return (word) => {
    const one = stem(word)
    const before = known.get(one)
    if (before !== undefined) return before
    let titles = 0
    if (index.count(one) > limits.visits) titles = index.count(one)
    else
      index.each(one, (_slot, mask) => {
        if (mask & titleBit) titles++
      })
    const says = !isYear(word) && !(word.length <= common.letters && isStopWord(word))
    const isCommon = !says || titles > Math.max(common.titles, common.share * index.size())
    const rarity = Math.log(1 + index.size() / (1 + titles))
    const weight = isCommon ? common.weight : Math.max(common.weight, word.length === 1 ? letterWorth * rarity : rarity)
    known.set(one, weight)
    return weight
  }
}

type Compared = { weigh: Weigh; similarity: Similarity; index: Titles['index'] }

/** How well a message names one title: the title as it is, or what stands before one of the signs that part it. */
function matchOf(words: readonly string[], course: IndexedCourse, compared: Compared): Match | undefined {
  const { title } = course
  const heads = Array.from(title.matchAll(/:\s|\s[-–—|]\s|[([|!?]/g), ({ index }) => title.slice(0, index))
  const forms = [title, ...heads.slice(0, limits.heads)].map(wordsOf)
  const found = forms.flatMap((form) => align(words, { id: course.id, form }, compared) ?? [])
  return found.sort((a, b) => b.score * b.share - a.score * a.share)[0]
}

/** The best local alignment of message and title; a word that only one of them has costs a part of its weight. */
function align(
  words: readonly string[],
  { id, form }: { id: string; form: readonly string[] },
  { weigh, similarity, index }: Compared,
): Match | undefined {
  const ofTitle = form.map(weigh)
  const total = ofTitle.reduce((sum, one) => sum + one, 0)
  if (total === 0) return undefined
  type Cell = { score: number; matched: number; named: number; words: number; skipped: number; from: number }
  const nothing: Cell = { score: 0, matched: 0, named: 0, words: 0, skipped: 0, from: 0 }
  let best: Cell & { to: number } = { ...nothing, to: 0 }
  let before: Cell[] = [nothing, ...form.map(() => nothing)]
  for (const [at, word] of words.entries()) {
    const own = weigh(word)
    const row: Cell[] = [nothing]
    for (const [place, other] of form.entries()) {
      const weight = ofTitle[place] ?? 0
      const diagonal = before[place] ?? nothing
      const left = row[place] ?? nothing
      const above = before[place + 1] ?? nothing
      const worth = similarity(word, other) * weight
      let cell = nothing
      if (worth > 0)
        cell = {
          score: diagonal.score + worth,
          matched: diagonal.matched + weight,
          named: diagonal.named + (weight > common.weight && other.length > 1 ? 1 : 0),
          words: diagonal.words + 1,
          skipped: diagonal.skipped,
          from: diagonal.score > 0 ? diagonal.from : at,
        }
      if (left.score - gaps.title * weight > cell.score) cell = { ...left, score: left.score - gaps.title * weight }
      if (above.score - gaps.message * own > cell.score)
        cell = { ...above, skipped: above.skipped + 1, score: above.score - gaps.message * own }
      row.push(cell)
      if (cell.score > best.score) best = { ...cell, to: at + 1 }
    }
    before = row
  }
  const share = best.matched / total
  // One word alone names a title only when no other course has it.
  const [only = ''] = form.filter((_, place) => (ofTitle[place] ?? 0) > common.weight)
  const unique = best.named === 1 && share >= least.whole && form.length === 1 && index.count(stem(only)) === 1
  // All words of a longer title, such as "Flask Tutorial in Hindi", name it, though only one of them is its own.
  const complete = best.named === 1 && best.words === form.length && form.length >= least.words
  if (share < least.partly || (best.named < 2 && !unique && !complete)) return undefined
  const { from, to, score, matched, named, skipped } = best
  // "Python but not for data science" has the words of a title and names something else.
  return { id, from, to, score, matched, named, share: skipped > most.skipped ? Math.min(share, least.partly) : share }
}

type Similarity = (word: string, other: string) => number

/** 1 for the same word, less for one with another ending or a typing error, 0 for another word; each pair is compared once. */
function createSimilarity(): Similarity {
  const known = new Map<string, number>()
  return (word, other) => {
    const key = `${word} ${other}`
    const before = known.get(key)
    if (before !== undefined) return before
    const worth = compare(word, other)
    known.set(key, worth)
    return worth
  }
}

function compare(word: string, other: string): number {
  if (word === other || stem(word) === stem(other)) return 1
  const length = Math.max(word.length, other.length)
  if (length < 4 || Math.abs(word.length - other.length) > 2) return 0
  const most = length < 8 ? 1 : 2
  return distance(word, other, most) <= most ? typoWorth : 0
}
