import { msg } from '@lingui/core/runtime-macro'
import type { Say } from '#core/languages/language.ts'
import { sanitiseLine } from './sanitise-line.ts'

const rupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
/** Characters of a title that are shown. */
const longestTitle = 120

/** A price in rupees as answers show it. */
export const priceText = (price: number | null, say: Say): string =>
  price === null ? say(msg`no price yet`) : price === 0 ? say(msg`free`) : `₹${rupees.format(price)}`

/** Returns a title as plain text, whatever its educator wrote, cut to its longest length. */
export function titleText(title: string): string {
  const line = sanitiseLine(title)
  const signs = [...line]
  return signs.length === 0
    ? 'Course'
    : signs.length <= longestTitle
      ? line
      : `${signs.slice(0, longestTitle - 1).join('')}…`
}

/** The one form in which answers link: `[title](/viewcourse/id)`. */
export const courseLink = (course: { id: string; title: string }): string =>
  `[${titleText(course.title)}](/viewcourse/${encodeURIComponent(course.id)})`
