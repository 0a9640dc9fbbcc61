import { Worker } from 'node:worker_threads'
import { msg } from '@lingui/core/runtime-macro'
import { createFairPool, type Turn } from '#core/limits/fair-pool.ts'
import type { AwardDocument } from './award.ts'
import type { PaperDocument } from './document.ts'

/** Longest time for a document: 200 pages take some seconds. */
const limitMs = 30_000
/** Megabytes of JavaScript objects of the thread. */
const heapMb = 256
/** The thread is kept for the next document: fonts and code are read by then. */
const idleMs = 30_000

// Drawing takes a few hundred milliseconds of CPU: in a thread, one at a time, and fair by user.
const pool = createFairPool({
  atOnce: 1,
  waiting: 32,
  each: 4,
  longestMs: 30_000,
  retryAfterSeconds: 5,
  tooMany: msg`Your other documents are still being made. Please try again when they are done.`,
  busy: msg`Too many documents are being made at the moment. Please try again in a minute.`,
})

/** What the thread is asked to draw. */
export type Order = { kind: 'document'; document: PaperDocument } | { kind: 'award' | 'picture'; award: AwardDocument }

let kept: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Makes the PDF file of a document. Documents of one process are made one at a time, in a thread; `turn` names the client, and background
 * work waits for the others. Throws unavailable, rate_limited, and an error for a document that cannot be drawn.
 */
export const renderPdf = (document: PaperDocument, turn: Turn): Promise<Uint8Array> =>
  pool.run(turn, () => draw({ kind: 'document', document }))

/** Makes a certificate in the same way: a PDF file, or the text of a picture (SVG) whose letters are outlines. */
export const renderAward = (kind: 'award' | 'picture', award: AwardDocument, turn: Turn): Promise<Uint8Array> =>
  pool.run(turn, () => draw({ kind, award }))

function draw(order: Order): Promise<Uint8Array> {
  clearTimeout(idle)
  const thread = kept ?? startThread()
  kept = undefined
  thread.ref()
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      stop()
      void thread.terminate()
      reject(error)
    }
    const limit = setTimeout(() => fail(new Error('A document took too long to draw')), limitMs)
    const exited = (): void => fail(new Error('The thread that draws documents ended'))
    const answered = (answer: { bytes: Uint8Array } | { problem: string }): void => {
      stop()
      keep(thread)
      if ('bytes' in answer) resolve(answer.bytes)
      else reject(new Error(answer.problem))
    }
    const stop = (): void => {
      clearTimeout(limit)
      thread.off('message', answered).off('error', fail).off('exit', exited)
    }
    thread.on('message', answered).on('error', fail).on('exit', exited)
    thread.postMessage(order)
  })
}

function startThread(): Worker {
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    name: 'draw-pdf',
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // warnings of the library about broken fonts do not belong in our log
    stdout: true,
    stderr: true,
  })
  // a thread that ends while it is idle is not used again
  const discardThread = (): void => {
    if (kept === thread) kept = undefined
  }
  return thread.on('error', discardThread).on('exit', discardThread)
}

/** Keeps a thread for a while; it does not keep the process alive. */
function keep(thread: Worker): void {
  kept = thread
  thread.unref()
  idle = setTimeout(() => void thread.terminate(), idleMs).unref()
}
