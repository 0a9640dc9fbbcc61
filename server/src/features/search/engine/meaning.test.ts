import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CourseVectors, createVectorIndex, dot } from './meaning.ts'

const dimensions = 16
const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1
  return Float32Array.from(values, (one) => one / length)
}
const vector = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: dimensions, maxLength: dimensions })
  .filter((values) => values.some((one) => one !== 0))
  .map(unit)
const exact = (a: Float32Array, b: Float32Array): number => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)
/** A byte for each number is not the number. */
const tolerance = 0.03

describe('the dot product of two vectors', () => {
  test.each([1, 3, 4, 7, 16])('of length %i is that of their numbers', (length) => {
    const [a, b] = [Float32Array.from({ length }, (_, at) => at + 1), Float32Array.from({ length }, (_, at) => at - 2)]
    expect(dot(a, b)).toBeCloseTo(exact(a, b), 5)
  })
})

describe('vectors of courses', () => {
  const slots = 8
  const step = fc.record({
    slot: fc.nat(slots - 1),
    vectors: fc.option(fc.array(vector, { minLength: 0, maxLength: 3 }), { nil: null }),
  })

  test('after any changes it has what was put last: cosines, and all courses for a limit above their number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), vector, async (steps, query) => {
        const index = await createVectorIndex(dimensions)
        const kept = new Map<number, CourseVectors>()
        for (const { slot, vectors } of steps) {
          if (vectors && vectors.length > 0) kept.set(slot, vectors)
          else kept.delete(slot)
          if (vectors) index.put(slot, vectors)
          else index.remove(slot)
        }
        for (let slot = 0; slot < slots; slot++) {
          const own = kept.get(slot)
          expect(index.has(slot)).toBe(own !== undefined)
          expect(index.vectors(slot)).toHaveLength(own?.length ?? 0)
          const found = index.cosines(slot, query)
          if (!own) {
            expect(found).toBeNull()
            continue
          }
          const cosines = own.map((one) => exact(one, query))
          const mean = cosines.reduce((sum, one) => sum + one, 0) / cosines.length
          expect(Math.abs((found?.greatest ?? 9) - Math.max(...cosines))).toBeLessThan(tolerance)
          expect(Math.abs((found?.mean ?? 9) - mean)).toBeLessThan(tolerance)
          expect(index.alike(slot, slot)).toBeCloseTo(1, 1)
        }
        expect(index.near(query, slots * 4)).toEqual(new Set(kept.keys()))
      }),
      { numRuns: 60 },
    )
  })

  test('of some hundred courses the nearest are found, also those that took the slot of another', async () => {
    const seeds = fc.sample(fc.array(vector, { minLength: 3, maxLength: 3 }), { numRuns: 300, seed: 11 })
    const index = await createVectorIndex(dimensions)
    const kept = new Map<number, CourseVectors>()
    const put = (slot: number, vectors: CourseVectors): void => {
      kept.set(slot, vectors)
      index.put(slot, vectors)
    }
    for (const [at, vectors] of seeds.slice(0, 200).entries()) put(at, vectors)
    for (let slot = 0; slot < 100; slot++) index.remove(slot)
    for (const [at, vectors] of seeds.slice(200).entries()) put(at, vectors)
    let missed = 0
    const queries = fc.sample(vector, { numRuns: 50, seed: 12 })
    for (const query of queries) {
      const greatest = (slot: number): number => Math.max(...(kept.get(slot) ?? []).map((one) => exact(one, query)))
      const best = [...kept.keys()].sort((a, b) => greatest(b) - greatest(a)).slice(0, 5)
      const found = index.near(query, 20)
      missed += best.filter((slot) => !found.has(slot)).length
      expect(found.size).toBeLessThanOrEqual(40)
      for (const slot of found) expect(kept.has(slot)).toBe(true)
    }
    // The graph is no proof: it may miss one in a hundred.
    expect(missed).toBeLessThanOrEqual((queries.length * 5) / 100)
  })

  test('finds nothing without courses, and nothing for unknown ids', async () => {
    const index = await createVectorIndex(dimensions)
    const query = unit([1, ...Array.from({ length: dimensions - 1 }, () => 0)])
    expect(index.near(query, 10)).toEqual(new Set())
    index.put(0, [query])
    expect(index.alike(0, 5)).toBe(0)
    expect(index.near(query, 10)).toEqual(new Set([0]))
    index.remove(0)
    index.remove(0)
    expect(index.near(query, 10)).toEqual(new Set())
  })
})
