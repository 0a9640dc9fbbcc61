import { ApiError, type Client, api as calls, createClient, type User } from '@virtual-courses/contract'
import { data, type RouterContextProvider, redirectDocument } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { withNext } from '#lib/safe-next.ts'
import { session } from '#lib/session.ts'
import { readUserData, type UserData } from '#lib/user-data.ts'
import { type Host, hostContext } from './host.ts'

/** What a page's data are read with: the same on the server and in the browser. */
export type Reading<Params = unknown, Viewer = User | null> = {
  api: Client
  /** who is looking; null for a visitor */
  viewer: Viewer
  params: Params
  url: URL
}

type Load<Params, Data> = (reading: Reading<Params>) => Promise<Data>
type ServerArgs<Params> = { params: Params; url: URL; context: Readonly<RouterContextProvider> }
type BrowserArgs<Params> = { params: Params; url: URL; request: Request }

/** What an error page knows of a refusal. */
export type PageProblem = { message: string; requestId?: string }

/**
 * Answers a refusal of the API as the router understands it: a session that has ended as a redirect, with a
 * new document that knows nothing of it any more, others with their status.
 */
async function answering<Data>(url: URL, requestId: string | undefined, read: () => Promise<Data>): Promise<Data> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) {
      throw redirectDocument(withNext('/signup', url.pathname + url.search))
    }
    const problem: PageProblem = { message: error.message, ...(requestId && { requestId }) }
    throw data(problem, { status: error.status || 503, statusText: error.code })
  }
}

const viewers = new WeakMap<Host, Promise<User | null>>()

/** The user whose request this is; asked once a document, however many loaders want to know. */
export function viewerOf(host: Host): Promise<User | null> {
  if (!host.mayBeSignedIn) return Promise.resolve(null)
  const known = viewers.get(host)
  if (known) return known
  const viewer = createClient(host.fetch)(calls.accounts.current).then(
    ({ user }) => user,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    },
  )
  viewers.set(host, viewer)
  return viewer
}

/** What hearts and the bell show; asked at the same time as who is asking. */
export async function userDataOf(host: Host): Promise<UserData | null> {
  if (!host.mayBeSignedIn) return null
  return readUserData(createClient(host.fetch), undefined, host.report)
}

/** A route's `loader`: reads a page's data for the first document, through the API inside the server's process. */
export const onServer =
  <Params, Data>(load: Load<Params, Data>) =>
  ({ params, url, context }: ServerArgs<Params>): Promise<Data> => {
    const host = context.get(hostContext)
    return answering(url, host.requestId, async () =>
      load({ api: createClient(host.fetch), viewer: await viewerOf(host), params, url }),
    )
  }

/** A route's `clientLoader`: reads the same data when somebody comes to the page from another one. */
export const inBrowser =
  <Params, Data>(load: Load<Params, Data>) =>
  ({ params, url, request }: BrowserArgs<Params>): Promise<Data> => {
    const { signal } = request
    // a navigation that was overtaken by another one stops its calls
    const api: Client = (endpoint, ...args) => {
      const [input] = args
      // the signal belongs to every call's input; the tuple type depends on the endpoint and cannot be rebuilt here
      return browserApi(endpoint, ...([{ ...input, signal }] as unknown as typeof args))
    }
    return answering(url, undefined, async () => load({ api, viewer: await session.user(), params, url }))
  }
