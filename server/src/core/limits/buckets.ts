/** Capacity of a bucket, and tokens that are added in a second. */
type Rate = { burst: number; perSecond: number }

export type Buckets<K extends string> = {
  /** Takes a token; false when none is left. `now` in milliseconds of a monotonic clock. */
  take(kind: K, now: number): boolean
}

/** Creates a token bucket for each kind of message of a socket. */
export function createBuckets<K extends string>(rates: Readonly<Record<K, Rate>>): Buckets<K> {
  const states: Partial<Record<K, { left: number; at: number }>> = {}
  return {
    take(kind, now) {
      const { burst, perSecond } = rates[kind]
      const { left, at } = states[kind] ?? { left: burst, at: now }
      const filled = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
      states[kind] = { left: filled >= 1 ? filled - 1 : filled, at: now }
      return filled >= 1
    },
  }
}
