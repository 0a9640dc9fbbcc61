import { ApiError } from '@virtual-courses/contract'

/** Returns the message of a failed call for the user: the server's, or `fallback` when it has none. */
export const messageOfError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** Returns the server's own message; `fallback` when it was not reached, or when the reply had none. */
export const serverMessageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.spoken && error.message ? error.message : fallback
