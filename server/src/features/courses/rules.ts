import { msg } from '@lingui/core/runtime-macro'
import { type Category, type LiveState, maxCourseTitleLength, type Role } from '@virtual-courses/contract'
import type { Say } from '#core/languages/language.ts'
import { minimumPaise, type Paise } from '#ports/payments.ts'

/** Converts rupees with at most 2 decimals, as on the wire, to paise. Exact: the rounding error is far below half a paisa. */
export const paiseOf = (rupees: number): Paise => Math.round(rupees * 100)

/** Converts paise to the rupees of the wire: the number whose shortest decimal form has at most 2 decimals. */
export const rupeesOf = (paise: Paise): number => paise / 100

/** The average with one decimal; 0 without reviews (decisions, section 2). */
export const averageRating = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum * 10) / count) / 10

/** The prices of a course row. */
export type PriceColumns = {
  price_paise: Paise | null
  regular_price_paise: Paise | null
  sale_ends_at: Date | null
  struck_price_paise: Paise | null
}

/** A sale that is over ends at its time, also where its job comes later: the regular price counts from then on. */
export const isSaleOver = ({ sale_ends_at: end }: Pick<PriceColumns, 'sale_ends_at'>, now: Date): boolean =>
  end !== null && end.getTime() <= now.getTime()

/** Returns a course row with the prices that count now. */
export const pricedAt = <R extends PriceColumns>(row: R, now: Date): R =>
  isSaleOver(row, now)
    ? {
        ...row,
        price_paise: row.regular_price_paise,
        regular_price_paise: null,
        sale_ends_at: null,
        struck_price_paise: null,
      }
    : row

export type CourseState = { creatorId: string; published: boolean; removed: boolean }

/**
 * Whether this viewer may see a course. Everyone sees published courses, their creator and admins see drafts, and enrolled
 * students keep access to unpublished and removed ones (decisions, section 2).
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

/** Whether no provider accepts this price: above 0 and below ₹1. Some courses have one from before the minimum. */
export const isBelowMinimum = (paise: Paise | null): boolean => paise !== null && paise > 0 && paise < minimumPaise

/** Whether a course has all that publishing needs. */
export const isComplete = (course: { title: string; category: Category | null; price_paise: Paise | null }): boolean =>
  course.title !== '' && course.category !== null && course.price_paise !== null

/** What keeps a course from being deleted. */
export type CourseTies = { enrolments: boolean; orders: boolean }

/**
 * Decides how a course is removed. Students keep access and records of payments stay, so a course with enrolments or orders is
 * only hidden; any other is deleted with its media.
 */
export const decideRemoval = (has: CourseTies): 'hide' | 'delete' => (has.enrolments || has.orders ? 'hide' : 'delete')

/** Returns the title of a copy, cut to the maximum length without splitting a character. */
export function copyTitle(title: string, say: Say): string {
  let copy = ''
  for (const sign of say(msg`Copy of ${{ title }}`)) {
    if (copy.length + sign.length > maxCourseTitleLength) break
    copy += sign
  }
  return copy.trimEnd()
}

/** The value of `isLive` on the wire: true while a session is scheduled or live (decisions, section 2). */
export const isLive = (state: LiveState): boolean => state === 'scheduled' || state === 'live'
