import { msg } from '@lingui/core/runtime-macro'
import type { z } from 'zod'
import { DomainError } from './domain-error.ts'
import type { Sentence } from './languages/language.ts'

/**
 * True when all strings in a parsed value, keys included, are well-formed Unicode. JSON can contain lone surrogates (`"\ud800"`), which
 * PostgreSQL rejects. Not recursive, because the client chooses the depth.
 */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  const open: object[] = [value]
  for (let next = open.pop(); next; next = open.pop()) {
    if (ArrayBuffer.isView(next)) continue
    for (const [key, one] of Object.entries(next)) {
      if (!key.isWellFormed()) return false
      if (typeof one === 'string' ? !one.isWellFormed() : false) return false
      if (typeof one === 'object' && one !== null) open.push(one)
    }
  }
  return true
}

/** Parses input by its schema. Throws `invalid_input` with the first validation error as its message and all of them as fields. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S>
export function validate<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined
export function validate<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined
  if (!isWellFormed(value))
    throw new DomainError('invalid_input', msg`The text holds characters that are not well-formed`)
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: describe(issue) }))
  throw new DomainError('invalid_input', { message: fields[0]?.message, fields })
}

const kinds: Record<string, (name: string) => Sentence> = {
  string: (name) => msg`"${{ name }}" must be a text`,
  number: (name) => msg`"${{ name }}" must be a number`,
  int: (name) => msg`"${{ name }}" must be a whole number`,
  boolean: (name) => msg`"${{ name }}" must be true or false`,
  array: (name) => msg`"${{ name }}" must be a list`,
  object: (name) => msg`"${{ name }}" must be an object`,
}

/** Returns a sentence for people about a validation error that the contract gives no sentence of its own. */
function describe(issue: z.core.$ZodIssue): Sentence {
  const { message } = issue
  if (!/^(Invalid|Too|Expected|Unrecognized)/.test(message)) return message
  if (issue.path.length === 0) return describeWhole(issue)
  const name = issue.path.join('.')
  if (message.endsWith('received undefined')) return msg`"${{ name }}" is missing`
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected]?.(name) ?? msg`"${{ name }}" must be ${{ kind: issue.expected }}`
    case 'invalid_value': {
      const values = issue.values.slice(0, 20).join(', ')
      return issue.values.length > 1
        ? msg`"${{ name }}" must be one of ${{ values }}`
        : msg`"${{ name }}" must be ${{ kind: values }}`
    }
    case 'too_big':
      return atMost(issue.origin, name, String(issue.maximum))
    case 'too_small':
      return atLeast(issue.origin, name, String(issue.minimum))
    default:
      return msg`Please check "${{ name }}": ${{ problem: message }}`
  }
}

/** The same about the request as a whole, which is an object. */
const describeWhole = ({ code, message }: z.core.$ZodIssue): Sentence =>
  code === 'invalid_type' ? msg`The request must be an object` : msg`Please check the request: ${{ problem: message }}`

function atMost(origin: string, name: string, limit: string): Sentence {
  if (origin === 'string') return msg`"${{ name }}" must have at most ${{ limit }} characters`
  if (origin === 'array' || origin === 'set') return msg`"${{ name }}" must have at most ${{ limit }} entries`
  return msg`"${{ name }}" must be at most ${{ limit }}`
}

function atLeast(origin: string, name: string, limit: string): Sentence {
  if (origin === 'string') return msg`"${{ name }}" must have at least ${{ limit }} characters`
  if (origin === 'array' || origin === 'set') return msg`"${{ name }}" must have at least ${{ limit }} entries`
  return msg`"${{ name }}" must be at least ${{ limit }}`
}
