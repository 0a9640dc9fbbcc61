import { ApiError } from '@virtual-courses/contract'

/** The sentence of a failed call that may be shown to people: the server's, or `fallback` when it has none. */
export const messageOfError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** The server's own sentence; `fallback` when it was not reached, or when what answered had none. */
export const serverMessageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.spoken && error.message ? error.message : fallback
