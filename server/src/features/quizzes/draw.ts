import type { QuizPart } from '@virtual-courses/contract'

/** Returns numbers from 0 up to 1 that a seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a list in an order that a seed determines. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = randomOf(seed)
  const keyed = list.map((one) => ({ one, key: random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
}

/** The seed of one question of an attempt, another one for each position. */
export const seedAt = (seed: number, position: number): number => Math.imul(seed ^ (position + 1), 0x9e3779b1)

/** A question of the bank that can be drawn. */
export type Drawable = { id: string; tags: readonly string[] }

/**
 * Draws the questions of an attempt, none of them twice: those that are named, then of each tag as many as it asks for, or as there are.
 * Returns their ids in order.
 */
export function drawQuestions(
  parts: readonly QuizPart[],
  bank: readonly Drawable[],
  { seed, shuffle }: { seed: number; shuffle: boolean },
): string[] {
  const known = new Set(bank.map(({ id }) => id))
  const used = new Set(parts.flatMap((part) => (part.kind === 'question' ? [part.questionId] : [])))
  const drawn = parts.flatMap((part, at) => {
    if (part.kind === 'question') return known.has(part.questionId) ? [part.questionId] : []
    const free = bank.filter(({ id, tags }) => tags.includes(part.tag) && !used.has(id)).map(({ id }) => id)
    const ids = shuffled(free.toSorted(), seedAt(seed, 1000 + at)).slice(0, part.count)
    for (const id of ids) used.add(id)
    return ids
  })
  return shuffle ? shuffled(drawn, seed) : drawn
}
