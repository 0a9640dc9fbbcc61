import { t } from '@lingui/core/macro'
import { ApiError, type Client, api as calls, createClient, type Fetch } from '@virtual-courses/contract'
import { i18n } from './text/translator.ts'

/** Says in a request which language the page is in: the server words its sentences in it. */
export const withLanguage = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'x-language': i18n.locale,
})

const send: Fetch = (path, init) =>
  fetch(path, { ...init, headers: withLanguage(init.headers), credentials: 'include' })

/** What is said when no sentence of our server arrived; the client's own are in English. */
function sentenceOf({ code, status }: ApiError): string {
  if (code === 'network') return t`The server cannot be reached. Check your connection and try again.`
  if (status === 413)
    return t`A server in front of this site let this through only up to a smaller size. Please try a smaller file, or tell the support of this site that the limit of its proxy for request bodies is too low.`
  if (status === 429) return t`There are too many requests at the moment. Please wait a little, then try again.`
  if (status === 503) return t`The service is restarting. Please try again in a moment.`
  return t`Something went wrong on our side. Please try again.`
}

let refused = (): void => {}

/** Calls back when a call is refused because no one is signed in, or not any more. `session` needs to know; it imports this file. */
export function onRefused(listener: () => void): void {
  refused = listener
}

/** Returns a client of the browser whose errors speak the reader's language, where they are not the server's. */
export function inReadersLanguage(call: Client): Client {
  return (endpoint, ...args) =>
    call(endpoint, ...args).catch((error: unknown) => {
      // who asks for the current user alone sees to it
      if (error instanceof ApiError && error.code === 'unauthenticated' && endpoint.path !== calls.accounts.viewer.path)
        refused()
      if (!(error instanceof ApiError) || error.spoken) throw error
      throw new ApiError(error.status, error.code, sentenceOf(error), { fields: error.fields, spoken: false })
    })
}

/** The API as the browser calls it, with this visitor's cookies. Throws `ApiError`. */
export const browserApi = inReadersLanguage(createClient(send))
