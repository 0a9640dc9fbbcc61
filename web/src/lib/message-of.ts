import { ApiError } from '@virtual-courses/contract'

/** The sentence of a failed call that may be shown to people: the server's, or `fallback` when it has none. */
export const messageOfError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback
