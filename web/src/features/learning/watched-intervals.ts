import { fastestPlay, type WatchedInterval } from '@virtual-courses/contract'

/** Positions come several times a second, in hidden tabs once; after a longer time something else happened, such as a pause, in ms. */
const longestGapMs = 5000
/** Positions may be so inexact, in seconds. */
const inexact = 0.5

type Options = {
  /** milliseconds of a clock that never goes back */
  now?: () => number
}

export type WatchedCollector = {
  /** The video plays, and is here now. */
  moved(seconds: number): void
  /** It was paused, moved by hand, or has ended here. */
  settled(seconds: number): void
  /** This part was played before there was a collector. */
  played(from: number, to: number): void
  /** Returns what was played since the last call, in whole seconds. */
  take(): WatchedInterval[]
}

/**
 * Collects the parts of a video that are played from the positions that its element reports. A step that is longer than playing can have
 * been is a jump: what lies between is not watched.
 */
export function createWatchedCollector({ now = () => performance.now() }: Options = {}): WatchedCollector {
  /** the part that is being played; null while it is paused */
  let run: { from: number; to: number; at: number } | null = null
  let done: WatchedInterval[] = []

  function extend(seconds: number): boolean {
    if (!run) return false
    const elapsed = now() - run.at
    const step = seconds - run.to
    if (elapsed > longestGapMs || step < 0 || step > (fastestPlay * elapsed) / 1000 + inexact) return false
    run = { from: run.from, to: seconds, at: now() }
    return true
  }

  function add(from: number, to: number): void {
    const interval: WatchedInterval = [Math.round(from), Math.round(to)]
    if (interval[0] < interval[1]) done.push(interval)
  }

  function close(): void {
    if (run) add(run.from, run.to)
    run = null
  }

  return {
    moved(seconds) {
      if (extend(seconds)) return
      close()
      run = { from: seconds, to: seconds, at: now() }
    },
    settled(seconds) {
      extend(seconds)
      close()
    },
    played: add,
    take() {
      const going = run
      close()
      // goes on where it was cut: parts that join have no second twice
      if (going) run = { ...going, from: going.to }
      const taken = done
      done = []
      return taken
    },
  }
}
