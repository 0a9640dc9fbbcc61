import { setImmediate as pause } from 'node:timers/promises'

/** Texts that are read at once: some hundredths of a second. */
const atOnce = 8

/** Reads texts some at a time, so that a long file keeps no request of this process waiting. */
export async function inParts<T>(texts: readonly string[], read: (text: string) => T): Promise<T[]> {
  const results: T[] = []
  for (const text of texts) {
    if (results.length % atOnce === atOnce - 1) await pause()
    results.push(read(text))
  }
  return results
}
