import { readFileSync } from 'node:fs'

/** Returns a number of 32 bits that is always the same for the same text: FNV-1a, mixed as MurmurHash3 ends. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns the list in an order that depends on `seed` and on the texts of the items alone. */
export function shuffled<T>(seed: string, list: readonly T[], textOf: (item: T) => string): T[] {
  return list
    .map((item) => ({ item, rank: stableHash(`${seed} ${textOf(item)}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Returns the first `most` words of the English dictionary in lower case, in the order of the file and without endings. */
export function dictionaryWords(most: number): string[] {
  const file = readFileSync(new URL('index.dic', import.meta.resolve('dictionary-en')), 'utf8')
  const words = file.split('\n').flatMap((line) => line.match(/^[a-z]{3,}(?=\/|$)/)?.[0] ?? [])
  return [...new Set(words)].slice(0, most)
}
