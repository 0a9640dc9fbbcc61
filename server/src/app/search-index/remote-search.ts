import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import { onCacheInvalidated } from '#core/events/cache-invalidation.ts'
import { subscribe } from '#core/events/topics.ts'
import type { Db } from '#core/executor.ts'
import { vectorsMade } from '#features/search/index.ts'
import type { Findings, Reading, RemoteSearch, SearchTurn } from '#ports/search-index.ts'
import { type SearchCall, searchPath } from './serve-search.ts'

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

type Options = {
  /** origins of the processes with an index */
  urls: readonly string[]
  /** see `searchToken` */
  token: string
  /** A process that has not answered in so many milliseconds is left alone, too. */
  longestMs?: number
  /** After a failure a process is left alone for so many milliseconds. */
  pauseMs?: number
}

/** A ranking may be that of an index which did not have the last change yet; it is kept for so many milliseconds at most. */
const rankingMs = 10_000

const Readiness = z.object({ detail: z.string().max(500).optional() })

/** A process with an index, and until when it is left alone because it did not answer. */
type Peer = { url: string; awayUntil: number }

/**
 * Searches in the processes of `SEARCH_URL`, in turn. One that does not answer, or is not ready, is left alone for a moment, and the
 * next one is asked; while none is there, searches throw `unavailable` at once.
 */
export function remoteSearch(
  { urls, token, longestMs = 8_000, pauseMs = 2_000 }: Options,
  db: Db,
  log: Log,
): RemoteSearch {
  const peers: readonly Peer[] = urls.map((url) => ({ url, awayUntil: 0 }))
  let turns = 0
  let changes = 1
  onCacheInvalidated(db, (name) => {
    if (name === 'catalogue') changes++
  })
  subscribe(db, vectorsMade, () => {
    changes++
  })
  const there = (): Peer[] => peers.filter(({ awayUntil }) => performance.now() >= awayUntil)

  async function post({ url }: Peer, call: SearchCall, signal: AbortSignal): Promise<Response> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return fetch(new URL(searchPath, url), { method: 'POST', headers, body: JSON.stringify(call), signal })
  }

  /** Returns the answer of one process, or null when another one may be asked. */
  async function askPeer(peer: Peer, call: SearchCall, left: AbortSignal): Promise<{ answer: unknown } | null> {
    try {
      const reply = await post(peer, call, AbortSignal.any([left, AbortSignal.timeout(longestMs)]))
      const answer: unknown = await reply.json()
      // it is being started, or has too much to do
      if (reply.status === 503) return null
      if (!reply.ok) throw new Error(`${reply.status}: ${JSON.stringify(answer)}`)
      if (peer.awayUntil > 0) log('info', 'a search process answers again', { url: peer.url })
      peer.awayUntil = 0
      return { answer }
    } catch (error) {
      if (left.aborted) throw error
      if (peer.awayUntil === 0) log('warn', 'a search process does not answer', { url: peer.url, error: String(error) })
      peer.awayUntil = performance.now() + pauseMs
      return null
    }
  }

  async function ask<A>(call: SearchCall, { signal }: SearchTurn): Promise<A> {
    const left = signal ?? new AbortController().signal
    const ready = there()
    const first = turns++
    for (let tried = 0; tried < ready.length; tried++) {
      const peer = ready[(first + tried) % ready.length]
      const given = peer && (await askPeer(peer, call, left).catch(() => null))
      if (given) return given.answer as A // made by the same program
      if (left.aborted) break
    }
    throw new DomainError(
      'unavailable',
      'The search is not available at the moment. Please try again in a few seconds.',
    )
  }

  return {
    fresh: async () => {},
    check() {
      if (there().length === 0) throw new Error('No search process answers')
    },
    revision: () => changes + Math.floor(performance.now() / rankingMs),
    search: (input, turn, options = {}) =>
      ask<Findings>({ act: 'search', client: turn.client, language: turn.language, input, options }, turn),
    read: (text, turn) => ask<Reading>({ act: 'read', client: turn.client, text }, turn),
    similar: (id, most, turn) => ask<string[]>({ act: 'similar', client: turn.client, id, most }, turn),
    async ping() {
      const isReady = async ({ url }: Peer): Promise<void> => {
        const reply = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(longestMs) })
        if (reply.ok) return
        const { detail } = Readiness.parse(await reply.json())
        throw new DomainError('unavailable', { message: detail })
      }
      await Promise.any(peers.map(isReady)).catch(({ errors }: AggregateError) => {
        // how far one of them has come, rather than that another one does not answer
        throw errors.find((error) => error instanceof DomainError) ?? errors[0]
      })
    },
  }
}
