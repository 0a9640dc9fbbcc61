import { ApiError } from '@virtual-courses/contract'
import { paths } from '../paths.ts'

/** The latest message that the session has ended. */
let signedOut: string | undefined

function note(error: ApiError): string {
  if (error.code === 'unauthenticated') signedOut = error.message
  return error.message
}

/** Returns the message of a failed call for the user: the server's, or `fallback` when it has none. */
export const messageOfError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? note(error) : fallback

/** Returns the server's own message; `fallback` when it was not reached, or when the reply had none. */
export const serverMessageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.spoken && error.message ? note(error) : fallback

/** Returns the address of the login for one of the messages above that says that the session has ended. */
export const loginFor = (message: string): string | undefined => (message === signedOut ? paths.login : undefined)
