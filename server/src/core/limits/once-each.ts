import { createHash } from 'node:crypto'

type Bounds = {
  /** milliseconds in which a key counts once */
  ms: number
  /** keys that are remembered, as hashes and in memory alone */
  most: number
  now: () => Date
}

/** Returns a function that says whether a key is new in this time, and remembers it. */
export function createOnceEach({ ms, most, now }: Bounds): (key: string) => boolean {
  const known = new Map<string, number>()
  return (key) => {
    const at = now().getTime()
    const hash = createHash('sha256').update(key).digest('base64')
    if (at - (known.get(hash) ?? Number.NEGATIVE_INFINITY) < ms) return false
    known.delete(hash)
    known.set(hash, at)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return true
  }
}
