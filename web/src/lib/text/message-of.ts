import { ApiError } from '@virtual-courses/contract'
import { paths } from '../paths.ts'

const messageOfError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/**
 * What a failed call says, and the address of the login where it failed because the session has ended. Notices, fields and toasts take it
 * whole: as a text alone it would not say how to go on.
 */
export type Failure = { message: string; login: string | undefined }

/** Returns a message with the way on from a failed call. */
export const failureSaying = (error: unknown, message: string): Failure => ({
  message,
  login: error instanceof ApiError && error.code === 'unauthenticated' ? paths.login : undefined,
})

/** Returns what a failed call says to the user: the server's message, or `fallback` when it has none; with the way on. */
export const failureOf = (error: unknown, fallback: string): Failure =>
  failureSaying(error, messageOfError(error, fallback))

/** Like `failureOf`, with `fallback` also where the server was not reached, or its reply had no message. */
export const spokenFailureOf = (error: unknown, fallback: string): Failure =>
  error instanceof ApiError && error.spoken ? failureOf(error, fallback) : { message: fallback, login: undefined }
