/** So much of a video may be missing at its end: credits and goodbyes are not the lecture. */
const missingShare = 0.1
/** In a short video, so many seconds may be missing… */
const missingSeconds = 15
/** …but never more than this share of it. */
const largestMissingShare = 0.25

/**
 * From which second on a video of this length (in seconds) counts as watched: 90 % of it, or 15 s before its end where that
 * comes first.
 */
export function completedFrom(duration: number): number {
  const missing = Math.max(duration * missingShare, Math.min(missingSeconds, duration * largestMissingShare))
  return duration - missing
}

/** What a viewer says about a lecture. */
export type ProgressReport = {
  /** position in seconds */
  seconds?: number | undefined
  /** length of the video as his player knows it */
  duration?: number | undefined
  /** the tick, set or taken away by hand */
  completed?: boolean | undefined
}

/** What is done to the row of a viewer and a lecture, whatever stands there. */
export type ProgressChange = {
  /** the new position; null leaves the old one */
  seconds: number | null
  /** the tick set by hand; null leaves it to the position */
  tick: boolean | null
  /** the lecture is completed when the position passes this; null when the length is not known */
  completedFrom: number | null
}

/** `known` is the length that the server measured, which wins; a position behind the end is the end. */
export function decideChange(report: ProgressReport, known: number | null): ProgressChange {
  const duration = known ?? report.duration ?? null
  const seconds =
    report.seconds === undefined ? null : duration === null ? report.seconds : Math.min(report.seconds, duration)
  return {
    seconds,
    tick: report.completed ?? null,
    completedFrom: duration === null ? null : completedFrom(duration),
  }
}
