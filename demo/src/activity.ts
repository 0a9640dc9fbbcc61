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
export const progress: readonly DemoProgress[] = [
  { course: 'web-from-zero', student: 'aarav-mehta', completed: 3, seconds: 12, daysAgo: 1 },
  { course: 'personal-finance', student: 'aarav-mehta', completed: 1, seconds: 0, daysAgo: 9 },
  { course: 'css-layout', student: 'aarav-mehta', completed: 5, seconds: 0, daysAgo: 27 },
]
