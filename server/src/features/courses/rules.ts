import {
  type Category,
  type ErrorCode,
  type Level,
  type LiveState,
  maxCourseTitleLength,
  type Role,
} from '@virtual-courses/contract'
import { minimumPaise, type Paise } from '#ports/payments.ts'

/** Rupees with at most 2 decimals, as they cross the wire, to paise. Exact: the error of the product is far below half a paisa. */
export const paiseOf = (rupees: number): Paise => Math.round(rupees * 100)

/** Paise to the rupees of the wire: the number whose shortest decimal form has at most 2 decimals. */
export const rupeesOf = (paise: Paise): number => paise / 100

/** One decimal; 0 without reviews (decisions, section 2). */
export const averageRating = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum * 10) / count) / 10

export type CourseState = { creatorId: string; published: boolean; removed: boolean }

/**
 * Does this course exist for this viewer? Everybody sees published ones, their creator and admins see drafts, and anyone who is
 * enrolled keeps what he has, unpublished or removed (decisions, section 2).
 */
export function decideVisible(
  course: CourseState,
  viewer: { id: string; role: Role } | null,
  enrolled: boolean,
): boolean {
  if (enrolled) return true
  if (course.removed) return false
  return course.published || (viewer !== null && (viewer.id === course.creatorId || viewer.role === 'admin'))
}

export type CourseText = {
  title: string
  subTitle: string
  description: string
  category: Category | null
  level: Level | null
  pricePaise: Paise | null
  published: boolean
}

/** What an educator may change; what is undefined stays as it was. The price is in rupees, null for none yet. */
export type CourseChanges = {
  title?: string | undefined
  subTitle?: string | undefined
  description?: string | undefined
  category?: Category | undefined
  level?: Level | null | undefined
  price?: number | null | undefined
  isPublished?: boolean | undefined
}

/** Is this a price that no provider takes: more than nothing and less than ₹1? Some are left from before the minimum. */
export const isBelowMinimum = (paise: Paise | null): boolean => paise !== null && paise > 0 && paise < minimumPaise

/** The course after an edit. What is published must have a title, a category and a price; 0 is a price. */
export function decideEdit(course: CourseText, changes: CourseChanges): { next: CourseText } | { problem: ErrorCode } {
  const { price, isPublished, level, ...texts } = changes
  const sent = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))
  const next: CourseText = {
    ...course,
    ...sent,
    level: level === undefined ? course.level : level,
    pricePaise: price === undefined ? course.pricePaise : price === null ? null : paiseOf(price),
    published: isPublished ?? course.published,
  }
  if (price !== undefined && isBelowMinimum(next.pricePaise)) return { problem: 'price_out_of_range' }
  return next.published && !isComplete(next) ? { problem: 'course_incomplete' } : { next }
}

/** Did an edit make a course that can be bought cheaper? */
export const isPriceDrop = (before: CourseText, next: CourseText): boolean =>
  next.published && before.pricePaise !== null && next.pricePaise !== null && next.pricePaise < before.pricePaise

/** Can this course be shown for sale? */
export const isComplete = (course: Pick<CourseText, 'title' | 'category' | 'pricePaise'>): boolean =>
  course.title !== '' && course.category !== null && course.pricePaise !== null

/**
 * Students keep what they have, and records of money stay: a course with enrolments or orders is only hidden, for ever. Any
 * other one is deleted with its media.
 */
export const decideRemoval = (has: { enrolments: boolean; orders: boolean }): 'hide' | 'delete' =>
  has.enrolments || has.orders ? 'hide' : 'delete'

/** The title of a copy; a long one loses its end, never half of a character. */
export function copyTitle(title: string): string {
  let copy = ''
  for (const sign of `Copy of ${title}`) {
    if (copy.length + sign.length > maxCourseTitleLength) break
    copy += sign
  }
  return copy.trimEnd()
}

/** What `isLive` says on the wire (decisions, section 2). */
export const isLive = (state: LiveState): boolean => state === 'scheduled' || state === 'live'
