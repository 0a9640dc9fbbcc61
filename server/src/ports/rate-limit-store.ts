/** Counts attempts by key in windows of time. Each method is one step: parallel calls, also of several processes, cannot exceed the limit. */
export type Counter = {
  /** Counts an attempt and resolves to null; when none is left, counts nothing and resolves to the milliseconds until the window ends. */
  consume(key: string): Promise<number | null>
  /** Gives back a counted attempt; without one it does nothing. */
  restore(key: string): Promise<void>
  /** Forgets the attempts of the key. */
  clear(key: string): Promise<void>
}

/** Where rate limits are counted: in one process, or in a store that all processes share. */
export type RateLimitStore = {
  /** Returns the counter of a limit: at most `points` attempts of a key in `seconds`. `name` is unique in the store. */
  counter(name: string, points: number, seconds: number): Counter
  close(): Promise<void>
}
