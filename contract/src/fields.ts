import { z } from 'zod'
import { cleanName } from './clean-name.ts'
import { earlySentences } from './early-sentences.ts'

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
export const Category = z.enum(categories, 'Please choose a category')
export type Category = z.output<typeof Category>

export const levels = ['Beginner', 'Intermediate', 'Advanced'] as const
export const Level = z.enum(levels, 'Please choose a level')
export type Level = z.output<typeof Level>

export const roles = ['student', 'educator', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>

/**
 * An id. Unknown ids lead to "not found". Control characters are refused, because PostgreSQL's text cannot contain a NUL character.
 */
export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}*$/u, 'This is not an id')

/** Position in a list, opaque: `next` or `previous` of a page, valid with the same filters and order. */
export const Cursor = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[\w-]+$/, 'This is not a page')

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

/** "true" / "false" of multipart forms as well as JSON booleans. */
export const BooleanInput = z
  .union([z.boolean(), z.enum(['true', 'false', ''])])
  .transform((value) => value === true || value === 'true')

/** Trimmed text without control characters other than line breaks and tabs. */
export const text = (max: number, missing?: string) =>
  z
    .string(missing)
    .max(max, `Please use at most ${max.toLocaleString('en-IN')} characters`)
    .transform((value) => value.replace(/[^\P{Cc}\n\r\t]/gu, '').trim())

/** Like `text`, but required and not empty. */
export const requiredText = (max: number, name: string) =>
  text(max, `${name} is required`).refine((value) => value.length > 0, { message: `${name} is required` })

/** A name or title that other users see: cleaned, and then not empty. */
export const nameText = (max: number, name: string) =>
  z
    .string(`${name} is required`)
    .max(max, `Please use at most ${max.toLocaleString('en-IN')} characters`)
    .transform(cleanName)
    .refine((value) => value.length > 0, { message: `${name} is required` })
