import type { z } from 'zod'
import { DomainError } from './domain-error.ts'

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
  if (!isWellFormed(value)) throw new DomainError('invalid_input', 'The text holds characters that are not well-formed')
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: describe(issue) }))
  throw new DomainError('invalid_input', { message: fields[0]?.message, fields })
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Returns a sentence for people about a validation error that the contract gives no sentence of its own. */
function describe(issue: z.core.$ZodIssue): string {
  const { message } = issue
  if (!/^(Invalid|Too|Expected|Unrecognized)/.test(message)) return message
  const name = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'The request'
  if (message.endsWith('received undefined')) return `${name} is missing`
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `${name} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.slice(0, 20).join(', ')}`
    case 'too_big':
      return `${name} ${bound(issue.origin, 'at most', issue.maximum)}`
    case 'too_small':
      return `${name} ${bound(issue.origin, 'at least', issue.minimum)}`
    default:
      return `Please check ${name.replace('The', 'the')}: ${message}`
  }
}

const bound = (origin: string, most: string, limit: number | bigint): string => {
  if (origin === 'string') return `must have ${most} ${limit} characters`
  if (origin === 'array' || origin === 'set') return `must have ${most} ${limit} entries`
  return `must be ${most} ${limit}`
}
