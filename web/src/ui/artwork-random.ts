/** FNV-1a: a stable 32-bit number for a text, the same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}

export type Dice = {
  /** A whole number from `low` to `high`, both possible. */
  between: (low: number, high: number) => number
  /** True in about half of the throws. */
  coin: () => boolean
}

/** Numbers that look random and always come in the same order for the same seed (mulberry32). */
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
