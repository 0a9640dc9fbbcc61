import { categories, levels } from '@virtual-courses/contract/values/fields'
import { readCrossedLists } from './crossed-lists.ts'
import { type EvaluationCourse, unstated } from './evaluation-set.ts'
import { loadSets } from './load-data.ts'
import { dictionaryWords, shuffled } from './stable-hash.ts'

/** Texts by how likely each is. */
type Urn = { texts: readonly string[]; upTo: Float64Array }

/** Made-up courses whose vectors the model makes, by their topics. */
export const modelled = { same: 300, other: 100 }

/** Part of the words that come from anywhere in the dictionary: what only few courses have. */
const fromDictionary = 0.12
/** Part of the words that belong to what the course is about, and therefore come again in it. */
const fromTopic = 0.45
const topicWords = 12

/**
 * Yields made-up courses, the same ones at every run. Their words are as frequent as in the courses and queries of the evaluation, and each
 * is about one or two of its subjects, so a search matches about as many of them as of real ones. With `other` topics they share no words
 * with the evaluation, whose grades stay true.
 */
export function* manyCourses(
  count: number,
  topics: 'same' | 'other' = 'same',
): Generator<EvaluationCourse, void, undefined> {
  const urns = openUrns(topics)
  for (let at = 0; at < count; at++) yield makeCourse(at, urns)
}

type Urns = { subjects: Urn; short: Urn; long: Urn; rare: Urn }

function openUrns(topics: 'same' | 'other'): Urns {
  // without the real courses: with them all figures of before would change
  const sets = loadSets().filter(({ name }) => !name.startsWith('real'))
  const courses = sets.flatMap((set) => set.courses)
  const queries = sets.flatMap((set) => set.queries.map(({ query }) => query))
  const short = [...courses.flatMap(({ title, subTitle, lectures }) => [title, subTitle, ...lectures]), ...queries]
  const long = courses.map(({ description }) => description)
  const dictionary = shuffled('rare', dictionaryWords(30_000), (text) => text)
  if (topics === 'other') {
    const known = new Set([...short, ...long].flatMap(wordsIn))
    const urn = byRank(dictionary.filter((word) => !known.has(word)))
    return { subjects: urn, short: urn, long: urn, rare: urn }
  }
  const subjects = readCrossedLists().subjects.flatMap(({ noun, spelling = [] }) => [...noun, ...spelling])
  return {
    // The most common subject is that of some hundredths of the courses, the rarest that of one in some thousands.
    subjects: byRank(shuffled('subjects', subjects, (text) => text)),
    short: byCount(short),
    long: byCount(long),
    rare: byRank(dictionary),
  }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z][a-z+#]*/g) ?? []

function byCount(texts: readonly string[]): Urn {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return urnOf([...counts.keys()], [...counts.values()])
}

/** Zipf's law, a little flatter. */
const byRank = (texts: readonly string[]): Urn =>
  urnOf(
    texts,
    texts.map((_, rank) => (rank + 5) ** -0.8),
  )

function urnOf(texts: readonly string[], weights: readonly number[]): Urn {
  let sum = 0
  return { texts, upTo: Float64Array.from(weights, (weight) => (sum += weight)) }
}

function draw({ texts, upTo }: Urn, random: () => number): string {
  const value = random() * (upTo.at(-1) ?? 0)
  let [low, high] = [0, upTo.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return texts[low] ?? ''
}

/** Numbers from 0 to below 1 that depend on the seed alone: Mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function makeCourse(at: number, { subjects, short, long, rare }: Urns): EvaluationCourse {
  const random = randomFrom(at)
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  const subject = draw(subjects, random)
  const topic = [
    subject,
    ...(random() < 0.4 ? [draw(subjects, random)] : []),
    ...Array.from({ length: topicWords }, () => draw(random() < 0.8 ? short : rare, random)),
  ]
  const phrase = (words: number, urn: Urn): string =>
    Array.from({ length: words }, () => {
      const chance = random()
      if (chance < fromTopic) return topic[Math.floor(random() ** 2 * topic.length)] ?? ''
      return draw(chance < fromTopic + fromDictionary ? rare : urn, random)
    }).join(' ')
  return {
    ...unstated,
    key: `many-${at}`,
    title: `${subject} ${phrase(between(2, 5), short)}`,
    subTitle: phrase(between(4, 9), short),
    description: Array.from({ length: between(3, 5) }, () => phrase(between(8, 16), long)).join('. '),
    category: categories[Math.floor(random() * categories.length)] ?? 'Others',
    level: levels[Math.floor(random() * (levels.length + 1))] ?? null,
    priceRupees: Math.max(0, 100 * between(-2, 30) - 1),
    lectures: Array.from({ length: between(5, 12) }, () => phrase(between(2, 5), short)),
  }
}

/**
 * Returns vectors between those of two courses, somewhat disturbed: the model would take an hour for 50,000 made-up courses.
 * The same numbers give the same vectors.
 */
export function mixedVectors(known: readonly (readonly Float32Array[])[], at: number): Float32Array[] {
  const random = randomFrom(at)
  const pick = (): readonly Float32Array[] => known[Math.floor(random() * known.length)] ?? []
  return blend(pick(), pick(), { random, parts: [0.8, 0.5] })
}

/** Vectors that have these parts of two others. */
export function blend(
  main: readonly Float32Array[],
  other: readonly Float32Array[],
  { random, parts: [own, others] }: { random: () => number; parts: readonly [number, number] },
): Float32Array[] {
  return main.map((vector, side) => {
    const second = other[side] ?? vector
    const mixed = vector.map((one, place) => own * one + others * (second[place] ?? 0) + 0.03 * (random() - 0.5))
    const length = Math.hypot(...mixed)
    return mixed.map((one) => one / length)
  })
}

/** A course that is nearly another one, with the two courses that it is made of: the second is of the same category. */
export type VariantCourse = { course: EvaluationCourse; main: EvaluationCourse; other: EvaluationCourse }

/**
 * Yields courses that are made of parts of these, the same ones at every run: a large catalogue that has no subject and no word but theirs,
 * so that what must find nothing among them must find nothing among many of them.
 */
export function* variantsOf(courses: readonly EvaluationCourse[], count: number): Generator<VariantCourse, void> {
  for (let at = 0; at < count; at++) {
    const random = randomFrom(at)
    const main = courses[at % courses.length]
    const near = courses.filter(({ category }) => category === main?.category)
    const other = near[Math.floor(random() * near.length)]
    if (!main || !other) return
    const partsOf = (own: readonly string[], others: readonly string[]): string[] => [
      ...own.filter(() => random() < 0.6),
      ...others.filter(() => random() < 0.3),
    ]
    const text = (kind: 'subTitle' | 'description', sign: RegExp): string =>
      partsOf(main[kind].split(sign), other[kind].split(sign)).join(' ')
    const title = main.title.split(/\s+/).filter(() => random() < 0.8)
    const course: EvaluationCourse = {
      ...main,
      key: `variant-${at}`,
      title: title.join(' ') || main.title,
      subTitle: text('subTitle', /\s+/),
      description: text('description', /(?<=[.!?])\s+/),
      lectures: partsOf(main.lectures, other.lectures),
      priceRupees: 100 * Math.floor(30 * random()),
    }
    yield { course, main, other }
  }
}
