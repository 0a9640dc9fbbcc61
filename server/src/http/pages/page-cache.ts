/** A document that was rendered for visitors. */
export type CachedDocument = {
  status: number
  headers: readonly (readonly [string, string])[]
  html: string
  /** stands for the nonce and for the request's id in `html`; random for each rendering, so that no content can hold them */
  marks: { nonce: string; requestId: string }
  /** false for what the next visitor must not get: errors, redirects, answers that set cookies */
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
   * The document of a key: a kept one, the one that is being rendered for someone else, or a new one. `render` gets a signal that
   * is aborted when no one waits for it any more. Rejects with the reason of `gone` when this visitor left.
   */
  get(
    key: string,
    gone: AbortSignal,
    render: (unwanted: AbortSignal) => Promise<CachedDocument>,
  ): Promise<CachedDocument>
  /** Forgets everything, also what is being rendered: a change was committed. */
  clear(): void
}

type Rendering = { result: Promise<CachedDocument>; visitors: number; unwanted: AbortController }

/** Keeps the documents of visitors for a moment. Bounded in number, size and age; the least recently used go first. */
export function createPageCache(
  limits: CacheLimits = defaultCacheLimits,
  now: () => number = () => performance.now(),
): PageCache {
  const kept = new Map<string, { document: CachedDocument; until: number }>()
  let renderings = new Map<string, Rendering>()
  let characters = 0

  const drop = (key: string): void => {
    characters -= kept.get(key)?.document.html.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, document: CachedDocument): void => {
    drop(key)
    kept.set(key, { document, until: now() + limits.maxAgeMs })
    characters += document.html.length
    for (const oldest of kept.keys()) {
      if (kept.size <= limits.entries && characters <= limits.characters) break
      drop(oldest)
    }
  }

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
      // What was begun before a change may show the state before it.
      if (document.keep && current === renderings && current.get(key) === rendering) keep(key, document)
      done()
    }, done)
    return rendering
  }

  return {
    async get(key, gone, render) {
      gone.throwIfAborted()
      if (key.length > limits.maxKeyLength) return render(gone)
      const known = kept.get(key)
      if (known && known.until > now()) {
        kept.delete(key)
        kept.set(key, known)
        return known.document
      }
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
      characters = 0
      renderings = new Map()
    },
  }
}
