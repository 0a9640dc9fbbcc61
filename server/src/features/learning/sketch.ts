/**
 * Sketches: numbers of people by a value, in steps of 4 %. They say what the median is without the values of anyone, and take in and
 * give back values one by one.
 */
const base = 1.04
/** Values beyond this are in the last step: 30 years, in seconds. */
const mostSteps = 530

const stepOf = (value: number): number =>
  value < 1 ? 0 : Math.min(mostSteps, 1 + Math.floor(Math.log(value) / Math.log(base)))

/** The middle of a step. */
const middleOf = (step: number): number => (step === 0 ? 0 : base ** (step - 0.5))

/** Returns the sketch with `change` people more at a value. */
export function addToSketch(sketch: readonly number[], value: number, change: 1 | -1): number[] {
  const step = stepOf(value)
  const added = Array.from({ length: Math.max(sketch.length, step + 1) }, (_, at) => sketch[at] ?? 0)
  added[step] = (added[step] ?? 0) + change
  return added
}

/** Moves a person from a value to another one; null and 0 are in no step. */
export function moveInSketch(sketch: readonly number[], before: number | null, after: number): number[] {
  const without = before ? addToSketch(sketch, before, -1) : [...sketch]
  return after > 0 ? addToSketch(without, after, 1) : without
}

export const sizeOfSketch = (sketch: readonly number[]): number => sketch.reduce((sum, count) => sum + count, 0)

/** Returns the median, 2 % too high or too low at most; null for an empty sketch. */
export function medianOfSketch(sketch: readonly number[]): number | null {
  const middle = Math.ceil(sizeOfSketch(sketch) / 2)
  let before = 0
  for (const [step, count] of sketch.entries()) {
    before += count
    if (before >= middle && middle > 0) return middleOf(step)
  }
  return null
}
