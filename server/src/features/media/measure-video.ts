import { Worker } from 'node:worker_threads'
import { inTurn } from './in-turn.ts'

const limitMs = 10_000
/** Megabytes of JavaScript objects; the bytes that are read have their own bound in the thread. */
const heapMb = 128

const enqueue = inTurn()

/**
 * Length of a video on this machine's disk in whole seconds, at least 1; null when it cannot be told: damaged, of an unknown
 * kind, or too long to read. Runs in a thread of its own, so that a file made to be slow or large ends the thread, not us.
 * Never throws.
 */
export const measureVideo = (path: string): Promise<number | null> => enqueue(() => measureInThread(path))

function measureInThread(path: string): Promise<number | null> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./measure-video-worker.ts', import.meta.url), {
      name: 'measure-video',
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // what the parser has to say about broken files does not belong to our log
      stdout: true,
      stderr: true,
    })
    const limit = setTimeout(() => finish(null), limitMs)
    const finish = (seconds: number | null): void => {
      clearTimeout(limit)
      void thread.terminate()
      resolve(seconds)
    }
    thread.once('message', finish)
    thread.once('error', () => finish(null))
    thread.once('exit', () => finish(null))
  })
}
