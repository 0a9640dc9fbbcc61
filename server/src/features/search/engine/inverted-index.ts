import { courseLanguages } from '@virtual-courses/contract/values/fields'
import type { IndexedCourse } from '#ports/search-index.ts'
import type { ReadPhrase } from './indian/read-indian.ts'
import { taughtIn } from './words/course-languages.ts'
import { hasIndianScript, joinedWordsOf, stem, wordsOf } from './words/words.ts'

/** Fields of a course that are indexed; a bit each. "spoken" is what lectures say: their descriptions and captions. */
export const fields = ['title', 'subTitle', 'lectures', 'category', 'description', 'educator', 'spoken'] as const
export type Field = (typeof fields)[number]
const bits = fields.length
const allBits = (1 << bits) - 1

/** The bits of these fields. */
export const maskFor = (...some: Field[]): number =>
  some.reduce((mask, field) => mask | (1 << fields.indexOf(field)), 0)

const spokenBit = maskFor('spoken')

/** Stems of a course. */
export type Document = {
  /** different stems of the title, without stop words; of scripts of India as they are read */
  title: readonly string[]
  /** stems of title, subtitle and lectures in order, with blanks around: names of several words are looked for here */
  text: string
  /** stems of the name of each person or institution that teaches it, without their titles */
  people: readonly (readonly string[])[]
}

/** Courses by slot: small numbers that index arrays; the slot of a removed course is used again. */
export type InvertedIndex = {
  put(slot: number, course: IndexedCourse): void
  remove(slot: number): void
  document(slot: number): Document | undefined
  /** number of courses that have the stem, and of those that have it elsewhere than in what is spoken */
  count(stem: string): number
  countWritten(stem: string): number
  has(stem: string): boolean
  size(): number
  /** words as they are written in the courses, with the number of courses that have them; not those of what is spoken */
  words(): Iterable<readonly [word: string, courses: number]>
  /** does a lecture say this word, as it is written? */
  isSpoken(word: string): boolean
  /** calls back with each course that has the stem, and its fields with the stem as bits */
  each(stem: string, visit: (slot: number, mask: number) => void): void
  /** fields of a course that have the stem, as bits; 0 for none */
  maskOf(stem: string, slot: number): number
}

/** A stem with the courses that have it. */
type Postings = { stem: string; entries: Int32Array; length: number; written: number }
type Word = { text: string; courses: number }
/** Words and stems are shared by all courses: a pointer each. */
type Kept = Document & { words: readonly Word[]; saidWords: readonly Word[]; stems: readonly Postings[] }

/** Different stems that are indexed of what the lectures of a course say: the most frequent ones. */
const mostSpoken = 200
/** Before and after names of people, and in all names of universities. */
const titles = new Set('prof professor dr mr mrs ms sir the of and by de university universitat'.split(' '))

/**
 * Stems with the courses that have them, sorted by slot: a search looks at the courses of its own words alone. Texts in scripts of India are
 * indexed as they are and as `readWritten` reads them. `onCount` gets every written word whose number of courses has changed.
 */
export function createInvertedIndex(
  isStopWord: (word: string) => boolean,
  readWritten: (words: readonly string[]) => ReadPhrase[],
  onCount: (word: string, courses: number) => void,
): InvertedIndex {
  const postings = new Map<string, Postings>()
  const documents = new Map<number, Kept>()
  const words = new Map<string, Word>()
  const saidWords = new Map<string, Word>()

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

  function insert(one: string, slot: number, mask: number): Postings {
    const list = postings.get(one) ?? { stem: one, entries: new Int32Array(1), length: 0, written: 0 }
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
    if ((mask & ~spokenBit) !== 0) list.written++
    return list
  }

  /** Counts one more course with each of the texts. */
  function addTo(all: Map<string, Word>, texts: Iterable<string>): Word[] {
    return Array.from(texts, (text) => {
      const word = all.get(text) ?? { text, courses: 0 }
      all.set(text, word)
      word.courses++
      return word
    })
  }

  function takeFrom(all: Map<string, Word>, some: readonly Word[]): void {
    for (const word of some) if (--word.courses === 0) all.delete(word.text)
  }

  function remove(slot: number): void {
    const known = documents.get(slot)
    if (!known) return
    documents.delete(slot)
    takeFrom(words, known.words)
    takeFrom(saidWords, known.saidWords)
    for (const { text, courses } of known.words) onCount(text, courses)
    for (const list of known.stems) {
      const at = placeOf(list, slot)
      if (((list.entries[at] ?? 0) & allBits & ~spokenBit) !== 0) list.written--
      list.entries.copyWithin(at, at + 1, list.length)
      list.length--
      if (list.length === 0) postings.delete(list.stem)
    }
  }

  return {
    remove,
    put(slot, course) {
      remove(slot)
      const texts: Record<Exclude<Field, 'spoken'>, string> = {
        title: course.title,
        subTitle: course.subTitle,
        lectures: [...course.sections, ...course.lectures].join(' . '),
        category: course.category === 'Others' ? '' : (course.category ?? ''),
        // "python in tamil" asks for what is taught in it
        description: [course.description, ...course.outcomes, languageName(course)].join(' . '),
        educator: course.educator,
      }
      const masks = new Map<string, number>()
      const written = new Set<string>()
      const inOrder: string[] = []
      let title: readonly string[] = []
      const mark = (term: string, place: number) => masks.set(term, (masks.get(term) ?? 0) | (1 << place))
      fields.forEach((field, place) => {
        if (field === 'spoken') return
        const text = texts[field]
        const own = wordsOf(text)
        const read = hasIndianScript(text) ? readWritten(own) : []
        if (field === 'title') title = read.length > 0 ? englishOf(read) : own
        if (field === 'title' || field === 'subTitle' || field === 'lectures')
          inOrder.push(...own.map(stem), ...englishOf(read).map(stem))
        for (const word of [...own, ...joinedWordsOf(text), ...read.flatMap(({ names }) => names?.flat() ?? [])]) {
          written.add(word)
          mark(stem(word), place)
        }
      })
      const spoken = mostFrequent(course.spoken, isStopWord)
      for (const word of spoken) mark(stem(word), fields.indexOf('spoken'))
      const counted = addTo(words, written)
      for (const { text, courses } of counted) onCount(text, courses)
      documents.set(slot, {
        title: [...new Set(title.filter((word) => !isStopWord(word)).map(stem))],
        text: ` ${inOrder.join(' ')} `,
        people: peopleIn(course.educator),
        words: counted,
        saidWords: addTo(saidWords, spoken),
        stems: Array.from(masks, ([one, mask]) => insert(one, slot, mask)),
      })
    },
    document: (slot) => documents.get(slot),
    count: (one) => postings.get(one)?.length ?? 0,
    countWritten: (one) => postings.get(one)?.written ?? 0,
    has: (one) => postings.has(one),
    size: () => documents.size,
    isSpoken: (word) => saidWords.has(word),
    *words() {
      for (const { text, courses } of words.values()) yield [text, courses]
    },
    each(one, visit) {
      const list = postings.get(one)
      if (!list) return
      for (let at = 0; at < list.length; at++) {
        const entry = list.entries[at] ?? 0
        visit(entry >>> bits, entry & allBits)
      }
    },
    maskOf(one, slot) {
      const list = postings.get(one)
      if (!list) return 0
      const at = placeOf(list, slot)
      const entry = at < list.length ? (list.entries[at] ?? 0) : 0
      return entry >>> bits === slot ? entry & allBits : 0
    },
  }
}

/** Words of the stems that come most often in what is spoken, one of each, without stop words and numbers. */
function mostFrequent(text: string, isStopWord: (word: string) => boolean): string[] {
  if (text === '') return []
  const times = new Map<string, { word: string; count: number }>()
  for (const word of wordsOf(text)) {
    if (word.length < 2 || isStopWord(word) || /^\d+$/.test(word)) continue
    const one = stem(word)
    const known = times.get(one) ?? { word, count: 0 }
    times.set(one, known)
    known.count++
  }
  return [...times.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, mostSpoken)
    .map(({ word }) => word)
}

/** The words of a text by their first names in English; those that are not read stay. */
export const englishOf = (read: readonly ReadPhrase[]): string[] =>
  read.flatMap(({ words, names }) => (names ? (names[0] ?? []) : words))

/** The name of the language in which a course is taught, "" where searches do not ask for it. */
function languageName(course: IndexedCourse): string {
  const language = taughtIn(course)
  return language === 'en' || language === 'other' ? '' : courseLanguages[language]
}

const peopleIn = (educator: string): string[][] =>
  educator
    .split(/[,;&]/)
    .map((name) =>
      wordsOf(name)
        .filter((word) => !titles.has(word))
        .map(stem),
    )
    .filter((name) => name.length > 0)
