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
}

export type LexicalIndex = {
  /** Courses that have anything of the concepts, by id. */
  find(concepts: readonly Concept[]): Map<string, LexicalHit>
  /** number of courses that have a stem */
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

/** The words of all courses, ranked by BM25 with weights for their places. */
export function createLexicalIndex(): LexicalIndex {
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
        const best = new Map<string, { score: number; seen: number; own: boolean }>()
        for (const { stems: wanted, weight } of concept.variants) {
          if (!wanted.every((one) => stems.has(one))) continue
          const pairs = wanted.slice(1).map((right, at) => pair(wanted[at] ?? '', right))
          const together = new Map(pairs.length > 0 ? search(pairs, 'OR').map(({ id, score }) => [id, score]) : [])
          for (const { id, score, match } of search(wanted, 'AND')) {
            const close = together.get(id) ?? 0
            // Words of a name that stand apart are seldom that name.
            const factor = wanted.length > 1 && close === 0 ? 0.35 : 1
            const seen =
              Math.min(
                ...wanted.map((term) => Math.max(0, ...(match[term] ?? []).map((field) => prominence[field as Field]))),
              ) * // only our fields are indexed
              factor
            const known = best.get(id)
            const value = weight * factor * (score / Math.sqrt(wanted.length) + 0.5 * close)
            const strength = weight * seen
            if (!known) best.set(id, { score: value, seen: strength, own: weight > 0.5 })
            else {
              known.score = Math.max(known.score, value) + 0.1 * Math.min(known.score, value)
              known.seen = Math.max(known.seen, strength)
              known.own ||= weight > 0.5
            }
          }
        }
        const bestOwn = Math.max(0, ...[...best.values()].filter(({ own }) => own).map(({ score }) => score))
        for (const [id, { score: full, seen, own }] of best) {
          // Where courses have the thing itself, what is only related to it comes after them.
          const score = own || bestOwn === 0 ? full : Math.min(full, relatedAtMost * bestOwn)
          const hit = hits.get(id) ?? { score: 0, coverage: 0, concepts: new Set() }
          hit.score += score * (concept.weak && named ? weakly : 1)
          hit.coverage += (seen * (importance[place] ?? 0)) / all
          if (own) hit.concepts.add(place)
          hits.set(id, hit)
        }
      })
      return hits
    },
  }
}
