import { z } from 'zod'
import { isStateCode } from './indian-states.ts'
import { sentence } from './sentence.ts'

/** State code and PAN, number of the registration within the state, Z, check digit. */
const form = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/
const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The check digit of the first 14 characters of a GSTIN: Luhn's algorithm over 36 signs ("Luhn mod N", as in python-stdnum's
 * `stdnum.in_.gstin`). From the left, values count once and twice in turn, and the two base-36 digits of each product are added.
 */
export function gstinCheckDigit(first14: string): string {
  const sum = [...first14].reduce((total, sign, index) => {
    const product = signs.indexOf(sign) * (1 + (index % 2))
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return signs[(36 - (sum % 36)) % 36] ?? ''
}

/** True for a GSTIN of a state, with its check digit. It does not tell whether the number was ever given. */
export const isGstin = (text: string): boolean =>
  form.test(text) && isStateCode(text.slice(0, 2)) && gstinCheckDigit(text.slice(0, 14)) === text[14]

/** The code of the state in which a GSTIN is registered. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2)

/** A GSTIN as typed, with spaces and small letters; "" for none. */
export const GstinInput = z
  .string()
  .max(40, sentence('A GSTIN has 15 characters'))
  .transform((value) => value.replace(/\s/g, '').toUpperCase())
  .refine((value) => value === '' || isGstin(value), {
    message: sentence('This is not a GSTIN: please check its 15 characters'),
  })

/** Code of a state; "" for none. */
export const StateInput = z
  .string()
  .max(2, sentence('Please choose a state'))
  .refine((value) => value === '' || isStateCode(value), { message: sentence('Please choose a state') })

const otherState = sentence('This GSTIN is registered in another state: please choose its state')

/** What a GSTIN of another state is refused with; null where both fit. An empty state fits every GSTIN. */
export const stateProblem = (gstin: string, state: string): string | null =>
  gstin === '' || state === '' || stateOfGstin(gstin) === state ? null : otherState
