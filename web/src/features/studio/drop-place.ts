export type Row = { top: number; height: number }

/** Where a dragged row falls, counted from 0: behind all others whose middle lies above its own. Pixels of the page. */
export const dropPlace = (rows: readonly Row[], from: number, middle: number): number =>
  rows.filter((row, place) => place !== from && row.top + row.height / 2 < middle).length

/** How far a row makes way for the dragged one, in pixels. */
export function makeWay(place: number, { from, to, height }: { from: number; to: number; height: number }): number {
  if (place > from && place <= to) return -height
  return place >= to && place < from ? height : 0
}
