export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

/** Progress 0..1 of `t` on its way from `start` over `length` seconds. */
export const ramp = (t: number, start: number, length: number): number => clamp((t - start) / length)

export const lerp = (from: number, to: number, p: number): number => from + (to - from) * p

export const easeOut = (p: number): number => 1 - (1 - p) ** 3

export const easeInOut = (p: number): number => (p < 0.5 ? 4 * p ** 3 : 1 - (-2 * p + 2) ** 3 / 2)

/** Goes a little past the goal and settles; for things that pop in. */
export const spring = (p: number): number => (p <= 0 ? 0 : p >= 1 ? 1 : 1 - Math.cos(p * Math.PI * 1.5) * (1 - p) ** 2)

/** A repeatable stream of numbers in 0..1, so that a film drawn twice is the same film. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
