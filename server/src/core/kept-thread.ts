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
 * Returns a function that has a thread answer one order; a thread is kept for the next one, and gets orders one at a time where the caller
 * asks so. Rejects with the reason of the signal, or an error where the thread ended or took too long; that thread has really ended then.
 */
export function keptThread<Order, Answer>(
  options: Options,
): (order: Order, signal?: AbortSignal | undefined) => Promise<Answer> {
  let kept: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const { program, name, heapMb } = options
    const thread = new Worker(program, {
      name,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // what libraries say of broken files does not belong in our log
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
    if (kept) return void thread.terminate()
    kept = thread
    thread.unref()
    idle = setTimeout(() => void thread.terminate(), idleMs).unref()
  }

  return (order, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      clearTimeout(idle)
      const thread = kept ?? start()
      kept = undefined
      thread.ref()
      const fail = (error: unknown): void => {
        stop()
        void thread.terminate().then(() => reject(error))
      }
      const leave = (): void => fail(signal?.reason)
      const limit = setTimeout(() => fail(new Error(`${options.name} took too long`)), options.limitMs)
      const exited = (): void => fail(new Error(`The thread ${options.name} ended`))
      const answered = (answer: Answer): void => {
        stop()
        keep(thread)
        resolve(answer)
      }
      const stop = (): void => {
        clearTimeout(limit)
        signal?.removeEventListener('abort', leave)
        thread.off('message', answered).off('error', fail).off('exit', exited)
      }
      signal?.addEventListener('abort', leave)
      thread.on('message', answered).on('error', fail).on('exit', exited)
      thread.postMessage(order)
    })
}
