import { courses } from './courses.ts'
import { enrolments } from './enrolments.ts'
import { reviews } from './reviews.ts'
import type { DemoActivity, DemoProgress, DemoWishlistItem } from './types.ts'

/** The wishlist of the main student. */
export const wishlistItems: readonly DemoWishlistItem[] = [
  { course: 'ux-research', student: 'aarav-mehta', daysAgo: 19 },
  { course: 'modern-react', student: 'aarav-mehta', daysAgo: 12 },
  { course: 'git-teamwork', student: 'aarav-mehta', daysAgo: 6 },
  { course: 'design-systems', student: 'aarav-mehta', daysAgo: 3 },
]

/** Events that are notified besides enrolments and reviews. */
export const activity: readonly DemoActivity[] = [
  { kind: 'lecture', course: 'ui-foundations', place: 5, daysAgo: 13 },
  { kind: 'price', course: 'modern-react', wasRupees: 1599, daysAgo: 2 },
  { kind: 'lecture', course: 'web-from-zero', place: 6, daysAgo: 1 },
]

/** Notifications that are younger than this many days are unread. */
export const unreadDays = 7

/** Progress of the main student: one course half done, one begun, one completed; a further one is not begun. */
const own: readonly DemoProgress[] = [
  { course: 'web-from-zero', student: 'aarav-mehta', completed: 3, seconds: 12, daysAgo: 1 },
  { course: 'personal-finance', student: 'aarav-mehta', completed: 1, seconds: 0, daysAgo: 9 },
  { course: 'css-layout', student: 'aarav-mehta', completed: 6, seconds: 0, daysAgo: 27 },
]

const shareDone = [1, 0.6, 0, 0.4, 0.8]

/** Progress of the other students: who wrote a review had watched at least half of the course before. */
function progressOfOthers(): DemoProgress[] {
  const lecturesOf = new Map(courses.map(({ key, lectures }) => [key, lectures]))
  const reviewed = new Map(reviews.map(({ course, student, daysAgo }) => [`${course} ${student}`, daysAgo]))
  return enrolments.flatMap(({ course, student, daysAgo }, index) => {
    if (student === 'aarav-mehta') return []
    const reviewDay = reviewed.get(`${course} ${student}`)
    const least = reviewDay === undefined ? 0 : 0.5
    const lectures = lecturesOf.get(course) ?? []
    const count = lectures.length
    const completed = Math.ceil(count * Math.max(least, shareDone[index % shareDone.length] ?? 0))
    const begins = completed > 0 && lectures[completed]?.video !== undefined && index % 3 === 0
    if (completed === 0) return []
    const watched = reviewDay === undefined ? Math.floor(daysAgo / 2) : reviewDay + 1
    return { course, student, completed, seconds: begins ? 5 + (index % 10) : 0, daysAgo: watched }
  })
}

export const progress: readonly DemoProgress[] = [...own, ...progressOfOthers()]
