/** Returns the 32-bit FNV-1a hash of a text, the same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}

export type Dice = {
  /** Integer from `low` to `high`, inclusive. */
  between: (low: number, high: number) => number
  /** True in about half of the calls. */
  coin: () => boolean
}

/** Seeded pseudo-random numbers (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { between: (low, high) => low + Math.floor(next() * (high - low + 1)), coin: () => next() < 0.5 }
}
