import { hashTerm, type PassageTerms } from './terms.ts'

/** Number of stems by which a source is found among all lectures, and how often one must be said. */
const mostTopics = 40
const leastSaid = 2

/** The terms of the passages of one source, as they are searched. */
export type WordIndex = {
  /** words of each passage */
  lengths: Uint16Array
  /** Returns in which passages a term is, and how often, as pairs one after the other. */
  find(hash: number): { passages: Uint16Array; counts: Uint8Array } | null
  bytes: number
}

/** Packs the terms of passages: hashes in their order, where the list of each begins, passages and counts. */
export function packWords(texts: readonly PassageTerms[]): Buffer {
  const lists = new Map<number, Map<number, number>>()
  const lengths = new Uint16Array(texts.length)
  for (const [at, { terms, words }] of texts.entries()) {
    lengths[at] = Math.min(words, 0xffff)
    for (const hash of terms.map(hashTerm)) {
      const list = lists.get(hash) ?? new Map<number, number>()
      list.set(at, (list.get(at) ?? 0) + 1)
      lists.set(hash, list)
    }
  }
  const sorted = [...lists].sort(([a], [b]) => a - b)
  const entries = sorted.reduce((sum, [, list]) => sum + list.size, 0)
  const head = Uint32Array.of(texts.length, sorted.length, entries)
  const hashes = Int32Array.from(sorted, ([hash]) => hash)
  const offsets = new Uint32Array(sorted.length + 1)
  const passages = new Uint16Array(entries)
  const counts = new Uint8Array(entries)
  let next = 0
  for (const [at, [, list]] of sorted.entries()) {
    offsets[at] = next
    for (const [passage, count] of list) {
      passages[next] = passage
      counts[next++] = Math.min(count, 255)
    }
  }
  offsets[sorted.length] = next
  return Buffer.concat([head, hashes, offsets, lengths, passages, counts].map(({ buffer }) => Buffer.from(buffer)))
}

/** Three counts. */
const headBytes = 12

/** Opens what `packWords` made. */
export function openWords(packed: Buffer): WordIndex {
  // a copy, because views need an aligned beginning
  const bytes = new Uint8Array(packed).buffer
  const [texts = 0, stems = 0, entries = 0] = new Uint32Array(bytes, 0, 3)
  const offsetsAt = headBytes + 4 * stems
  const lengthsAt = offsetsAt + 4 * (stems + 1)
  const passagesAt = lengthsAt + 2 * texts
  const hashes = new Int32Array(bytes, headBytes, stems)
  const offsets = new Uint32Array(bytes, offsetsAt, stems + 1)
  const lengths = new Uint16Array(bytes, lengthsAt, texts)
  const passages = new Uint16Array(bytes, passagesAt, entries)
  const counts = new Uint8Array(bytes, passagesAt + 2 * entries, entries)
  return {
    lengths,
    bytes: bytes.byteLength,
    find(hash) {
      let [low, high] = [0, stems - 1]
      while (low <= high) {
        const middle = (low + high) >> 1
        const found = hashes[middle] ?? 0
        if (found === hash) {
          const [from, to] = [offsets[middle] ?? 0, offsets[middle + 1] ?? 0]
          return { passages: passages.subarray(from, to), counts: counts.subarray(from, to) }
        }
        if (found < hash) low = middle + 1
        else high = middle - 1
      }
      return null
    },
  }
}

/**
 * The stems that a source says most, by which it is found among the lectures of all courses: a lecture about something says it more than
 * once. What is said once is in no list that strangers can ask.
 */
export function topicsOf(stems: readonly (readonly string[])[]): number[] {
  const counts = new Map<number, number>()
  for (const hash of stems.flat().map(hashTerm)) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= leastSaid)
    .sort(([a, many], [b, most]) => most - many || a - b)
    .slice(0, mostTopics)
    .map(([hash]) => hash)
}
