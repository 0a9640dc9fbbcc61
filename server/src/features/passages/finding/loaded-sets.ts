import { LRUCache } from 'lru-cache'
import type { Db } from '#core/executor.ts'
import { openWords, type WordIndex } from '../packing/index-words.ts'
import { openVectors, type PackedVectors } from '../packing/pack-vectors.ts'
import { findSets, mostSearched } from './passage-queries.ts'

export type LoadedSet = { words: WordIndex; vectors: PackedVectors | null; model: string | null }

/** Sets that one statement reads. */
const pageSize = 100
/** Bytes of a set besides its arrays. */
const overhead = 500

const caches = new WeakMap<Db, LRUCache<string, LoadedSet>>()

/**
 * Returns the sets with these ids that there are. What a set contains never changes except for its vectors, so those that were read stay
 * until others need the room; one without vectors is read again. There is room for one search, whatever it looks at.
 */
export async function loadSets(db: Db, ids: readonly string[], model: string | null): Promise<Map<string, LoadedSet>> {
  const cache = caches.get(db) ?? new LRUCache<string, LoadedSet>({ maxSize: mostSearched.bytes })
  caches.set(db, cache)
  const found = new Map<string, LoadedSet>()
  const missing: string[] = []
  for (const id of new Set(ids)) {
    const kept = cache.get(id)
    if (kept && (model === null || kept.model === model)) found.set(id, kept)
    else missing.push(id)
  }
  for (let at = 0; at < missing.length; at += pageSize) {
    for (const row of await findSets(db, missing.slice(at, at + pageSize))) {
      const words = openWords(row.words)
      const vectors = openVectors(row.vectors, words.lengths.length)
      const set = { words, vectors, model: row.model }
      cache.set(row.id, set, { size: overhead + words.bytes + (row.vectors?.length ?? 0) })
      found.set(row.id, set)
    }
  }
  return found
}
