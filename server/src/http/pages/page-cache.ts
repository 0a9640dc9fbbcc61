import { LRUCache } from 'lru-cache'

/** A document that was rendered for visitors. */
export type CachedDocument = {
  status: number
  headers: readonly (readonly [string, string])[]
  html: string
  /** placeholders for the nonce and the request id in `html`; random for each rendering, so that no content can contain them */
  marks: { nonce: string; requestId: string }
  /** false for documents that must not be cached: errors, redirects, replies that set cookies */
  keep: boolean
}

export type CacheLimits = { entries: number; characters: number; maxAgeMs: number; maxKeyLength: number }

export const defaultCacheLimits: CacheLimits = {
  entries: 200,
  characters: 24 * 1024 ** 2,
  maxAgeMs: 3000,
  maxKeyLength: 500,
}

export type PageCache = {
  /**
   * Returns the document of a key: a cached one, the one that is being rendered for another visitor, or a new one. The signal of
   * `render` is aborted when no visitor is waiting any more. Rejects with the reason of `gone` when this visitor has left.
   */
  get(
    key: string,
    gone: AbortSignal,
    render: (unwanted: AbortSignal) => Promise<CachedDocument>,
  ): Promise<CachedDocument>
  /** Removes all documents, including those that are being rendered. */
  clear(): void
}

type Rendering = { result: Promise<CachedDocument>; visitors: number; unwanted: AbortController }

/** Creates a cache for the documents of visitors, limited in number, size and age. */
export function createPageCache(limits: CacheLimits = defaultCacheLimits): PageCache {
  const kept = new LRUCache<string, CachedDocument>({
    max: limits.entries,
    maxSize: limits.characters,
    sizeCalculation: ({ html }) => html.length + 1,
    ttl: limits.maxAgeMs,
  })
  let renderings = new Map<string, Rendering>()

  const start = (key: string, render: (unwanted: AbortSignal) => Promise<CachedDocument>): Rendering => {
    const current = renderings
    const unwanted = new AbortController()
    const result = render(unwanted.signal)
    const rendering: Rendering = { result, visitors: 0, unwanted }
    current.set(key, rendering)
    const done = (): void => {
      if (current.get(key) === rendering) current.delete(key)
    }
    result.then((document) => {
      // A document that was begun before `clear` may be outdated.
      if (document.keep && current === renderings && current.get(key) === rendering) kept.set(key, document)
      done()
    }, done)
    return rendering
  }

  return {
    async get(key, gone, render) {
      gone.throwIfAborted()
      if (key.length > limits.maxKeyLength) return render(gone)
      const known = kept.get(key)
      if (known) return known
      const rendering = renderings.get(key) ?? start(key, render)
      rendering.visitors++
      const { promise: left, reject } = Promise.withResolvers<never>()
      const leave = (): void => {
        if (--rendering.visitors === 0) {
          if (renderings.get(key) === rendering) renderings.delete(key)
          rendering.unwanted.abort()
        }
        reject(gone.reason)
      }
      gone.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([rendering.result, left])
      } finally {
        gone.removeEventListener('abort', leave)
      }
    },
    clear() {
      kept.clear()
      renderings = new Map()
    },
  }
}
