import { completedFrom } from './rules.ts'

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** For each slot the share of all viewers. */
export const sharesOf = (counts: readonly number[], viewers: number): number[] =>
  counts.map((count) => rounded(Math.min(1, count / Math.max(1, viewers))))

export type Place = { from: number; to: number }

const placeOf = (first: number, after: number, slotSeconds: number, duration: number): Place => ({
  from: first * slotSeconds,
  to: Math.min(duration, after * slotSeconds),
})

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length

/** Places of each kind that are shown. */
const mostPlaces = 3
/** A fall is measured over this share of the video, and one that loses fewer viewers is none. */
const fallShare = 0.04
const leastLost = 0.08

/**
 * Where most viewers leave: the largest falls of the retention, each between what was before it and what comes after it. The end of a
 * video, where everyone leaves, is none.
 */
export function findDropOffs(
  retention: readonly number[],
  slotSeconds: number,
  duration: number,
): (Place & { lost: number })[] {
  const width = Math.max(1, Math.round(retention.length * fallShare))
  const end = Math.floor(completedFrom(duration) / slotSeconds)
  const falls = []
  for (let at = width; at + width <= end; at++) {
    const lost = mean(retention.slice(at - width, at)) - mean(retention.slice(at, at + width))
    if (lost >= leastLost) falls.push({ at, lost })
  }
  falls.sort((a, b) => b.lost - a.lost || a.at - b.at)
  const chosen: typeof falls = []
  for (const fall of falls) {
    if (chosen.length === mostPlaces) break
    if (chosen.every(({ at }) => Math.abs(at - fall.at) >= 2 * width)) chosen.push(fall)
  }
  return chosen.map(({ at, lost }) => ({
    ...placeOf(at - width, at + width, slotSeconds, duration),
    lost: rounded(lost),
  }))
}

/** A place is watched again when this share of those who saw it did so, beyond that of the usual place… */
const leastAgain = 0.2
/** …and so many of them, so that what one or two do is never a place… */
const fewestAgain = 3
/** …and this share of the viewers saw it. */
const leastSeen = 0.1

/**
 * What is watched again most: runs of slots that more of those who saw them watched again than the rest, the largest share first. Both
 * lists are numbers of viewers by slot.
 */
export function findRewatched(
  { seen, again, viewers }: { seen: readonly number[]; again: readonly number[]; viewers: number },
  slotSeconds: number,
  duration: number,
): (Place & { share: number })[] {
  const shares = seen.map((count, slot) =>
    count > 0 && count >= leastSeen * viewers ? Math.min(1, (again[slot] ?? 0) / count) : null,
  )
  const sorted = shares.filter((share) => share !== null).toSorted((a, b) => a - b)
  const least = leastAgain + (sorted[Math.floor(sorted.length / 2)] ?? 0)
  const stands = (slot: number) => (shares[slot] ?? 0) >= least && (again[slot] ?? 0) >= fewestAgain
  const places: (Place & { share: number })[] = []
  for (let first = 0; first < shares.length; first++) {
    let after = first
    while (stands(after)) after++
    if (after > first) {
      const share = rounded(Math.max(...shares.slice(first, after).map((one) => one ?? 0)))
      places.push({ ...placeOf(first, after, slotSeconds, duration), share })
      first = after
    }
  }
  return places.sort((a, b) => b.share - a.share || a.from - b.from).slice(0, mostPlaces)
}
