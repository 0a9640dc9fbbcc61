/** Runs asynchronous steps one after another, in the order of the calls. A failed step rejects its own promise only. */
export type SerialQueue = <Result>(step: () => Promise<Result>) => Promise<Result>

/** 80 bytes; `p-queue` and `async-mutex` are 2 and 1.5 kB for the same (see docs/decisions/035). */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const result = last.then(step)
    last = result.catch(() => {})
    return result
  }
}
