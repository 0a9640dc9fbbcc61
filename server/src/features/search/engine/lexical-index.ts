import MiniSearch from 'minisearch'
import type { SearchableCourse } from './searchable-course.ts'
import { stem } from './stem.ts'
import type { Concept } from './understand.ts'
import { wordsOf } from './words-of.ts'

/** How much a course has of what was asked for. */
export type LexicalHit = {
  score: number
  /** 0 to 1: the part of the asked things, the rare ones counting more, that it has, and in how prominent a place */
  coverage: number
  /** the concepts that it has in their own or another name */
  concepts: Set<number>
  /** those, and the ones of which it has only what is related to them */
  parts: Set<number>
}

/** Scores of a course for one concept, and how prominent it is there. */
type Share = { own: number; related: number; seen: number }

export type LexicalIndex = {
  /** Courses that have anything of the concepts, by id. */
  find(concepts: readonly Concept[]): Map<string, LexicalHit>
  /** does any course have this stem? */
  has(stem: string): boolean
  /** words as they are written in the courses, with the number of courses that have them */
  words: ReadonlyMap<string, number>
  put(course: SearchableCourse): void
  remove(id: string): void
}

const fields = ['title', 'subTitle', 'lectures', 'category', 'description'] as const
type Field = (typeof fields)[number]
const boost: Record<Field, number> = { title: 4, subTitle: 2, lectures: 1.5, category: 1.5, description: 1 }
/** How sure a word in this place tells what the course is about. */
const prominence: Record<Field, number> = { title: 1, category: 1, subTitle: 0.9, lectures: 0.75, description: 0.6 }

/** What is only related to a thing, beside the best course that has the thing itself. */
const relatedAtMost = 0.5

/** A course whose title names a thing is about it; of one that names it in a lecture BM25 alone thinks too well. */
const placed = (seen: number): number => 0.3 + 0.7 * seen

/** An everyday word beside one that names a subject. */
const weakly = 0.3

/** Two neighbours as one term: "machine learning" is more than a machine and some learning. */
const pair = (left: string, right: string): string => `${left}_${right}`

function termsOf(text: string): string[] {
  const stems = wordsOf(text).map(stem)
  return [...stems, ...stems.slice(1).map((right, at) => pair(stems[at] ?? '', right))]
}

const textsOf = (course: SearchableCourse): Record<Field, string> => ({
  title: course.title,
  subTitle: course.subTitle,
  lectures: course.lectures.join(' . '),
  category: course.category === 'Others' ? '' : (course.category ?? ''),
  description: course.description,
})

/**
 * The words of all courses, ranked by BM25 with weights for their places. `onCount` gets every word whose number of courses
 * has changed.
 */
export function createLexicalIndex(onCount: (word: string, courses: number) => void = () => {}): LexicalIndex {
  const index = new MiniSearch<Record<Field, string> & { id: string }>({
    fields: [...fields],
    tokenize: termsOf,
    processTerm: (term) => term,
    autoVacuum: true,
  })
  const documents = new Map<string, { words: Set<string>; stems: Set<string> }>()
  const words = new Map<string, number>()
  const stems = new Map<string, number>()
  const count = (counts: Map<string, number>, of: Iterable<string>, by: 1 | -1): void => {
    for (const one of of) {
      const left = (counts.get(one) ?? 0) + by
      if (left > 0) counts.set(one, left)
      else counts.delete(one)
      if (counts === words) onCount(one, left)
    }
  }
  const rarity = (terms: readonly string[]): number => {
    const total = documents.size
    const each = terms.map((term) => Math.log(1 + (total + 0.5) / ((stems.get(term) ?? 0) + 0.5)))
    return each.length > 0 ? Math.max(...each) : 0
  }
  const search = (terms: readonly string[], combineWith: 'AND' | 'OR') =>
    index.search(
      { combineWith, queries: [...terms] },
      { tokenize: (text) => [text], processTerm: (term) => term, boost, prefix: false, fuzzy: false },
    )

  /** The courses that have all words of a name, near to each other or apart. */
  function* occurrences(wanted: readonly string[]): Generator<{ id: string; value: number; seen: number }> {
    if (!wanted.every((one) => stems.has(one))) return
    const pairs = wanted.slice(1).map((right, at) => pair(wanted[at] ?? '', right))
    const together = new Map(pairs.length > 0 ? search(pairs, 'OR').map(({ id, score }) => [id, score]) : [])
    for (const { id, score, match } of search(wanted, 'AND')) {
      const close = together.get(id) ?? 0
      const places = wanted.map(
        (term) => Math.max(0, ...(match[term] ?? []).map((field) => prominence[field as Field])), // only our fields are indexed
      )
      // Words of a name that stand apart are seldom that name.
      const seen = Math.min(...places) * (wanted.length > 1 && close === 0 ? 0.35 : 1)
      yield { id, seen, value: placed(seen) * (score / Math.sqrt(wanted.length) + 0.5 * close) }
    }
  }

  /** What each course has of a concept: of the thing itself under any name, and of what is related to it. */
  function sharesOf({ variants }: Concept): Map<string, Share> {
    const shares = new Map<string, Share>()
    for (const { stems: wanted, weight } of variants) {
      const kind = weight > 0.5 ? 'own' : 'related'
      for (const { id, value, seen } of occurrences(wanted)) {
        const share = shares.get(id) ?? { own: 0, related: 0, seen: 0 }
        const [more, less] = [Math.max(share[kind], weight * value), Math.min(share[kind], weight * value)]
        share[kind] = more + 0.1 * less
        share.seen = Math.max(share.seen, weight * seen)
        shares.set(id, share)
      }
    }
    return shares
  }

  function remove(id: string): void {
    const known = documents.get(id)
    if (!known) return
    count(words, known.words, -1)
    count(stems, known.stems, -1)
    documents.delete(id)
    index.discard(id)
  }

  return {
    words,
    has: (one) => stems.has(one),
    remove,
    put(course) {
      remove(course.id)
      const texts = textsOf(course)
      const own = new Set(Object.values(texts).flatMap(wordsOf))
      const known = { words: own, stems: new Set([...own].map(stem)) }
      documents.set(course.id, known)
      count(words, known.words, 1)
      count(stems, known.stems, 1)
      index.add({ id: course.id, ...texts })
    },
    find(concepts) {
      const hits = new Map<string, LexicalHit>()
      const named = concepts.some(({ weak }) => !weak)
      const importance = concepts.map(({ variants, weak }) => {
        const [own] = variants
        const known = variants.find(
          ({ stems: wanted, weight }) => weight > 0.5 && wanted.every((one) => stems.has(one)),
        )
        return rarity((known ?? own).stems) * (weak && named ? weakly : 1)
      })
      const all = importance.reduce((sum, one) => sum + one, 0) || 1
      concepts.forEach((concept, place) => {
        const shares = sharesOf(concept)
        const bestOwn = Math.max(0, ...[...shares.values()].map(({ own }) => own))
        for (const [id, { own, related, seen }] of shares) {
          // Where courses have the thing itself, what is only related to it comes after them.
          const helps = bestOwn === 0 ? related : Math.min(related, relatedAtMost * bestOwn)
          const score = own > 0 ? own + 0.1 * helps : helps
          const hit = hits.get(id) ?? { score: 0, coverage: 0, concepts: new Set(), parts: new Set() }
          hit.score += score * (concept.weak && named ? weakly : 1)
          hit.coverage += (seen * (importance[place] ?? 0)) / all
          if (own > 0) hit.concepts.add(place)
          hit.parts.add(place)
          hits.set(id, hit)
        }
      })
      return hits
    },
  }
}
