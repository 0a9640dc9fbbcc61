/** At most `points` attempts of a key in `seconds`, from its first attempt on. `name` is unique in a store. */
export type RateWindow = { name: string; points: number; seconds: number }

/** An attempt of a key, which a window counts. */
export type Attempt = { window: RateWindow; key: string }

/** The first attempt, by its index, whose window is full, and the milliseconds until that window ends. */
export type FullWindow = { index: number; waitMs: number }

/**
 * Counts attempts by key in windows of time, in one process or in a store that all processes share. Parallel calls, also of several
 * processes, cannot exceed a window. The attempts of one call have different windows or keys.
 */
export type RateLimitStore = {
  /** Counts all of the attempts, or none when a window is full. */
  consume(attempts: readonly Attempt[]): Promise<FullWindow | null>
  /** Gives back counted attempts; without one it does nothing. */
  restore(attempts: readonly Attempt[]): Promise<void>
  /** Forgets all attempts of these keys in these windows. */
  clear(attempts: readonly Attempt[]): Promise<void>
  close(): Promise<void>
}
