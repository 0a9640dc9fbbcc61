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
