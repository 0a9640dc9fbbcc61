import { Worker } from 'node:worker_threads'

type Options = {
  /** module of the thread: it posts one answer for each message */
  program: URL
  name: string
  /** most megabytes of JavaScript objects of the thread */
  heapMb: number
  /** longest time for an answer, in milliseconds */
  limitMs: number
}

/** How long a thread is kept for the next order, in milliseconds: what it needs is loaded by then. */
const idleMs = 30_000

/**
 * Returns a function that has a thread answer one order, and keeps the thread for the next one. Ask for one at a time. Rejects with the
 * reason of the signal, or an error where the thread ended or took too long; that thread has really ended then.
 */
export function keptThread<Order, Answer>(options: Options): (order: Order, signal?: AbortSignal) => Promise<Answer> {
  let kept: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const { program, name, heapMb } = options
    const thread = new Worker(program, {
      name,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // what is written is not passed on, see `silence`
      stdout: true,
      stderr: true,
    })
    // one that ends while it is idle is not used again
    const discard = (): void => {
      if (kept === thread) kept = undefined
    }
    return thread.on('error', discard).on('exit', discard)
  }

  /** The thread does not keep the process alive. */
  function keep(thread: Worker): void {
    kept = thread
    thread.unref()
    idle = setTimeout(() => {
      kept = undefined
      void thread.terminate()
    }, idleMs).unref()
  }

  return function ask(order, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      clearTimeout(idle)
      const used = kept
      kept = undefined
      const thread = used ?? start()
      thread.ref()
      const stop = (): void => {
        clearTimeout(limit)
        signal?.removeEventListener('abort', leave)
        thread.off('message', answered).off('error', broke).off('exit', exited)
      }
      const end = (settle: () => void): void => {
        stop()
        void thread.terminate().then(settle)
      }
      const leave = (): void => end(() => reject(signal?.reason))
      const limit = setTimeout(() => end(() => reject(new Error(`${options.name} took too long`))), options.limitMs)
      // what the order before has left may be what ends it: a new one is asked, once
      const broke = (error: unknown): void => end(() => (used ? resolve(ask(order, signal)) : reject(error)))
      const exited = (): void => broke(new Error(`The thread ${options.name} ended`))
      const answered = (answer: Answer): void => {
        stop()
        keep(thread)
        resolve(answer)
      }
      signal?.addEventListener('abort', leave)
      thread.on('message', answered).on('error', broke).on('exit', exited)
      thread.postMessage(order)
    })
  }
}
