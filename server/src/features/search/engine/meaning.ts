import type { IndexedCourse } from '#ports/search-index.ts'
import { chosen, searchLimits } from './parameters.ts'
import type { Understood } from './understand.ts'
import type { CompiledLexicon, Intent } from './words/lexicon.ts'

/** Vectors of a course: of its title and subtitle, its description, its title and lectures. All of length 1. */
export type CourseVectors = readonly Float32Array[]

export type VectorIndex = {
  /** slots of some courses that are near to a vector of length 1, about `most` of them, in no order */
  near(query: Float32Array, most: number): Set<number>
  /** cosines of the sides of a course with a vector of length 1: the greatest and the mean; null without vectors */
  cosines(slot: number, query: Float32Array): { greatest: number; mean: number } | null
  /** mean cosine of the same sides of two courses; 0 where one has no vectors */
  alike(slot: number, other: number): number
  put(slot: number, vectors: CourseVectors): void
  remove(slot: number): void
  has(slot: number): boolean
  vectors(slot: number): CourseVectors
}

const sides = 4
/** Recall and speed of the graph as its authors propose them for some 100,000 vectors. */
const graph = { connectivity: 16, expansion_add: 128, expansion_search: 96 }

type Quantised = { values: Int8Array; scale: number }

/** The product of two vectors of the same length. Four sums side by side: one sum waits for itself, and takes more than twice as long. */
export function dot(a: Float32Array | Int8Array, b: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0]
  let at = 0
  for (; at + 3 < a.length; at += 4) {
    first += (a[at] ?? 0) * (b[at] ?? 0)
    second += (a[at + 1] ?? 0) * (b[at + 1] ?? 0)
    third += (a[at + 2] ?? 0) * (b[at + 2] ?? 0)
    fourth += (a[at + 3] ?? 0) * (b[at + 3] ?? 0)
  }
  for (; at < a.length; at++) first += (a[at] ?? 0) * (b[at] ?? 0)
  return first + second + third + fourth
}

function quantise(vector: Float32Array): Quantised {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0) || 1
  return { values: Int8Array.from(vector, (one) => Math.round((one / largest) * 127)), scale: largest / 127 }
}
const restore = ({ values, scale }: Quantised): Float32Array => Float32Array.from(values, (one) => one * scale)

/**
 * Vectors as bytes, found through a graph (HNSW), so that a search compares itself with some hundred of them however many
 * there are. Throws where the index has no build for the platform.
 */
export async function createVectorIndex(dimensions: number): Promise<VectorIndex> {
  // A native module: on a platform without a build only this fails, not the whole search.
  const { Index, MetricKind, ScalarKind } = await import('usearch')
  const index = new Index({
    dimensions,
    metric: MetricKind.Cos,
    quantization: ScalarKind.I8,
    multi: false,
    ...graph,
  })
  const courses = new Map<number, Quantised[]>()
  const keyOf = (slot: number, side: number): bigint => BigInt(slot * sides + side)
  function remove(slot: number): void {
    const known = courses.get(slot)
    known?.forEach((_, side) => {
      index.remove(keyOf(slot, side))
    })
    courses.delete(slot)
  }
  return {
    remove,
    near(query, most) {
      if (courses.size === 0) return new Set()
      const { keys } = index.search(query, Math.min(most * 2, index.size()), 1)
      return new Set(Array.from(keys, (key) => Math.floor(Number(key) / sides)).filter((slot) => courses.has(slot)))
    },
    cosines(slot, query) {
      const own = courses.get(slot)
      if (!own) return null
      const all = own.map(({ values, scale }) => dot(values, query) * scale)
      return { greatest: Math.max(...all), mean: all.reduce((sum, one) => sum + one, 0) / all.length }
    },
    alike(slot, other) {
      const [own, others] = [courses.get(slot), courses.get(other)]
      if (!own || !others) return 0
      const products = own.map((one, side) => {
        const opposite = others[side]
        return opposite ? dot(one.values, restore(opposite)) * one.scale : 0
      })
      return products.reduce((sum, one) => sum + one, 0) / own.length
    },
    put(slot, vectors) {
      remove(slot)
      if (vectors.length === 0) return
      vectors.forEach((vector, side) => {
        index.add(keyOf(slot, side), vector, 1)
      })
      courses.set(slot, vectors.map(quantise))
    },
    has: (slot) => courses.has(slot),
    vectors: (slot) => (courses.get(slot) ?? []).map(restore),
  }
}

/** What a search is near to besides courses. */
export type Surroundings = {
  /** greatest cosine with a background question; 0 without vectors */
  offTopic: number
  /** the nearest intent that no course here serves: its cosine; 0 without one */
  untaught: number
  /** cosine of the nearest intent that is taught here; 0 without one */
  intent: number
  /** subjects of the nearest intents that are taught here, with how much they count, 0 to 1 */
  subjects: { subject: Intent['subjects'][number]; worth: number }[]
}

/** Sentences that searches are compared with: intents and what to learn for them, and questions that no catalogue answers. */
export async function openIntents(
  embed: (sentences: readonly string[]) => Promise<Float32Array[]>,
  { background, intents }: Pick<CompiledLexicon, 'background' | 'intents'>,
) {
  const unanswered = await embed(background)
  const sentences = await embed(intents.map(({ sentence }) => sentence))
  return {
    /** `isTaught` says whether a course is about one of the subjects. A background question itself, `itself`, is compared with the others. */
    around(queries: CourseVectors, isTaught: (subjects: Intent['subjects']) => boolean, itself?: string): Surroundings {
      const nearest = (to: Float32Array): number => Math.max(0, ...queries.map((query) => dot(to, query)))
      const near = sentences
        .map((sentence, at) => ({ subjects: intents[at]?.subjects ?? [], cosine: nearest(sentence) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, searchLimits.intents)
      const best = near.find(({ subjects }) => isTaught(subjects))
      const untaught = near.find(({ subjects }) => !isTaught(subjects))
      const counting = near.filter(
        (one) => best && one.cosine >= best.cosine - chosen.nextIntent && isTaught(one.subjects),
      )
      return {
        offTopic: Math.max(0, ...unanswered.filter((_, at) => background[at] !== itself).map(nearest)),
        untaught: untaught?.cosine ?? 0,
        intent: best?.cosine ?? 0,
        subjects: counting.flatMap(({ subjects, cosine }) =>
          subjects.map((subject, place) => ({ subject, worth: cosine * chosen.nextSubject ** place })),
        ),
      }
    },
  }
}

/** What is embedded of a course, one text for each vector. A course without lectures or description repeats its title there. */
export function courseTexts(course: Pick<IndexedCourse, 'title' | 'subTitle' | 'description' | 'lectures'>): string[] {
  const title = course.title.trim()
  return [
    [title, course.subTitle.trim()].filter(Boolean).join('. '),
    course.description.trim() || title,
    [title, ...course.lectures].join('. '),
  ]
}

/** Vectors of the texts of a search; none for a text that there is not. */
export type QueryVectors = Record<keyof Understood['texts'], readonly Float32Array[]>

export function meaningOf(
  slot: number,
  { subject, whole, request, sentences }: QueryVectors,
  vectors: VectorIndex | null,
) {
  const cosines = (queries: readonly Float32Array[]) => queries.flatMap((query) => vectors?.cosines(slot, query) ?? [])
  const greatest = (all: ReturnType<typeof cosines>): number => Math.max(...all.map((one) => one.greatest))
  const [said, about, asked] = [cosines([...whole, ...sentences]), cosines(subject), cosines(request)]
  const none = [{ greatest: 0, mean: 0 }]
  const bySubject = about.length > 0 ? about : said.length > 0 ? said : none
  const bySentence = said.length > 0 ? said : bySubject
  return {
    subjectCosine: greatest(bySubject),
    subjectMeanCosine: bySubject.reduce((sum, one) => sum + one.mean, 0) / bySubject.length,
    sentenceCosine: greatest(bySentence),
    storyCosine: bySentence.reduce((sum, one) => sum + one.greatest, 0) / bySentence.length,
    requestCosine: greatest(asked.length > 0 ? asked : bySentence),
  }
}

type Meaning = ReturnType<typeof meaningOf>

export const meanOf = (all: readonly Meaning[]): Meaning => {
  const mean = (name: keyof Meaning): number => all.reduce((sum, one) => sum + one[name], 0) / Math.max(1, all.length)
  return {
    subjectCosine: mean('subjectCosine'),
    subjectMeanCosine: mean('subjectMeanCosine'),
    sentenceCosine: mean('sentenceCosine'),
    storyCosine: mean('storyCosine'),
    requestCosine: mean('requestCosine'),
  }
}
