import { completedFrom } from './rules.ts'
import { lengthOfSlot } from './watched-rules.ts'

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** For each slot the share of the viewers who saw it. */
export const retentionOf = (seen: readonly number[], viewers: number): number[] =>
  seen.map((count) => rounded(Math.min(1, count / Math.max(1, viewers))))

/** For each slot how often a viewer played it on average. */
export const playsOf = (played: readonly number[], viewers: number, duration: number): number[] =>
  played.map((seconds, slot) => rounded(seconds / (Math.max(1, viewers) * lengthOfSlot(slot, duration))))

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

/** A place is watched again when those who saw it played it so many times as often as the usual place. */
const leastAgain = 1.25
/** …and this share of the viewers saw it. */
const leastSeen = 0.1

/** What is watched again most: runs of slots that those who saw them played more often than the rest, the most played first. */
export function findRewatched(
  retention: readonly number[],
  plays: readonly number[],
  slotSeconds: number,
  duration: number,
): (Place & { plays: number })[] {
  const ratios = retention.map((share, slot) => (share >= leastSeen ? (plays[slot] ?? 0) / share : 0))
  const sorted = ratios.filter((ratio) => ratio > 0).toSorted((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 1
  const places: (Place & { plays: number })[] = []
  for (let first = 0; first < ratios.length; first++) {
    let after = first
    while ((ratios[after] ?? 0) >= leastAgain * Math.max(1, usual)) after++
    if (after > first) {
      const often = rounded(Math.max(...ratios.slice(first, after)))
      places.push({ ...placeOf(first, after, slotSeconds, duration), plays: often })
      first = after
    }
  }
  return places.sort((a, b) => b.plays - a.plays || a.from - b.from).slice(0, mostPlaces)
}
