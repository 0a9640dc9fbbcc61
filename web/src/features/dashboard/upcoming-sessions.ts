import type { CreatorCourse } from '@virtual-courses/contract'

export type UpcomingSession = {
  lectureId: string
  title: string
  courseId: string
  courseTitle: string
  /** null for one that was begun without a time */
  startTime: string | null
  live: boolean
}

/** Sessions that are live now, then those that are scheduled, the nearest first. */
export function upcomingSessions(courses: readonly CreatorCourse[], limit = 5): UpcomingSession[] {
  const sessions = courses.flatMap((course) =>
    course.lectures
      .filter(({ liveState }) => liveState === 'live' || liveState === 'scheduled')
      .map((lecture) => ({
        lectureId: lecture._id,
        title: lecture.lectureTitle,
        courseId: course._id,
        courseTitle: course.title,
        startTime: lecture.liveStartTime,
        live: lecture.liveState === 'live',
      })),
  )
  const time = ({ startTime }: UpcomingSession) => Date.parse(startTime ?? '') || 0
  return sessions.sort((a, b) => Number(b.live) - Number(a.live) || time(a) - time(b)).slice(0, limit)
}
