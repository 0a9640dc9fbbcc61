/** Corrections of one student in one course: each leaves a trace. */
export const mostCorrections = 500

/** So much of a video may be missing at its end: credits are not the lecture. */
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

/** A viewer's report about a lecture. */
export type ProgressReport = {
  /** position in seconds */
  seconds?: number | undefined
  /** length of the video as the player knows it */
  duration?: number | undefined
  /** the tick, set or removed by hand */
  completed?: boolean | undefined
}

/** What changes in the row of a viewer and a lecture, whatever its values are. */
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

/** Whether a change may tick a lecture, or untick it. */
export const mayTick = ({ seconds, tick, completedFrom }: ProgressChange): boolean =>
  tick !== null || (seconds !== null && completedFrom !== null && seconds >= completedFrom)

/** A lecture of a course, in the order of the course, as a viewer left it. */
export type LectureState = {
  id: string
  completed: boolean
  watchedAt: Date | null /** not open to the viewer yet */
  closed?: boolean
}

/**
 * Number of the lectures of a course that came after a viewer was there last, and that they have not opened since. One without content
 * is not there yet.
 */
export const countNew = (
  lectures: readonly { createdAt: Date; updatedAt: Date | null; isFilled: boolean }[],
  lastThere: Date,
): number =>
  lectures.filter(({ createdAt, updatedAt, isFilled }) => isFilled && updatedAt === null && createdAt > lastThere)
    .length

export type CourseSummary = {
  completedLectures: number
  lectureCount: number
  lastLectureId: string | null
  continueLectureId: string | null
}

const lastWatched = (lectures: readonly LectureState[]): LectureState | undefined =>
  lectures
    .filter(({ watchedAt }) => watchedAt !== null)
    .sort((a, b) => Number(b.watchedAt) - Number(a.watchedAt))
    .at(0)

/**
 * How far a viewer is in a course, and where they continue: at the lecture they watched last, or the next one after it that is
 * open and not completed, or one that they left out before; when nothing open is left to do, at the first closed one, else at the first.
 */
export function summarize(lectures: readonly LectureState[]): CourseSummary {
  const last = lastWatched(lectures)
  const rest = last ? lectures.slice(lectures.indexOf(last)) : lectures
  const isNext = ({ completed, closed }: LectureState): boolean => !completed && !closed
  const next = rest.find(isNext) ?? lectures.find(isNext) ?? lectures.find(({ completed }) => !completed) ?? lectures[0]
  return {
    completedLectures: lectures.filter(({ completed }) => completed).length,
    lectureCount: lectures.length,
    lastLectureId: last?.id ?? null,
    continueLectureId: next?.id ?? null,
  }
}

/** Whether a question in a video is not asked any more: it was answered rightly, or all tries are used. */
export const isCheckDone = (given: { tries: number; isRight: boolean } | null, triesAllowed: number): boolean =>
  given !== null && (given.isRight || given.tries >= triesAllowed)
