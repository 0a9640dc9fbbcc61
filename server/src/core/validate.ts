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
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const first = fields[0]
  throw new DomainError('invalid_input', { message: first && sentence(first), fields })
}

const sentence = ({ path, message }: { path: string; message: string }): string =>
  /^(Invalid|Too|Expected)/.test(message) ? `Please check "${path || 'the request'}": ${message}` : message
