import type { Range } from '@tanstack/react-virtual'

/** Range of a virtual list: what is in view and near it, and one line more, such as the one with the focus, which must stay in the document. */
export const rangeWith =
  (kept: number) =>
  ({ startIndex, endIndex, overscan, count }: Range): number[] => {
    const from = Math.max(0, startIndex - overscan)
    const to = Math.min(count - 1, endIndex + overscan)
    const shown = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    if (kept < 0 || kept >= count || (kept >= from && kept <= to)) return shown
    return kept < from ? [kept, ...shown] : [...shown, kept]
  }
