import { parentPort } from 'node:worker_threads'
import type { FromSearchThread, ToSearchThread } from '#app/search-index/open-search-index.ts'

/**
 * A search thread for tests. A search returns all searches of the thread so far, in order, as ids of courses; a search that begins with
 * "slow" takes a moment, and "endless" never ends.
 */
const asked: string[] = []
const post = (message: FromSearchThread): void => parentPort?.postMessage(message)
const rest = new Int32Array(new SharedArrayBuffer(4))

parentPort?.on('message', (message: ToSearchThread) => {
  asked.push(message.act === 'search' ? message.input : message.act)
  if (message.act !== 'search') return post({ call: message.call, answer: message.act === 'similar' ? [] : null })
  if (message.input.startsWith('slow')) Atomics.wait(rest, 0, 0, 30)
  if (message.input === 'endless') Atomics.wait(rest, 0, 0)
  const courses = asked.map((id) => ({ id, match: 'sure' as const, reasons: [] }))
  const filters = { free: false, minPrice: null, maxPrice: null, level: null, category: null, cheapestFirst: false }
  post({ call: message.call, answer: { courses, filters, levelRelaxed: false, readAs: null, foundByWords: true } })
})
post({ ready: true, model: null, problem: null })
