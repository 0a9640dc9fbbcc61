import { parentPort } from 'node:worker_threads'
import { silence } from '#core/silence.ts'
import { drawAward } from './draw-award.ts'
import { drawDocument } from './draw-document.ts'
import { drawPicture } from './draw-picture.ts'
import type { Drawn, Order } from './render-pdf.ts'

const draw = async (order: Order): Promise<Buffer> => {
  switch (order.kind) {
    case 'document':
      return drawDocument(order.document)
    case 'award':
      return drawAward(order.award)
    case 'picture':
      return Buffer.from(drawPicture(order.award))
  }
}

silence()
// One document at a time: the pool of render-pdf.ts sends the next one after the answer.
parentPort?.on('message', async (order: Order) => {
  try {
    const bytes = new Uint8Array(await draw(order))
    parentPort?.postMessage({ bytes } satisfies Drawn, [bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message } satisfies Drawn)
  }
})
