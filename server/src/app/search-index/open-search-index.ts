import { Worker } from 'node:worker_threads'
import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import { createFairPool } from '#core/limits/fair-pool.ts'
import type { Findings, IndexEntry, Reading, SearchIndex, SearchOptions, SearchTurn } from '#ports/search-index.ts'

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void
type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }
type Thread = {
  worker: Worker
  generation: number
  ready: Promise<string | null>
  state: 'loading' | 'ready' | 'failed'
  waiting: Map<number, Waiting>
}

/**
 * A search takes some hundredths of a second, so further searches are rejected while 32 wait. A search that runs for `stuckMs` is a bug,
 * and its thread is replaced.
 */
const bounds = { waiting: 32, longestMs: 2000, stuckMs: 30_000 }

/** Young objects die at any size of their space; a large one is only memory. In megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 }

const byWordsAlone = 'searches go by words alone: the model cannot be loaded'

type Options = {
  embeddings: boolean
  /** module that the thread runs */
  program?: URL
  stuckMs?: number
}

/**
 * Opens the search index and, for the first text that needs it, the embedding model in a thread of their own, so that searches do not
 * block other requests. The thread is started at its first use; one that dies is replaced at the next call, and its new generation means
 * that it must be filled again.
 */
export function openSearchIndex(
  { embeddings, program = new URL('./search-worker.ts', import.meta.url), stuckMs = bounds.stuckMs }: Options,
  log: Log,
): SearchIndex {
  const turns = createFairPool({
    atOnce: 1,
    waiting: bounds.waiting,
    longestMs: bounds.longestMs,
    busy: msg`Many people are searching at the moment. Please try again in a few seconds.`,
  })
  let thread: Thread | undefined
  let generations = 0
  let calls = 0
  let lexicon = ''
  let withModel = embeddings
  let closed = false

  function open(): Thread {
    if (closed) throw new Error('The search is closed')
    if (thread && thread.state !== 'failed') return thread
    const started = performance.now()
    const options: SearchThreadOptions = { embeddings: withModel, lexicon }
    const worker = new Worker(program, { name: 'search', workerData: options, resourceLimits })
    const waiting = new Map<number, Waiting>()
    const next: Thread = { worker, generation: ++generations, state: 'loading', waiting, ready: Promise.resolve(null) }
    next.ready = new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        if (next.state === 'failed') return
        next.state = 'failed'
        if (!closed)
          log('error', 'the search has stopped; it is loaded again when it is needed', { error: error.message })
        reject(error)
        for (const one of waiting.values()) one.reject(error)
        waiting.clear()
      }
      worker.on('error', (error: unknown) => fail(error instanceof Error ? error : new Error(String(error))))
      worker.on('exit', () => fail(new Error('The search thread has ended')))
      worker.on('message', (message: FromSearchThread) => {
        if ('ready' in message) {
          next.state = 'ready'
          if (message.problem !== null) log('warn', byWordsAlone, { error: message.problem })
          log('info', 'the search is ready', { model: message.model, ms: Math.round(performance.now() - started) })
          resolve(message.model)
          return
        }
        if ('noModel' in message) {
          log('warn', byWordsAlone, { error: message.noModel })
          withModel = false
          fail(new Error(message.noModel))
          void worker.terminate()
          return
        }
        const one = waiting.get(message.call)
        waiting.delete(message.call)
        if ('error' in message) one?.reject(new Error(message.error))
        else one?.resolve(message.answer as never) // the answer of the request with this number
      })
    })
    next.ready.catch(() => {})
    // The thread alone does not keep the process alive.
    worker.unref()
    thread = next
    return next
  }

  async function ask<R extends SearchRequest>(request: R): Promise<SearchAnswer[R['act']]> {
    const asked = open()
    await asked.ready
    return new Promise((resolve, reject) => {
      if (asked.state === 'failed') return reject(new Error('The search thread has ended'))
      const call = ++calls
      asked.waiting.set(call, { resolve, reject })
      const message: ToSearchThread = { ...request, call }
      asked.worker.postMessage(message)
    })
  }

  /** Searches run one at a time, so that dropped ones are not sent to the thread. Updates do not wait for them. */
  async function askInTurn<R extends SearchRequest>(turn: SearchTurn, request: R): Promise<SearchAnswer[R['act']]> {
    await open().ready
    return turns.run(turn, async () => {
      const asked = thread
      const watchdog = setTimeout(() => {
        log('error', 'the search is stuck; its thread is replaced', { ms: stuckMs })
        void asked?.worker.terminate()
      }, stuckMs)
      try {
        return await ask(request)
      } catch (error) {
        if (asked?.state !== 'failed') throw error
        throw new DomainError('unavailable', 'The search is being restarted. Please try again in a few seconds.')
      } finally {
        clearTimeout(watchdog)
      }
    })
  }

  return {
    start: () => void open(),
    check() {
      if (thread?.state === 'loading') throw new Error('The search is still loading')
      if (thread?.state === 'failed') throw new Error('The search has stopped')
    },
    async generation() {
      const { ready, generation } = open()
      await ready
      return generation
    },
    // without embeddings the answer needs no thread
    model: async () => (withModel ? open().ready : null),
    update: async (change) => void (await ask({ act: 'update', ...change })),
    search: (input, turn, options = {}) =>
      askInTurn(turn, { act: 'search', input, options: { ...options, language: turn.language } }),
    read: (text, turn) => askInTurn(turn, { act: 'read', text }),
    similar: (id, most, turn) => askInTurn(turn, { act: 'similar', id, most }),
    embed: (texts) => ask({ act: 'embed', texts }),
    embedQuestion: (text, turn) => askInTurn(turn, { act: 'embedQuestion', text }),
    calibrate: () => ask({ act: 'calibrate' }),
    setSure: async (likely) => void (await ask({ act: 'setSure', likely })),
    setLexicon(lines) {
      if (lines === lexicon) return
      lexicon = lines
      if (thread && thread.state !== 'failed')
        ask({ act: 'lexicon', lines }).catch((error: Error) =>
          log('error', 'the lexicon could not be set', { error: error.message }),
        )
    },
    async close() {
      closed = true
      await thread?.worker.terminate()
    },
  }
}

/** What the search thread is asked to do. */
export type SearchRequest =
  | { act: 'update'; put: readonly IndexEntry[]; remove: readonly string[] }
  | { act: 'search'; input: string; options: SearchOptions & Pick<SearchTurn, 'language'> }
  | { act: 'read'; text: string }
  | { act: 'similar'; id: string; most: number }
  | { act: 'embed'; texts: readonly string[] }
  | { act: 'embedQuestion'; text: string }
  | { act: 'calibrate' }
  | { act: 'setSure'; likely: number }
  | { act: 'lexicon'; lines: string }

export type SearchAnswer = {
  update: null
  search: Findings
  read: Reading
  similar: string[]
  embed: Float32Array[]
  embedQuestion: Float32Array | null
  calibrate: number
  setSure: null
  lexicon: null
}

export type ToSearchThread = SearchRequest & { call: number }

export type FromSearchThread =
  /** the model has this name, or `problem` says why searches go by words alone */
  | { ready: true; model: string | null; problem: string | null }
  /** the model could not be loaded when it was needed: the thread is of no use any more */
  | { noModel: string }
  | { call: number; answer: SearchAnswer[keyof SearchAnswer] }
  | { call: number; error: string }

/** How the thread is started. */
export type SearchThreadOptions = { embeddings: boolean /** the operator's */; lexicon: string }
