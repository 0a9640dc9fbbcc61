import type { CreatorCourse, Lecture, LiveState } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { upcomingSessions } from './session-list.tsx'

const lecture = (_id: string, liveState: LiveState, liveStartTime: string | null = null) =>
  ({ _id, lectureTitle: _id, liveState, liveStartTime }) as Lecture // the rest does not matter
const course = (_id: string, ...lectures: Lecture[]) => ({ _id, title: _id, lectures }) as CreatorCourse // as above

it('lists live sessions first, then scheduled ones by time', () => {
  const courses = [
    course('a', lecture('late', 'scheduled', '2030-02-01T10:00:00.000Z'), lecture('video', 'none')),
    course('b', lecture('soon', 'scheduled', '2030-01-01T10:00:00.000Z'), lecture('over', 'ended')),
    course('c', lecture('now', 'live', '2029-01-01T10:00:00.000Z'), lecture('at once', 'live')),
  ]
  expect(upcomingSessions(courses).map(({ title }) => title)).toEqual(['at once', 'now', 'soon', 'late'])
  expect(upcomingSessions(courses, 1)).toEqual([
    { lectureId: 'at once', title: 'at once', courseId: 'c', courseTitle: 'c', startTime: null, live: true },
  ])
  expect(upcomingSessions([])).toEqual([])
})
