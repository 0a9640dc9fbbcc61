import { completedFrom } from './rules.ts'
import { addSlots, type PendingSlot, slotCountOf, slotSecondsOf } from './watched-rules.ts'

/** What all students watched of one video; `held_…` is what is not shown yet. */
export type LectureSums = {
  video_id: string
  slot_seconds: number
  viewers: number
  seen: number[]
  again: number[]
  held_viewers: number
  held_seen: number[]
  held_again: number[]
  watched_share: number
  end_viewers: number
  shown_at: Date | null
}

export const emptySums = (videoId: string, duration: number): LectureSums => ({
  video_id: videoId,
  slot_seconds: slotSecondsOf(duration),
  viewers: 0,
  seen: [],
  again: [],
  held_viewers: 0,
  held_seen: [],
  held_again: [],
  watched_share: 0,
  end_viewers: 0,
  shown_at: null,
})

/** Whether the sums are of this video. */
export const areOf = (sums: LectureSums, videoId: string, duration: number): boolean =>
  sums.video_id === videoId && sums.slot_seconds === slotSecondsOf(duration)

/** Adds what a viewer watched to the held sums. */
export function addViewer(
  sums: LectureSums,
  { pending, isCounted }: { pending: readonly PendingSlot[]; isCounted: boolean },
  duration: number,
): LectureSums {
  const slots = slotCountOf(duration)
  return {
    ...sums,
    held_viewers: sums.held_viewers + (isCounted ? 0 : 1),
    held_seen: addSlots(sums.held_seen, pending, 'seen', slots),
    held_again: addSlots(sums.held_again, pending, 'again', slots),
  }
}

const together = (some: readonly number[], others: readonly number[], slots: number): number[] =>
  Array.from({ length: slots }, (_, slot) => (some[slot] ?? 0) + (others[slot] ?? 0))

/** Shows what was held back. */
export function release(sums: LectureSums, duration: number, now: Date): LectureSums {
  const slots = slotCountOf(duration)
  const viewers = sums.viewers + sums.held_viewers
  const seen = together(sums.seen, sums.held_seen, slots)
  const end = Math.min(slots - 1, Math.floor(completedFrom(duration) / slotSecondsOf(duration)))
  const all = seen.reduce((sum, count) => sum + count, 0)
  return {
    ...sums,
    viewers,
    seen,
    again: together(sums.again, sums.held_again, slots),
    held_viewers: 0,
    held_seen: [],
    held_again: [],
    watched_share: viewers === 0 ? 0 : all / (viewers * slots),
    end_viewers: seen[end] ?? 0,
    shown_at: now,
  }
}
