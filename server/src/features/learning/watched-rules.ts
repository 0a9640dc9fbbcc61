/** The timeline of a video is kept in at most so many slots of equal length. */
const mostSlots = 400

/** Length of the slots of a video, in whole seconds. */
export const slotSecondsOf = (duration: number): number => Math.max(1, Math.ceil(duration / mostSlots))

/** Number of slots of a video; the last one may be shorter. */
export const slotCountOf = (duration: number): number => Math.ceil(duration / slotSecondsOf(duration))

/** Seconds of a slot that the video has. */
export const lengthOfSlot = (slot: number, duration: number): number =>
  Math.min(slotSecondsOf(duration), duration - slot * slotSecondsOf(duration))

/** From a second up to but not including another one. */
export type Interval = readonly [from: number, to: number]

/** Cuts intervals off at the end of the video, and where more was played than allowed. */
export function clip(intervals: readonly Interval[], duration: number, allowed: number): Interval[] {
  let left = Math.max(0, Math.floor(allowed))
  return intervals.flatMap(([from, until]): Interval[] => {
    const to = Math.min(until, duration, from + left)
    if (from >= to) return []
    left -= to - from
    return [[from, to]]
  })
}

export const secondsOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, [from, to]) => sum + to - from, 0)

/** Seconds that intervals play of each slot that they touch. */
export function playedBySlot(intervals: readonly Interval[], slotSeconds: number): Map<number, number> {
  const played = new Map<number, number>()
  for (const [from, to] of intervals) {
    for (let slot = Math.floor(from / slotSeconds); slot * slotSeconds < to; slot++) {
      const seconds = Math.min(to, (slot + 1) * slotSeconds) - Math.max(from, slot * slotSeconds)
      played.set(slot, (played.get(slot) ?? 0) + seconds)
    }
  }
  return played
}

/** Content is played at most so many times as fast as time passes, several devices of a student together. */
const fastest = 4
/** Seconds that a report may always be ahead of the clock. */
const leeway = 30

/** The largest allowance: what a player without a connection can have collected, in seconds. */
const mostAllowed = (duration: number): number => leeway + Math.max(600, 2 * duration)

/**
 * How many seconds of a video may have been played by now, when `before` were left and `elapsedMs` have passed since. It bounds what a
 * forged report can add.
 */
export const allowanceAfter = (before: number, elapsedMs: number, duration: number): number =>
  Math.floor(Math.min(mostAllowed(duration), before + (fastest * Math.max(0, elapsedMs)) / 1000))

/** The allowance of the first report of a student: since their enrolment. */
export const firstAllowance = (enrolledMs: number, duration: number): number =>
  allowanceAfter(leeway, enrolledMs, duration)

/** What the sums of a lecture do not have yet of a viewer: a slot, the seconds played of it, and 1 if it is seen for the first time. */
export type PendingSlot = readonly [slot: number, played: number, first: 0 | 1]

/** What a viewer has watched of a video. */
export type View = {
  seen: Uint8Array
  watched: number
  played: number
  allowance: number
  reportIds: Uint8Array
  pending: readonly PendingSlot[]
}

export const emptyView = (duration: number, allowance: number): View => ({
  seen: new Uint8Array(Math.ceil(slotCountOf(duration) / 8)),
  watched: 0,
  played: 0,
  allowance,
  reportIds: new Uint8Array(),
  pending: [],
})

const isSeen = (seen: Uint8Array, slot: number): boolean => (((seen[slot >> 3] ?? 0) >> (slot & 7)) & 1) === 1

export const countSeen = (seen: Uint8Array, slots: number): number =>
  Array.from({ length: slots }, (_, slot) => Number(isSeen(seen, slot))).reduce((sum, one) => sum + one, 0)

/** Bytes of the id of a report, and how many ids are remembered for each viewer and lecture. */
const idBytes = 8
const rememberedReports = 8

/** Whether a report is one of those that were counted last. */
export function isRepeated(reportIds: Uint8Array, id: string): boolean {
  const known = Buffer.from(reportIds).toString('hex')
  for (let at = 0; at < known.length; at += 2 * idBytes) if (known.startsWith(id, at)) return true
  return false
}

/** Adds a report to what a viewer has watched of a video of this length. */
export function addReport(
  view: View,
  { id, intervals }: { id: string; intervals: readonly Interval[] },
  duration: number,
): { view: View; counted: number } {
  const slotSeconds = slotSecondsOf(duration)
  const clipped = clip(intervals, duration, view.allowance)
  const counted = secondsOf(clipped)
  const seen = Uint8Array.from(view.seen)
  const pending = new Map(view.pending.map(([slot, played, first]) => [slot, { played, first }]))
  for (const [slot, seconds] of playedBySlot(clipped, slotSeconds)) {
    const before = pending.get(slot) ?? { played: 0, first: 0 }
    pending.set(slot, { played: before.played + seconds, first: isSeen(seen, slot) ? before.first : 1 })
    seen[slot >> 3] = (seen[slot >> 3] ?? 0) | (1 << (slot & 7))
  }
  const played = view.played + counted
  const reportIds = Buffer.concat([Buffer.from(id, 'hex'), view.reportIds]).subarray(0, idBytes * rememberedReports)
  return {
    counted,
    view: {
      seen,
      // who saw a second of a slot has its bit: never more than was played
      watched: Math.min(duration, played, countSeen(seen, slotCountOf(duration)) * slotSeconds),
      played,
      allowance: view.allowance - counted,
      reportIds,
      pending: [...pending].map(([slot, { played, first }]) => [slot, played, first] as const),
    },
  }
}

/** Numbers by slot, with those of a viewer added; zero where there is none yet. */
export function addSlots(
  sums: readonly number[],
  pending: readonly PendingSlot[],
  kind: 'seen' | 'played',
  slots: number,
): number[] {
  const added = Array.from({ length: slots }, (_, slot) => sums[slot] ?? 0)
  for (const [slot, played, first] of pending)
    if (slot < slots) added[slot] = (added[slot] ?? 0) + (kind === 'seen' ? first : played)
  return added
}
