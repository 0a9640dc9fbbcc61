/** How often a playing video is reported, in milliseconds. */
const everyMs = 10_000
/** Two reports are at least this far apart, however often somebody jumps about. */
const gapMs = 1000
/** Positions nearer than this to what was sent last say nothing new, in seconds. */
const sameSeconds = 0.5

export type Position = { seconds: number; duration: number | null }

type Options = {
  /** Tells the server; rejects when it did not hear it. */
  send(position: Position): Promise<void>
  /** Keeps the newest position here until the server has it; null when it does. */
  keep(position: Position | null): void
  /** What a failure means: try again later; stop but keep the copy here; or stop, because the server will never take it. */
  judge(error: unknown): 'retry' | 'stop' | 'forget'
}

export type PositionReporter = {
  /** The video plays, and is here now. */
  moved(position: Position): void
  /** It was paused, moved by hand, or has ended here. */
  settled(position: Position): void
  /** The page may be gone in a moment: what is not sent is sent now. */
  leave(): void
  /** The network is back. */
  retry(): void
  /** Sends what is left; nothing happens afterwards. */
  close(): void
}

/**
 * Tells the server where somebody is in a video: every ten seconds while it plays and soon after it stands still, one report at
 * a time, the newest position last. Nothing is lost while the server cannot be reached: the copy here stays until it can.
 */
export function createPositionReporter({ send, keep, judge }: Options): PositionReporter {
  let newest: Position | null = null
  let sent: Position | null = null
  let sentAt = Number.NEGATIVE_INFINITY
  let inFlight = 0
  /** it stands still where nobody was told that it does */
  let settled = false
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isNews = (): boolean =>
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
    if (!over && inFlight === 0 && newest && isNews()) void deliver(newest)
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
      if (!isNews()) keep(null)
      else if (settled) planSoon()
      else plan(everyMs)
    } catch (error) {
      inFlight--
      sent = before
      const verdict = judge(error)
      if (verdict === 'retry') return plan(everyMs)
      over = true
      if (verdict === 'forget') keep(null)
    }
  }

  function take(position: Position): boolean {
    newest = position
    const news = !over && isNews()
    if (news) keep(position)
    return news
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
      // a report on its way may tell of an older place, and there is no later
      if (!over && newest && isNews()) void deliver(newest)
    },
    retry: flush,
    close() {
      this.leave()
      over = true
      clearTimeout(timer)
    },
  }
}
