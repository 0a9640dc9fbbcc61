import { progress } from './activity.ts'
import { courses } from './courses.ts'
import type { DemoAttempt } from './types.ts'

/** Attempts that failed, and those of the main student: one course is passed at the second attempt, one not yet. */
const own: readonly DemoAttempt[] = [
  { course: 'css-layout', student: 'aarav-mehta', daysAgo: 28, wrong: [1, 2, 4] },
  { course: 'css-layout', student: 'aarav-mehta', daysAgo: 27, wrong: [2] },
  { course: 'personal-finance', student: 'aarav-mehta', daysAgo: 9, wrong: [1, 3, 5] },
  { course: 'personal-finance', student: 'samuel-okafor', daysAgo: 3, wrong: [1, 4] },
  { course: 'git-teamwork', student: 'zoya-khan', daysAgo: 8, wrong: [1, 2, 4, 5] },
  { course: 'git-teamwork', student: 'nikita-pawar', daysAgo: 4, wrong: [4, 5] },
]

const quizPlaces = new Map(courses.map(({ key, lectures }) => [key, lectures.findIndex(({ quiz }) => quiz)]))

/** Who has got past a quiz has passed it, most with a mistake. */
const passed: readonly DemoAttempt[] = progress
  .filter(({ course, completed }) => {
    const place = quizPlaces.get(course) ?? -1
    return place >= 0 && completed > place
  })
  .filter((entry) => !own.some((one) => one.course === entry.course && one.student === entry.student))
  .map(({ course, student, daysAgo }, index) => ({
    course,
    student,
    daysAgo,
    wrong: index % 3 === 0 ? [] : [1 + (index % 4)],
  }))

export const attempts: readonly DemoAttempt[] = [...own, ...passed]
