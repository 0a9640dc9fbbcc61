/** Vectors of a course: of its title and subtitle, its description, its title and lectures. All of length 1. */
export type CourseVectors = readonly Float32Array[]

export type VectorIndex = {
  /** Likeness of each course to a vector of length 1: -1 to 1, its nearest side counting most. */
  compare(query: Float32Array): Map<string, number>
  /** the courses whose first two sides are nearest to those of this one, the nearest first; none when it has no vectors */
  near(id: string, most: number): { id: string; likeness: number }[]
  put(id: string, vectors: CourseVectors): void
  remove(id: string): void
  has(id: string): boolean
  all(): Iterable<[id: string, vectors: CourseVectors]>
}

/** How much the nearest side counts; the mean of all sides is the rest. */
const nearestWeight = 0.7

/** Product of two vectors of the same length. Four sums side by side: one sum waits for itself, and takes more than twice as long. */
export function dot(a: Float32Array, b: Float32Array): number {
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

/** All vectors in memory, compared one by one: 5,000 courses are some ten million products. */
export function createVectorIndex(): VectorIndex {
  const courses = new Map<string, CourseVectors>()
  const likeness = (vectors: CourseVectors, query: Float32Array): number => {
    let nearest = -1
    let sum = 0
    for (const vector of vectors) {
      const one = dot(vector, query)
      sum += one
      if (one > nearest) nearest = one
    }
    return nearestWeight * nearest + (1 - nearestWeight) * (sum / vectors.length)
  }
  return {
    compare: (query) => new Map(Array.from(courses, ([id, vectors]) => [id, likeness(vectors, query)])),
    near(id, most) {
      const own = courses.get(id)
      if (!own) return []
      return Array.from(courses, ([other, vectors]) => ({
        id: other,
        likeness:
          own.reduce((sum, vector, side) => sum + (vectors[side] ? dot(vector, vectors[side]) : 0), 0) / own.length,
      }))
        .filter((one) => one.id !== id)
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, most)
    },
    put: (id, vectors) => void (vectors.length > 0 ? courses.set(id, vectors) : courses.delete(id)),
    remove: (id) => void courses.delete(id),
    has: (id) => courses.has(id),
    all: () => courses,
  }
}
