import { z } from 'zod'
import { cleanName } from './clean-name.ts'
import { earlySentences } from './early-sentences.ts'
import { sentence } from './sentence.ts'

/** Course categories, in the order of the filter (specification, section 3). */
export const categories = [
  'App Development',
  'AI/ML',
  'AI Tools',
  'Data Science',
  'Data Analytics',
  'Ethical Hacking',
  'UI UX Designing',
  'Web Development',
  'Others',
] as const
export const Category = z.enum(categories, sentence('Please choose a category'))
export type Category = z.output<typeof Category>

export const levels = ['Beginner', 'Intermediate', 'Advanced'] as const
export const Level = z.enum(levels, sentence('Please choose a level'))
export type Level = z.output<typeof Level>

/** Languages in which courses are taught (BCP 47; "other" for any that is not listed), with their English names. */
export const courseLanguages = {
  en: 'English',
  hi: 'Hindi',
  as: 'Assamese',
  bn: 'Bengali',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  mr: 'Marathi',
  ne: 'Nepali',
  or: 'Odia',
  pa: 'Punjabi',
  ta: 'Tamil',
  te: 'Telugu',
  ur: 'Urdu',
  ar: 'Arabic',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  other: 'Another language',
} as const
export type CourseLanguage = keyof typeof courseLanguages
export const CourseLanguage = z.enum(
  Object.keys(courseLanguages) as [CourseLanguage, ...CourseLanguage[]], // keys of a literal object
  sentence('Please choose a language'),
)

/** Lengths of courses, by the seconds of all videos together: from, and up to but not including. */
export const courseLengths = {
  short: [1, 3600],
  medium: [3600, 10_800],
  long: [10_800, 2_147_483_647],
} as const
export type CourseLength = keyof typeof courseLengths
export const CourseLength = z.enum(['short', 'medium', 'long'], sentence('Please choose a length'))

/** Ratings of a review, the lowest first. */
export const starNumbers = [1, 2, 3, 4, 5] as const
export const leastStars = starNumbers[0]
export const mostStars = starNumbers.length
/** Stars of a review in an address. */
export const Stars = z.coerce.number().int().min(leastStars).max(mostStars)

export const roles = ['student', 'educator', 'admin'] as const
export const Role = z.enum(roles)
/** A BCP 47 tag, such as `hi` or `pt-BR`. */
export const LanguageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, sentence('This is not a language'))
export type Role = z.output<typeof Role>

/**
 * An id. Unknown ids lead to "not found". Control characters are refused, because PostgreSQL's text cannot contain a NUL character.
 */
export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}*$/u, sentence('This is not an id'))

/**
 * Version of what an editing form shows, as it was read; opaque. It differs whenever one of the form's fields does, and for nothing
 * else: counters, or what another form edits, leave it as it is.
 */
export const Version = z.string().regex(/^[A-Za-z0-9_-]{22}$/, sentence('This is not a version'))

/**
 * The field of a body with which an edit names what it was made from: where that has changed meanwhile, the call changes nothing and
 * fails with `changed_elsewhere`. Without it (older clients) the call changes what it names.
 */
export const readVersion = { version: Version.optional() }

/** Position in a list, opaque: `next` or `previous` of a page, valid with the same filters and order. */
export const Cursor = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[\w-]+$/, sentence('This is not a page'))

/** Cursors of the pages beside a page; null where there is none. */
export const pagesBeside = { next: Cursor.nullable(), previous: Cursor.nullable() }

/** The number up to which the matches of a list are counted. */
export const mostCounted = 1000

/** ISO 8601, UTC. */
export const Instant = z.iso.datetime()

/** Minimum and maximum price in rupees of a course that is not free (decisions, section 2). */
export const minPriceRupees = 1
export const maxPriceRupees = 1_000_000

const decimalRupees = /^\d{1,7}(\.\d{1,2})?$/

/** True when a text of digits is a price: 0, or ₹1 to ₹10,00,000 with at most 2 decimals. */
export const isPrice = (text: string): boolean => {
  const rupees = decimalRupees.test(text) ? Number(text) : Number.NaN
  return rupees === 0 || (rupees >= minPriceRupees && rupees <= maxPriceRupees)
}

/** Rupees as typed in a form or sent as a number: 0, or 1 to 10,00,000 with at most 2 decimals; "" and null mean "no price yet". */
export const PriceInput = z
  .union([z.number(), z.string(), z.null()])
  .transform((value) => (value === null ? '' : String(value).trim()))
  .refine((text) => text === '' || text === 'null' || isPrice(text), { message: earlySentences.price_out_of_range })
  .transform((text) => (text === '' || text === 'null' ? null : Number(text)))

/** Rupees of a filter, as in an address. */
export const RupeesInput = z
  .string()
  .regex(decimalRupees, sentence('Please enter an amount in rupees'))
  .transform(Number)
  .refine((rupees) => rupees <= maxPriceRupees, sentence('No course costs so much'))

/** "true" / "false" of multipart forms as well as JSON booleans. */
export const BooleanInput = z
  .union([z.boolean(), z.enum(['true', 'false', ''])])
  .transform((value) => value === true || value === 'true')

/** Trimmed text without control characters other than line breaks and tabs. */
export const text = (max: number, missing?: string) =>
  z
    .string(missing)
    .max(max, sentence('Please use at most {max} characters', { max }))
    .transform((value) => value.replace(/[^\P{Cc}\n\r\t]/gu, '').trim())

/** The text of a file of at most so many bytes in UTF-8. */
export const fileText = (most: number, tooLarge: string) =>
  z
    .string()
    .max(most, tooLarge)
    .refine((value) => new TextEncoder().encode(value).length <= most, { message: tooLarge })

/** Like `text`, with line breaks, which browsers send as two characters each but count as one. */
export const prose = (max: number) =>
  text(2 * max)
    .transform((value) => value.replaceAll('\r\n', '\n'))
    .refine((value) => value.length <= max, sentence('Please use at most {max} characters', { max }))

/** Returns the lines of a text, trimmed and without empty ones: at most `most`, each of at most `max` UTF-16 units. */
export const lines = (most: number, max: number) =>
  text(2 * most * (max + 2))
    .transform((value) =>
      value
        .split(/[\n\r]+/)
        .map((line) => line.replace(/\s+/g, ' ').trim())
        .filter((line) => line !== ''),
    )
    .refine((list) => list.length <= most, { message: sentence('Please use at most {most} lines', { most }) })
    .refine((list) => list.every((line) => line.length <= max), {
      message: sentence('Please use at most {max} characters in a line', { max }),
    })

/** Like `text`, but required and not empty. */
export const requiredText = (max: number, name: string) =>
  text(max, sentence('{name} is required', { name: sentence(name) })).refine((value) => value.length > 0, {
    message: sentence('{name} is required', { name: sentence(name) }),
  })

/** A name or title that other users see: cleaned, and then not empty. */
export const nameText = (max: number, name: string) =>
  z
    .string(sentence('{name} is required', { name: sentence(name) }))
    .max(max, sentence('Please use at most {max} characters', { max }))
    .transform(cleanName)
    .refine((value) => value.length > 0, { message: sentence('{name} is required', { name: sentence(name) }) })
