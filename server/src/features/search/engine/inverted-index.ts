import type { IndexedCourse } from '#ports/search-index.ts'
import { joinedWordsOf, stem, wordsOf } from './words/words.ts'

/** Fields of a course that are indexed; a bit each. */
export const fields = ['title', 'subTitle', 'lectures', 'category', 'description'] as const
export type Field = (typeof fields)[number]
const bits = 5

/** Stems of a course. */
export type Document = {
  /** different stems of the title, without stop words */
  title: readonly string[]
  /** stems of title, subtitle and lectures in order, with blanks around: names of several words are looked for here */
  text: string
}

/** Courses by slot: small numbers that index arrays; the slot of a removed course is used again. */
export type InvertedIndex = {
  put(slot: number, course: IndexedCourse): void
  remove(slot: number): void
  document(slot: number): Document | undefined
  /** number of courses that have the stem */
  count(stem: string): number
  has(stem: string): boolean
  size(): number
  /** words as they are written in the courses, with the number of courses that have them */
  words: ReadonlyMap<string, number>
  /** calls back with each course that has the stem, and its fields with the stem as bits */
  each(stem: string, visit: (slot: number, mask: number) => void): void
  /** fields of a course that have the stem, as bits; 0 for none */
  maskOf(stem: string, slot: number): number
}

type Postings = { entries: Int32Array; length: number }
type Kept = Document & { words: readonly string[]; stems: readonly string[] }

/**
 * Stems with the courses that have them, sorted by slot: a search looks at the courses of its own words alone. Four bytes for
 * each word of a course, against some hundred of libraries that keep scores by field. `onCount` gets every written word whose
 * number of courses has changed.
 */
export function createInvertedIndex(
  isStopWord: (word: string) => boolean,
  onCount: (word: string, courses: number) => void,
): InvertedIndex {
  const postings = new Map<string, Postings>()
  const documents = new Map<number, Kept>()
  const words = new Map<string, number>()

  /** the place of the first entry whose slot is at least this one */
  function placeOf({ entries, length }: Postings, slot: number): number {
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle] ?? 0) >>> bits < slot) low = middle + 1
      else high = middle
    }
    return low
  }

  function insert(one: string, slot: number, mask: number): void {
    const list = postings.get(one) ?? { entries: new Int32Array(1), length: 0 }
    postings.set(one, list)
    const at = placeOf(list, slot)
    if (list.length === list.entries.length) {
      const larger = new Int32Array(Math.ceil(list.length * 1.5) + 1)
      larger.set(list.entries)
      list.entries = larger
    }
    list.entries.copyWithin(at + 1, at, list.length)
    list.entries[at] = (slot << bits) | mask
    list.length++
  }

  function countWord(word: string, by: 1 | -1): void {
    const left = (words.get(word) ?? 0) + by
    if (left > 0) words.set(word, left)
    else words.delete(word)
    onCount(word, left)
  }

  function remove(slot: number): void {
    const known = documents.get(slot)
    if (!known) return
    documents.delete(slot)
    for (const word of known.words) countWord(word, -1)
    for (const one of known.stems) {
      const list = postings.get(one)
      if (!list) continue
      const at = placeOf(list, slot)
      list.entries.copyWithin(at, at + 1, list.length)
      list.length--
      if (list.length === 0) postings.delete(one)
    }
  }

  return {
    remove,
    put(slot, course) {
      remove(slot)
      const texts: Record<Field, string> = {
        title: course.title,
        subTitle: course.subTitle,
        lectures: course.lectures.join(' . '),
        category: course.category === 'Others' ? '' : (course.category ?? ''),
        description: course.description,
      }
      const masks = new Map<string, number>()
      const written = new Set<string>()
      const inOrder: string[] = []
      const mark = (term: string, place: number) => masks.set(term, (masks.get(term) ?? 0) | (1 << place))
      fields.forEach((field, place) => {
        const text = texts[field]
        const own = wordsOf(text)
        if (field !== 'category' && field !== 'description') inOrder.push(...own.map(stem))
        for (const word of [...own, ...joinedWordsOf(text)]) {
          written.add(word)
          mark(stem(word), place)
        }
      })
      for (const [one, mask] of masks) insert(one, slot, mask)
      for (const word of written) countWord(word, 1)
      documents.set(slot, {
        title: [
          ...new Set(
            wordsOf(course.title)
              .filter((word) => !isStopWord(word))
              .map(stem),
          ),
        ],
        text: ` ${inOrder.join(' ')} `,
        words: [...written],
        stems: [...masks.keys()],
      })
    },
    document: (slot) => documents.get(slot),
    count: (one) => postings.get(one)?.length ?? 0,
    has: (one) => postings.has(one),
    size: () => documents.size,
    words,
    each(one, visit) {
      const list = postings.get(one)
      if (!list) return
      for (let at = 0; at < list.length; at++) {
        const entry = list.entries[at] ?? 0
        visit(entry >>> bits, entry & ((1 << bits) - 1))
      }
    },
    maskOf(one, slot) {
      const list = postings.get(one)
      if (!list) return 0
      const at = placeOf(list, slot)
      const entry = at < list.length ? (list.entries[at] ?? 0) : 0
      return entry >>> bits === slot ? entry & ((1 << bits) - 1) : 0
    },
  }
}
