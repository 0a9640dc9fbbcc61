import { parentPort } from 'node:worker_threads'
import type { PaperDocument } from './document.ts'
import { drawDocument } from './draw-document.ts'

// One document at a time: the pool of render-pdf.ts sends the next one after the answer.
parentPort?.on('message', async (document: PaperDocument) => {
  try {
    const bytes = new Uint8Array(await drawDocument(document))
    parentPort?.postMessage({ bytes }, [bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message })
  }
})
