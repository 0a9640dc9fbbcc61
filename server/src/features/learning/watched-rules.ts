import { fastestPlay, type WatchedInterval } from '@virtual-courses/contract'

/** The timeline of a video is kept in at most so many slots of equal length. */
const mostSlots = 400

/** Length of the slots of a video, in whole seconds. */
export const slotSecondsOf = (duration: number): number => Math.max(1, Math.ceil(duration / mostSlots))

/** Number of slots of a video; the last one may be shorter. */
export const slotCountOf = (duration: number): number => Math.ceil(duration / slotSecondsOf(duration))

/** Seconds of a slot that the video has. */
export const lengthOfSlot = (slot: number, duration: number): number =>
  Math.min(slotSecondsOf(duration), duration - slot * slotSecondsOf(duration))

export type Interval = Readonly<WatchedInterval>

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

/** Seconds that a report may always be ahead of the clock. */
const leeway = 30

/** The largest allowance: what a player without a connection can have collected, in seconds. */
const mostAllowed = (duration: number): number => leeway + Math.max(600, 2 * duration)

/**
 * How many seconds of a video may have been played by now, when `before` were left and `elapsedMs` have passed since. It bounds what a
 * forged report can add.
 */
export const allowanceAfter = (before: number, elapsedMs: number, duration: number): number =>
  Math.floor(Math.min(mostAllowed(duration), before + (fastestPlay * Math.max(0, elapsedMs)) / 1000))

/** The allowance of the first report of a student: since their enrolment. */
export const firstAllowance = (enrolledMs: number, duration: number): number =>
  allowanceAfter(leeway, enrolledMs, duration)

/** How many more seconds of all videos of a course a student can have played since their enrolment, when they have played so many. */
export const allowanceTogether = (enrolledMs: number, played: number): number =>
  Math.max(0, Math.floor(leeway + (fastestPlay * Math.max(0, enrolledMs)) / 1000) - played)

/**
 * What the sums of a lecture do not have yet of a viewer: a slot, 1 if it is seen for the first time, and 1 if it is seen again for the
 * first time. The sums count people: no one is in a slot more than once, however often they play it.
 */
export type PendingSlot = readonly [slot: number, first: 0 | 1, again: 0 | 1]

/** What a viewer has watched of a video. */
export type View = {
  seen: Uint8Array
  /** slots that were seen more than once */
  again: Uint8Array
  watched: number
  played: number
  allowance: number
  reportIds: Uint8Array
  pending: readonly PendingSlot[]
}

export const emptyView = (duration: number, allowance: number): View => ({
  seen: new Uint8Array(Math.ceil(slotCountOf(duration) / 8)),
  again: new Uint8Array(Math.ceil(slotCountOf(duration) / 8)),
  watched: 0,
  played: 0,
  allowance,
  reportIds: new Uint8Array(),
  pending: [],
})

const isSeen = (bits: Uint8Array, slot: number): boolean => (((bits[slot >> 3] ?? 0) >> (slot & 7)) & 1) === 1

/** Sets the bit of a slot. Returns 1 if it was not set. */
function mark(bits: Uint8Array, slot: number): 0 | 1 {
  if (isSeen(bits, slot)) return 0
  bits[slot >> 3] = (bits[slot >> 3] ?? 0) | (1 << (slot & 7))
  return 1
}

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
  const [seen, again] = [Uint8Array.from(view.seen), Uint8Array.from(view.again)]
  const pending = new Map(view.pending.map((slot) => [slot[0], slot]))
  for (const [from, to] of clipped) {
    for (let slot = Math.floor(from / slotSeconds); slot * slotSeconds < to; slot++) {
      // from its beginning, after a part of it was seen: reports that join within a slot are no second time
      const repeated = slot * slotSeconds >= from && isSeen(seen, slot) ? mark(again, slot) : 0
      const first = mark(seen, slot)
      const [, before, beforeAgain] = pending.get(slot) ?? [slot, 0, 0]
      if (first || repeated) pending.set(slot, [slot, first || before, repeated || beforeAgain])
    }
  }
  const played = view.played + counted
  const reportIds = Buffer.concat([Buffer.from(id, 'hex'), view.reportIds]).subarray(0, idBytes * rememberedReports)
  return {
    counted,
    view: {
      seen,
      again,
      // who saw a second of a slot has its bit: never more than was played
      watched: Math.min(duration, played, countSeen(seen, slotCountOf(duration)) * slotSeconds),
      played,
      allowance: view.allowance - counted,
      reportIds,
      pending: [...pending.values()],
    },
  }
}

/** Viewers by slot, with one more; zero where there is none yet. */
export function addSlots(
  sums: readonly number[],
  pending: readonly PendingSlot[],
  kind: 'seen' | 'again',
  slots: number,
): number[] {
  const added = Array.from({ length: slots }, (_, slot) => sums[slot] ?? 0)
  for (const [slot, first, again] of pending)
    if (slot < slots) added[slot] = (added[slot] ?? 0) + (kind === 'seen' ? first : again)
  return added
}
