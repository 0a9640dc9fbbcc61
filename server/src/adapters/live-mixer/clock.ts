/** Milliseconds of arrival that share a delay. */
const windowMs = 10_000
/** Windows among which the fastest packet is looked for. */
const recentWindows = 6
/** How far the clocks of sender and media server may drift apart in a window. */
const driftMs = 1
/** A packet that is so much earlier than the fastest one before, or so much later, was counted from another zero. */
const jumpMs = { earlier: 500, later: 3000 }

/** A packet: its place in its file, when it arrived, and its time by the sender's count, in milliseconds. */
type Timed = { offset: number; at: number; sent: number }
type Window = { from: number; least: number }
type Run = { offset: number; windows: Window[] }

/**
 * Times of packets. A sender counts from a zero of its own, and packets arrive with changing delays. The fastest ones tell where its zero
 * is; what others are late was on the way. The zero moves by the drift of both clocks, and jumps when a sender begins to count again.
 */
export type SenderClock = {
  /** Takes the next packet in the order of arrival. Returns the number of its run, in which the sender counts from the same zero. */
  add(packet: Timed): number
  /** Ends adding. */
  settle(): void
  /** Returns the time of a packet in milliseconds since 1970, by the clock of the media server. */
  timeOf(packet: Timed): number
}

const fastestOf = ({ windows }: Run): number => Math.min(...windows.slice(-recentWindows).map(({ least }) => least))

export function senderClock(): SenderClock {
  const runs: Run[] = []
  return {
    add({ offset, at, sent }) {
      const delay = at - sent
      let run = runs.at(-1)
      const fastest = run ? fastestOf(run) : 0
      if (!run || delay < fastest - jumpMs.earlier || delay > fastest + jumpMs.later) {
        run = { offset, windows: [] }
        runs.push(run)
      }
      const last = run.windows.at(-1)
      if (last && at < last.from + windowMs) last.least = Math.min(last.least, delay)
      else run.windows.push({ from: at, least: delay })
      return runs.length - 1
    },
    settle() {
      for (const { windows } of runs) {
        for (let index = 1; index < windows.length; index++) limitBy(windows[index - 1], windows[index])
        for (let index = windows.length - 1; index > 0; index--) limitBy(windows[index], windows[index - 1])
      }
    },
    timeOf({ offset, at, sent }) {
      const run = lastOf(runs, (one) => one.offset <= offset)
      const window = run && lastOf(run.windows, ({ from }) => from <= at)
      // whatever a sender counts: one that counts ever faster would place its beginning, and that of the video, hours before
      return Math.max(sent + (window?.least ?? 0), at - jumpMs.later)
    },
  }
}

/** A window has no larger delay than one beside it and the drift between them: without a fast packet it is taken from there. */
function limitBy(beside: Window | undefined, window: Window | undefined): void {
  if (!beside || !window) return
  const distance = Math.max(1, Math.abs(window.from - beside.from) / windowMs)
  window.least = Math.min(window.least, beside.least + driftMs * distance)
}

/** Returns the last item of a sorted list that fits, or the first one. */
export function lastOf<T>(items: readonly T[], fits: (item: T) => boolean): T | undefined {
  let low = 0
  let high = items.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const item = items[middle]
    if (item !== undefined && fits(item)) low = middle
    else high = middle - 1
  }
  return items[low]
}

/** Continues a counter of RTP that begins again at zero, as the value nearest to the one before. */
export function unwrap(bits: 16 | 32, begin?: number): (value: number) => number {
  const size = 2 ** bits
  let last = begin
  return (value) => {
    if (last === undefined) last = value
    const ahead = (((value - last) % size) + size) % size
    last += ahead < size / 2 ? ahead : ahead - size
    return last
  }
}
