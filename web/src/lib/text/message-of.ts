import { ApiError } from '@virtual-courses/contract'
import { paths } from '../paths.ts'

/** Returns the message of a failed call for the user: the server's, or `fallback` when it has none. */
export const messageOfError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** Returns the server's own message; `fallback` when it was not reached, or when the reply had none. */
export const serverMessageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.spoken && error.message ? error.message : fallback

/** What a failed call says, and the address of the login where it failed because the session has ended. */
export type Failure = { message: string; login: string | undefined }

/** Returns a message with the way on from a failed call. */
export const failureSaying = (error: unknown, message: string): Failure => ({
  message,
  login: error instanceof ApiError && error.code === 'unauthenticated' ? paths.login : undefined,
})

/** The message of `messageOfError`, with the way on. */
export const failureOf = (error: unknown, fallback: string): Failure =>
  failureSaying(error, messageOfError(error, fallback))
