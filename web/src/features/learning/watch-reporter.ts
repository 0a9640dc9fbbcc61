import { mostIntervals, type WatchedInterval, type WatchedReport } from '@virtual-courses/contract'
import { randomId } from '#lib/random-id.ts'
import { createWatchedCollector } from './watched-intervals.ts'

/** Report interval of a playing video, and retry interval after a failure, in milliseconds. */
const everyMs = 30_000
/** How soon a pause is reported; a short one is not reported by itself, in milliseconds. */
const pauseMs = 3000
/** Reports that wait for the server: an hour and a half of playing without a connection, or many jumps. The oldest go first. */
export const mostWaiting = 180

type Options = {
  videoId: string
  /** Sends a report; rejects on an error. */
  send(report: WatchedReport): Promise<unknown>
  /** Keeps a report in this browser until it is sent; null removes it. */
  keep(id: string, report: WatchedReport | null): void
  /** What a failure means: try again later; stop but keep the copies here; or drop the report, because the server will never take it. */
  judge(error: unknown): 'retry' | 'stop' | 'drop'
  /** reports of earlier visits that wait here: no one else sends them now */
  kept?: readonly WatchedReport[]
  newId?: () => string
}

export type WatchReporter = {
  /** The video plays, and is here now. */
  moved(seconds: number): void
  /** It was paused, moved by hand, or has ended here. */
  settled(seconds: number): void
  /** This part was played before there was a reporter. */
  played(from: number, to: number): void
  /** The page may be closed: sends at once what is not sent. */
  leave(): void
  /** The network is back. */
  retry(): void
  /** Sends what is left; nothing happens afterwards. */
  close(): void
}

/** Parts that join are one. */
function joined(intervals: readonly WatchedInterval[]): WatchedInterval[] {
  const all: WatchedInterval[] = []
  for (const [from, to] of intervals) {
    const last = all.at(-1)
    if (last && last[1] === from) last[1] = to
    else all.push([from, to])
  }
  return all
}

/**
 * Reports which parts of a video are watched, in small batches: every half minute, when it pauses, and when the page is left. Nothing is
 * lost or counted twice while the server cannot be reached: each batch keeps its id, and a copy in this browser, until it is sent.
 */
export function createWatchReporter({
  videoId,
  send,
  keep,
  judge,
  kept = [],
  newId = () => randomId(8),
}: Options): WatchReporter {
  const collector = createWatchedCollector()
  const waiting: WatchedReport[] = [...kept]
  const inFlight = new Set<string>()
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY

  /** Sends after `ms`; an earlier plan stays. */
  function plan(ms: number): void {
    if (over || Date.now() + ms >= due) return
    clearTimeout(timer)
    due = Date.now() + ms
    timer = setTimeout(flush, ms)
  }

  /** Makes reports of what was collected. */
  function collect(): void {
    const intervals = joined(collector.take())
    for (let at = 0; at < intervals.length; at += mostIntervals) {
      const report = { id: newId(), videoId, intervals: intervals.slice(at, at + mostIntervals) }
      waiting.push(report)
      keep(report.id, report)
    }
    for (const { id } of waiting.splice(0, Math.max(0, waiting.length - mostWaiting))) keep(id, null)
  }

  function drop(id: string): void {
    const at = waiting.findIndex((report) => report.id === id)
    if (at >= 0) waiting.splice(at, 1)
    keep(id, null)
  }

  async function deliver(report: WatchedReport): Promise<'sent' | 'retry' | 'stop'> {
    inFlight.add(report.id)
    try {
      await send(report)
      drop(report.id)
      return 'sent'
    } catch (error) {
      const verdict = judge(error)
      if (verdict !== 'drop') return verdict
      drop(report.id)
      return 'sent'
    } finally {
      inFlight.delete(report.id)
    }
  }

  /** Sends what is waiting, one report after the other. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    due = Number.POSITIVE_INFINITY
    if (over) return
    collect()
    if (inFlight.size > 0) return plan(everyMs)
    for (let report = waiting[0]; report; report = waiting[0]) {
      const outcome = await deliver(report)
      if (outcome === 'stop') over = true
      if (outcome !== 'sent') return plan(everyMs)
    }
  }

  if (waiting.length > 0) plan(0)

  return {
    moved(seconds) {
      if (over) return
      collector.moved(seconds)
      plan(everyMs)
    },
    settled(seconds) {
      if (over) return
      collector.settled(seconds)
      plan(pauseMs)
    },
    played(from, to) {
      if (over) return
      collector.played(from, to)
      plan(everyMs)
    },
    leave() {
      if (over) return
      collect()
      // the last chance: all at once, as far as browsers let requests outlive a page; the rest waits here
      for (const report of waiting.slice(-5)) if (!inFlight.has(report.id)) void deliver(report)
    },
    retry: () => void flush(),
    close() {
      this.leave()
      over = true
      clearTimeout(timer)
    },
  }
}
