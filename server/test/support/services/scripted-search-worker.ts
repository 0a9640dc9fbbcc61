import { parentPort, workerData } from 'node:worker_threads'
import type { FromSearchThread, SearchThreadOptions, ToSearchThread } from '#app/search-index/open-search-index.ts'

/**
 * A search thread for tests. A search returns all searches of the thread so far, in order, as ids of courses; a search that begins with
 * "slow" takes a moment, "endless" never ends, and "meaning" needs a model that cannot be loaded.
 */
const { embeddings } = workerData as SearchThreadOptions // given by openSearchIndex
const asked: string[] = []
const post = (message: FromSearchThread): void => parentPort?.postMessage(message)
const rest = new Int32Array(new SharedArrayBuffer(4))

parentPort?.on('message', (message: ToSearchThread) => {
  asked.push(message.act === 'search' ? message.input : message.act)
  if (message.act !== 'search') return post({ call: message.call, answer: message.act === 'similar' ? [] : null })
  if (message.input.startsWith('slow')) Atomics.wait(rest, 0, 0, 30)
  if (message.input === 'endless') Atomics.wait(rest, 0, 0)
  if (message.input === 'meaning' && embeddings) {
    post({ noModel: 'the file is broken' })
    return post({ call: message.call, error: 'the file is broken' })
  }
  const courses = asked.map((id) => ({ id, match: 'sure' as const, reasons: [] }))
  const filters = {
    free: false,
    minPrice: null,
    maxPrice: null,
    minMinutes: null,
    maxMinutes: null,
    level: null,
    category: null,
    languages: [],
    cheapestFirst: false,
  }
  post({
    call: message.call,
    answer: { courses, filters, levelRelaxed: false, readAs: null, choices: null, foundByWords: true },
  })
})
post({ ready: true, model: embeddings ? 'a model' : null, problem: null })
