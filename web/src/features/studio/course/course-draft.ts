import type { MessageDescriptor } from '@lingui/core'
import { msg, t as translate } from '@lingui/core/macro'
import {
  type BodyInput,
  type Category,
  type CourseDetails,
  type CourseLanguage,
  type api as calls,
  categories,
  courseLanguages,
  isPrice,
  type Lecture,
  levels,
} from '@virtual-courses/contract'
import { controlText, type FieldErrors } from '#lib/forms/use-form.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { courseLanguageNames } from '#lib/text/language-names.ts'

type EditBody = BodyInput<typeof calls.courses.edit>

/**
 * Values of the course form, one for each field that can be edited; "" for values that are not chosen yet. Lists have one point in each
 * line; the price is in rupees, as typed.
 */
export type CourseDraft = {
  [Name in Exclude<keyof EditBody, 'version'>]-?: Name extends 'isPublished' | 'certificate' ? boolean : string
}

export const courseDraftOf = (course: CourseDetails): CourseDraft => ({
  title: controlText.line(course.title),
  subTitle: controlText.line(course.subTitle),
  description: controlText.lines(course.description),
  category: course.category ?? '',
  level: course.level ?? '',
  language: course.language,
  outcomes: course.outcomes.join('\n'),
  requirements: course.requirements.join('\n'),
  audience: course.audience.join('\n'),
  price: course.price === null ? '' : String(course.price),
  certificate: course.certificate,
  isPublished: course.isPublished,
})

/** Returns the category of a select's value; undefined while none is chosen. */
export const categoryOf = (value: string): Category | undefined => categories.find((category) => category === value)

const isLanguage = (value: string): value is CourseLanguage => value in courseLanguages

const trim = (value: string): string => value.trim()

/** What each value of the form is in the body of "edit course"; undefined is not sent. */
const bodyValues: { [Name in keyof CourseDraft]: (value: CourseDraft[Name]) => EditBody[Name] } = {
  title: trim,
  subTitle: trim,
  description: trim,
  // a category cannot be removed
  category: categoryOf,
  level: (value) => levels.find((one) => one === value) ?? '',
  language: (value) => (isLanguage(value) ? value : undefined),
  outcomes: trim,
  requirements: trim,
  audience: trim,
  price: trim,
  certificate: (value) => value,
  isPublished: (value) => value,
}

/** Returns the body of "edit course" with the given fields. An empty price or level removes it. */
export function courseBody(changes: Partial<CourseDraft>): EditBody {
  const sent = Object.entries(changes).map(([name, value]) => {
    // the table has for each field the function of its values
    const convert = bodyValues[name as keyof CourseDraft] as (value: string | boolean) => unknown
    return [name, convert(value)]
  })
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

/** Translates a message for the reader. */
type Translate = (message: MessageDescriptor) => string

export const courseLabels = (t: Translate): Record<keyof CourseDraft, string> => ({
  title: t(msg`Title`),
  subTitle: t(msg`Subtitle`),
  description: t(msg`Description`),
  category: t(msg`Category`),
  level: t(msg`Level`),
  language: t(msg`Language`),
  outcomes: t(msg`What students will learn`),
  requirements: t(msg`Requirements`),
  audience: t(msg`Who this course is for`),
  price: t(msg`Price`),
  certificate: t(msg`Certificate`),
  isPublished: t(msg`Publication`),
})

/** Returns a value of the form as people know it. */
export function showCourseValue(name: keyof CourseDraft, value: string | boolean, t: Translate): string {
  if (name === 'certificate') return value === true ? t(msg`Granted`) : t(msg`None`)
  if (typeof value === 'boolean') return value ? t(msg`Published`) : t(msg`Draft`)
  if (name === 'language' && isLanguage(value)) return t(courseLanguageNames[value])
  const category = name === 'category' ? categoryOf(value) : undefined
  if (category) return t(categoryNames[category])
  const level = name === 'level' ? levels.find((one) => one === value) : undefined
  if (level) return t(levelNames[level])
  return name === 'price' && value !== '' ? `₹${value}` : value
}

/**
 * Returns the errors that the server would report for a course. `readable` is false when the price field contains no number: the
 * browser then returns "", which must not be read as "no price". For the browser.
 */
export function courseErrors(draft: CourseDraft, readable = true): FieldErrors<keyof CourseDraft> {
  const errors: FieldErrors<keyof CourseDraft> = {}
  const price = draft.price.trim()
  if (!draft.title.trim()) errors.title = translate`Course title is required`
  if (!readable || (price && !isPrice(price)))
    errors.price = translate`The price must be 0, or between ₹1 and ₹10,00,000, with at most 2 decimals`
  else if (draft.isPublished && !price) errors.price = translate`Set a price of 0 or more before you publish the course`
  if (draft.isPublished && !categoryOf(draft.category))
    errors.category = translate`Choose a category before you publish the course`
  return errors
}

/** Returns what students would miss in a course that is sold; null when nothing is. Publishing stays possible. */
export function publishingWarning(
  { isPublished, price }: Pick<CourseDraft, 'isPublished' | 'price'>,
  lectures: readonly Pick<Lecture, 'videoUrl' | 'hasText' | 'isLive'>[],
): MessageDescriptor | null {
  if (!isPublished || !(Number(price) > 0) || lectures.some(({ videoUrl, hasText }) => videoUrl !== '' || hasText))
    return null
  return lectures.some(({ isLive }) => isLive)
    ? msg`No lecture has a video yet: before the live session, students who pay find nothing to watch.`
    : msg`No lecture has a video yet: students who pay find nothing to watch.`
}
