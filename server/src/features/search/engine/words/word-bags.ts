/** A word of a message: as it is written, and by what it is compared. */
export type Token = { written: string; key: string; kind: 'word' | 'subject' | 'filler' }
/** Words and pairs of words with their weights. */
export type Bag = ReadonlyMap<string, number>

/** Weight of a pair of words beside that of a word. */
const pairWeight = 0.6

/** Neighbouring subjects are one. */
export const withOneSubject = (tokens: readonly Token[]): Token[] =>
  tokens.filter(({ kind }, at) => kind !== 'subject' || tokens[at - 1]?.kind !== 'subject')

/** Words, and pairs of neighbours with the ends of the sentence. */
export function bagOf(tokens: readonly Token[]): Bag {
  const keys = withOneSubject(tokens.filter(({ kind }) => kind !== 'filler')).map(({ key }) => key)
  const bag = new Map<string, number>()
  for (const key of keys) bag.set(key, 1)
  const framed = ['^', ...keys, '$']
  for (const [at, key] of framed.entries()) if (at > 0) bag.set(`${framed[at - 1]} ${key}`, pairWeight)
  return bag
}

export function sumOf(bags: readonly Bag[]): Bag {
  const sum = new Map<string, number>()
  for (const bag of bags) for (const [key, value] of bag) sum.set(key, (sum.get(key) ?? 0) + value)
  return sum
}

export function overlap(a: Bag, b: Bag = new Map()): number {
  let sum = 0
  for (const [key, value] of a) sum += value * (b.get(key) ?? 0)
  return sum
}

/** The same direction with length 1. */
export function unit(bag: Bag): Bag {
  let square = 0
  for (const value of bag.values()) square += value * value
  const length = Math.sqrt(square) || 1
  return new Map(Array.from(bag, ([key, value]) => [key, value / length]))
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

export function dot(a: Float32Array, b?: Float32Array): number {
  let sum = 0
  if (b) for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
