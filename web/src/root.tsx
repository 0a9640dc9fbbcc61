import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router'
import { useStalled } from '#app/connection-notice.tsx'
import { ErrorPage } from '#app/error-page.tsx'
import { HeadScript } from '#app/head-script.tsx'
import { hostContext, userDataOf, viewerOf } from '#app/loaders.ts'
import { OldBrowser } from '#app/old-browser.tsx'
import { Shell } from '#app/shell.tsx'
import { awaitedData } from '#lib/navigation/awaited-data.ts'
import { isSamePage } from '#lib/navigation/same-page.ts'
import { goToPlace, scrollPlaces } from '#lib/navigation/scroll-places.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { type RootData, session } from '#lib/session/session.ts'
import { MessagesOfDocument } from '#lib/text/document-messages.tsx'
import { messagesReady } from '#lib/text/messages.ts'
import { toast } from '#ui/overlays/toast.ts'
import type { Route } from './+types/root.ts'
import styles from './app/styles/styles.css?url'
import display from './ui/fonts/bricolage-display.woff2?url'
import devanagari from './ui/fonts/devanagari.woff2?url'
import inter from './ui/fonts/inter-core.woff2?url'

/** URLs of the two fonts that every page uses, for `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
const fontFiles: readonly string[] = [inter, display]

/** Languages written in Devanagari: nearly all of the text of their pages is in its font. */
const inDevanagari = new Set(['hi', 'mr', 'ne'])

/** Delay before a skeleton is shown, in milliseconds. */
const skeletonDelay = 200

type Skeleton = ComponentType<{ path: string }>

/** Not part of the first load: fetched when a navigation takes long. Where it cannot be loaded, there is none. */
const loadSkeleton = (): Promise<Skeleton | null> =>
  import('#app/page-skeleton.tsx').then(
    ({ PageSkeleton }) => PageSkeleton,
    () => null,
  )

/**
 * Returns the skeleton of a page whose data takes long; null otherwise, and while only the search of the same page changes. Until its code
 * is there the page before stays.
 */
function usePendingPage(): { path: string; Skeleton: Skeleton } | null {
  const { pathname, search, key } = useLocation()
  const { state, location } = useNavigation()
  const stalled = useStalled()
  const another = state === 'loading' && location.pathname !== pathname && !isSamePage(location)
  const coming = another ? location.pathname : null
  const [late, setLate] = useState<{ path: string; Skeleton: Skeleton } | null>(null)
  const shown = coming === null || stalled ? null : late
  // its end comes with the page that was awaited: a passive effect may end after the delay is over, and cover that page
  useLayoutEffect(() => {
    if (coming === null) return setLate(null)
    let over = false
    const delay = new Promise((resolve) => setTimeout(resolve, skeletonDelay))
    void Promise.all([loadSkeleton(), delay]).then(([Skeleton]) => {
      // a slow processor may still render a page whose data is there: a skeleton would only delay it
      if (over || !Skeleton || !awaitedData.isAny()) return
      scrollPlaces.hold()
      window.scrollTo({ top: 0, behavior: 'instant' })
      setLate({ path: coming, Skeleton })
    })
    return () => {
      over = true
    }
  }, [coming])
  // the page before is shown again: the next one could not be loaded, or is not wanted any more
  const covered = useRef(false)
  const entry = `${key} ${pathname}${search}`
  const left = useRef(entry)
  useLayoutEffect(() => {
    const back = covered.current && shown === null && left.current === entry
    covered.current = shown !== null
    left.current = entry
    if (!back) return
    scrollPlaces.enter(entry)
    return goToPlace(scrollPlaces.of(entry) ?? 0)
  }, [shown, entry])
  return shown
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const host = context.get(hostContext)
  const { settings, requestId } = host
  const [user, userData] = await Promise.all([viewerOf(host), userDataOf(host)])
  return { user, userData: user && userData, settings, requestId }
}

/** A page is shown when its messages are there; they are loaded beside its data. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  (_args, next) =>
    awaitedData.during(async () => {
      await next()
      await messagesReady()
    }),
]

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<RootData> {
  const known = session.data()
  return known ? session.refresh(known) : serverLoader()
}

/** Saves changes of wishlist and notifications. Its code is fetched with the first change. */
export const clientAction = ({ request }: Route.ClientActionArgs): Promise<null> =>
  import('#app/save-user-data.ts').then(
    ({ saveUserData }) => saveUserData(request),
    () => {
      toast.error(t`You are offline`)
      return null
    },
  )

/** The current user changes with a login or a payment, which revalidate; not with a navigation. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  change.defaultShouldRevalidate && (change.formMethod !== undefined || change.currentUrl.href === change.nextUrl.href)

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const { languages } = useSettings()
  const dir = languages.find(({ tag }) => tag === i18n.locale)?.dir ?? 'ltr'
  // for tests and monitoring: React has taken the document over, and its controls work
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <html lang={i18n.locale} dir={dir} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <HeadScript />
        {[...fontFiles, ...(inDevanagari.has(i18n.locale) ? [devanagari] : [])].map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
            // swapping fonts shifts no layout, so they may load after the styles and the first image
            fetchPriority="low"
          />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        <MessagesOfDocument />
      </head>
      <body>
        <Shell>{children}</Shell>
        <OldBrowser />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useLayoutEffect(() => session.remember(loaderData), [loaderData])
  const pending = usePendingPage()
  return (
    <>
      {pending && <pending.Skeleton path={pending.path} />}
      {/* hidden, not removed: the page keeps what was typed in it if the next one cannot be loaded */}
      <div className={pending === null ? 'contents' : 'hidden'}>
        <Outlet />
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
