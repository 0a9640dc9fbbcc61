import { ApiError } from '@virtual-courses/contract'

/** The server's words about single fields, by the field's wire name; the first of each counts. Empty for other errors. */
export function fieldProblems(error: unknown): Record<string, string> {
  const problems: Record<string, string> = {}
  if (error instanceof ApiError) for (const { path, message } of error.fields) problems[path] ??= message
  return problems
}
