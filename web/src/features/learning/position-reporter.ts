/** Report interval of a playing video, in milliseconds. */
const everyMs = 10_000
/** Minimum time between two reports, however often the user seeks, in milliseconds. */
const gapMs = 1000
/** Smaller differences from the last report are not reported, in seconds. */
const sameSeconds = 0.5

export type Position = { seconds: number; duration: number | null }

type Options = {
  /** Saves it on the server; rejects on an error. */
  send(position: Position): Promise<void>
  /** Keeps the newest position in this browser; null when the server has it. */
  keep(position: Position | null): void
  /** What a failure means: try again later; stop but keep the copy here; or stop, because the server will never take it. */
  judge(error: unknown): 'retry' | 'stop' | 'drop'
}

export type PositionReporter = {
  /** The video plays, and is here now. */
  moved(position: Position): void
  /** It was paused, moved by hand, or has ended here. */
  settled(position: Position): void
  /** The page may be closed: sends at once what is not sent. */
  leave(): void
  /** Another device has a newer position: what is not sent is dropped. */
  drop(): void
  /** The network is back. */
  retry(): void
  /** Sends what is left; nothing happens afterwards. */
  close(): void
}

/**
 * Reports the position in a video to the server: every ten seconds while it plays and soon after it pauses, one report at a
 * time, the newest position last. Nothing is lost while the server cannot be reached: this browser keeps a copy.
 */
export function createPositionReporter({ send, keep, judge }: Options): PositionReporter {
  let newest: Position | null = null
  let sent: Position | null = null
  let sentAt = Number.NEGATIVE_INFINITY
  let inFlight = 0
  /** it is paused at a position that is not reported */
  let settled = false
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isUnsent = (): boolean =>
    newest !== null && (sent === null || Math.abs(newest.seconds - sent.seconds) >= sameSeconds)

  /** Sends after `ms`; an earlier plan stays. */
  function plan(ms: number): void {
    if (!over && timer === undefined) timer = setTimeout(flush, Math.max(0, ms))
  }

  function planSoon(): void {
    clearTimeout(timer)
    timer = undefined
    plan(sentAt + gapMs - Date.now())
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!over && inFlight === 0 && newest && isUnsent()) void deliver(newest)
  }

  async function deliver(position: Position): Promise<void> {
    const before = sent
    sent = position
    sentAt = Date.now()
    settled = false
    inFlight++
    try {
      await send(position)
      inFlight--
      if (!isUnsent()) keep(null)
      else if (settled) planSoon()
      else plan(everyMs)
    } catch (error) {
      inFlight--
      sent = before
      const verdict = judge(error)
      if (verdict === 'retry') return plan(everyMs)
      over = true
      if (verdict === 'drop') keep(null)
    }
  }

  function take(position: Position): boolean {
    newest = position
    const unsent = !over && isUnsent()
    if (unsent) keep(position)
    return unsent
  }

  return {
    moved(position) {
      // counted from the first movement, so that opening a lecture alone is no report
      if (take(position)) plan(everyMs)
    },
    settled(position) {
      if (!take(position)) return
      settled = true
      if (inFlight === 0) planSoon()
    },
    leave() {
      // a pending report may be of an older position, and this is the last chance
      if (!over && newest && isUnsent()) void deliver(newest)
    },
    drop() {
      sent = newest
      clearTimeout(timer)
      timer = undefined
      keep(null)
    },
    retry: flush,
    close() {
      this.leave()
      over = true
      clearTimeout(timer)
    },
  }
}
