import type { DemoActivity, DemoWishlistItem } from './types.ts'

/** What the main student would like to learn next. */
export const wishlistItems: readonly DemoWishlistItem[] = [
  { course: 'ux-research', student: 'aarav-mehta', daysAgo: 19 },
  { course: 'modern-react', student: 'aarav-mehta', daysAgo: 12 },
  { course: 'git-teamwork', student: 'aarav-mehta', daysAgo: 6 },
  { course: 'design-systems', student: 'aarav-mehta', daysAgo: 3 },
]

/** What happened besides enrolments and reviews, which speak for themselves. */
export const activity: readonly DemoActivity[] = [
  { kind: 'lecture', course: 'ui-foundations', place: 5, daysAgo: 13 },
  { kind: 'price', course: 'modern-react', wasRupees: 1599, daysAgo: 2 },
  { kind: 'lecture', course: 'web-from-zero', place: 6, daysAgo: 1 },
]

/** Notifications that are younger than this many days are unread. */
export const unreadDays = 7
