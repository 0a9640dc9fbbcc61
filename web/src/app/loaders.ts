import {
  ApiError,
  type Client,
  api as calls,
  createClient,
  type Host,
  type PublicSettings,
  type Viewer,
} from '@virtual-courses/contract'
import {
  createContext,
  data,
  type RouterContextProvider,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { browserApi } from '#lib/api.ts'
import { whenReachable } from '#lib/connection/stalled-loads.ts'
import { withNext } from '#lib/navigation/safe-next.ts'
import { seenPages } from '#lib/navigation/seen-pages.ts'
import { paths } from '#lib/paths.ts'
import { defaultSettings, session } from '#lib/session/session.ts'
import { readUserData, type UserData } from '#lib/session/user-data.ts'

export const hostContext = createContext<Host>()

/** The input of a page's loader: the same on the server and in the browser. */
export type Reading<Params = unknown, Who = Viewer | null> = {
  api: Client
  /** the current user; null for a visitor */
  viewer: Who
  settings: PublicSettings
  params: Params
  url: URL
}

type Load<Params, Data> = (reading: Reading<Params>) => Promise<Data>
type ServerArgs<Params> = { params: Params; url: URL; context: Readonly<RouterContextProvider> }
type BrowserArgs<Params> = { params: Params; url: URL; request: Request }

/** Data of an API problem for the error page. */
export type PageProblem = { message: string; requestId?: string }

/**
 * Translates an API problem for the router: an ended session becomes a redirect to a new document, which has no data of the
 * account; other problems keep their status.
 */
async function withProblems<Data>(url: URL, requestId: string | undefined, read: () => Promise<Data>): Promise<Data> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) {
      throw redirectDocument(withNext('/signup', url.pathname + url.search))
    }
    // the site demands a second factor: the page that sets one up leads back here afterwards
    if (error.code === 'second_factor_demanded')
      throw redirect(`${paths.accountSecurity}?${new URLSearchParams({ next: url.pathname + url.search })}`)
    const problem: PageProblem = { message: error.message, ...(requestId && { requestId }) }
    throw data(problem, { status: error.status || 503, statusText: error.code })
  }
}

const viewers = new WeakMap<Host, Promise<Viewer | null>>()

/** Returns the current user; one call a document, however many loaders need it. */
export function viewerOf(host: Host): Promise<Viewer | null> {
  if (!host.mayBeSignedIn) return Promise.resolve(null)
  const known = viewers.get(host)
  if (known) return known
  const viewer = createClient(host.fetch)(calls.accounts.viewer).then(
    ({ user }) => user,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    },
  )
  viewers.set(host, viewer)
  return viewer
}

/** Returns the wishlist and the notifications, read at the same time as the current user. */
export async function userDataOf(host: Host): Promise<UserData | null> {
  if (!host.mayBeSignedIn) return null
  return readUserData(createClient(host.fetch), undefined, host.report)
}

/** A route's `loader`: reads a page's data for the first document, through the API inside the server's process. */
export const onServer =
  <Params, Data>(load: Load<Params, Data>) =>
  ({ params, url, context }: ServerArgs<Params>): Promise<Data> => {
    const host = context.get(hostContext)
    return withProblems(url, host.requestId, async () =>
      load({ api: createClient(host.fetch), viewer: await viewerOf(host), settings: host.settings, params, url }),
    )
  }

type InBrowser = {
  /** what was shown before is not good enough to go back to: an edit or a place in a video would begin from it */
  alwaysRead?: boolean
}

/**
 * A route's `shouldRevalidate`: as the router would, and always where the address is another one. When a heart, which has no data read again
 * (`useUserFetcher`), is saved while the rows of a filter are on their way, the router drops these and would keep the old ones.
 */
export const shouldRevalidate = ({ defaultShouldRevalidate, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search

/**
 * A route's `clientLoader`: reads the same data after a navigation in the browser. Without a connection it waits (`whenReachable`). Going back
 * to a page shows what was read before, which is read again behind that (`seenPages`).
 */
export const inBrowser =
  <Params, Data>(load: Load<Params, Data>, { alwaysRead = false }: InBrowser = {}) =>
  ({ params, url, request }: BrowserArgs<Params>): Promise<Data> => {
    const seen = alwaysRead ? undefined : seenPages.recall(url.pathname + url.search)
    // noted of this address, whose loader this is
    if (seen !== undefined) return Promise.resolve(seen as Data)
    const { signal } = request
    // a navigation that is replaced by another one aborts its calls
    const api: Client = (endpoint, ...args) => {
      const [input] = args
      // the signal belongs to every call's input; the tuple type depends on the endpoint and cannot be rebuilt here
      return browserApi(endpoint, ...([{ ...input, signal }] as unknown as typeof args))
    }
    return withProblems(url, undefined, () =>
      whenReachable(signal, async () => {
        const settings = session.data()?.settings ?? defaultSettings
        return load({ api, viewer: await session.user(), settings, params, url })
      }),
    )
  }
