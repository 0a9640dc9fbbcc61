import { msg } from '@lingui/core/runtime-macro'
import { keptThread } from '#core/kept-thread.ts'
import { createFairPool, type Turn } from '#core/limits/fair-pool.ts'
import type { AwardDocument } from './award.ts'
import type { PaperDocument } from './document.ts'

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

/** What it answers. */
export type Drawn = { bytes: Uint8Array } | { problem: string }

const answerOf = keptThread<Order, Drawn>({
  program: new URL('./pdf-worker.ts', import.meta.url),
  name: 'draw-pdf',
  heapMb: 256,
  // 200 pages take some seconds
  limitMs: 30_000,
})

/**
 * Makes the PDF file of a document. Documents of one process are made one at a time, in a thread; `turn` names the client, and background
 * work waits for the others. Throws unavailable, rate_limited, and an error for a document that cannot be drawn.
 */
export const renderPdf = (document: PaperDocument, turn: Turn): Promise<Uint8Array> =>
  pool.run(turn, () => draw({ kind: 'document', document }))

/** Makes a certificate in the same way: a PDF file, or the text of a picture (SVG) whose letters are outlines. */
export const renderAward = (kind: 'award' | 'picture', award: AwardDocument, turn: Turn): Promise<Uint8Array> =>
  pool.run(turn, () => draw({ kind, award }))

async function draw(order: Order): Promise<Uint8Array> {
  const answer = await answerOf(order)
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.bytes
}
