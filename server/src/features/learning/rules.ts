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

/** A lecture of a course, in its place among the others, as a viewer left it. */
export type LectureState = { id: string; completed: boolean; watchedAt: Date | null }

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
 * How far a viewer is in a course, and where he goes on: at what he watched last, or at the next lecture after it that is not
 * completed, or at one that he left out before; when all are completed, from the beginning.
 */
export function summarize(lectures: readonly LectureState[]): CourseSummary {
  const last = lastWatched(lectures)
  const rest = last ? lectures.slice(lectures.indexOf(last)) : lectures
  const goOn = rest.find(({ completed }) => !completed) ?? lectures.find(({ completed }) => !completed) ?? lectures[0]
  return {
    completedLectures: lectures.filter(({ completed }) => completed).length,
    lectureCount: lectures.length,
    lastLectureId: last?.id ?? null,
    continueLectureId: goOn?.id ?? null,
  }
}

/** A course on somebody's shelf. */
export type ShelvedCourse = { courseId: string; enrolledAt: Date; lectures: readonly LectureState[] }

/** What he goes on with first: whatever he enrolled in or watched last, and behind that what is completed. */
export function sortShelf<C extends ShelvedCourse>(courses: readonly C[]): C[] {
  const isDone = ({ lectures }: C): number =>
    Number(lectures.length > 0 && lectures.every(({ completed }) => completed))
  const touched = ({ enrolledAt, lectures }: C): number =>
    Math.max(Number(enrolledAt), Number(lastWatched(lectures)?.watchedAt ?? 0))
  return courses.toSorted((a, b) => isDone(a) - isDone(b) || touched(b) - touched(a))
}
