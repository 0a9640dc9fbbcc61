import type { Slot } from '#ui/slot.ts'

/** A note at a second of the video, as the seek bar shows it. */
export type NoteMark = { second: number; label: string }

/** The user's own notes, of which the player knows no more than this. */
export type PlayerNotes = {
  /** in the order of time */
  marks: readonly NoteMark[]
  /** places that a search found, in the order of time */
  found?: readonly NoteMark[]
  /** Begins a note or sets a bookmark at this second; returns what there is to say. */
  add: (kind: 'note' | 'bookmark') => string
  /** a note that is being written, over the video */
  panel: Slot
}

/** Marks nearer to each other than this share of the bar are one. */
const nearest = 0.0125

/** Where notes stand on the seek bar, as shares of the length: never more than it has room for. */
export function placesOf(marks: readonly NoteMark[], duration: number): number[] {
  const places: number[] = []
  for (const { second } of marks) {
    const share = second / duration
    const last = places.at(-1)
    if (share >= 0 && share <= 1 && (last === undefined || share - last >= nearest)) places.push(share)
  }
  return places
}

/** Returns the note nearest to a place of the bar, where one is near. */
export function noteAt(marks: readonly NoteMark[], share: number, duration: number): NoteMark | undefined {
  const away = ({ second }: NoteMark) => Math.abs(second / duration - share)
  const near = marks.filter((mark) => away(mark) < nearest)
  return near.sort((a, b) => away(a) - away(b))[0]
}
