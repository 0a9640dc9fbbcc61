import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Links, Meta, Outlet, Scripts, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ErrorPage } from '#app/error-page.tsx'
import { HeadScript } from '#app/head-script.tsx'
import { hostContext, userDataOf, viewerOf } from '#app/loaders.ts'
import { OldBrowser } from '#app/old-browser.tsx'
import { usePendingPage } from '#app/pending/pending-page.ts'
import { Shell } from '#app/shell.tsx'
import { awaitedData } from '#lib/navigation/awaited-data.ts'
import { pressedCard } from '#lib/navigation/pressed-card.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { type RootData, session } from '#lib/session/session.ts'
import { MessagesOfDocument } from '#lib/text/document-messages.tsx'
import { messagesReady } from '#lib/text/messages.ts'
import { sayMissing } from '#ui/overlays/toast.ts'
import type { Route } from './+types/root.ts'
import styles from './app/styles/styles.css?url'
import display from './ui/fonts/bricolage-display.woff2?url'
import devanagari from './ui/fonts/devanagari.woff2?url'
import inter from './ui/fonts/inter-core.woff2?url'

/** URLs of the two fonts that every page uses, for `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
const fontFiles: readonly string[] = [inter, display]

/** Languages written in Devanagari: nearly all of the text of their pages is in its font. */
const inDevanagari = new Set(['hi', 'mr', 'ne'])

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const host = context.get(hostContext)
  const { settings, requestId } = host
  const [user, userData] = await Promise.all([viewerOf(host), userDataOf(host)])
  return { user, userData: user && userData, settings, requestId }
}

/** A page is shown when its messages are there; they are loaded beside its data. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }, next) => {
    const { pathname } = new URL(request.url)
    // visitors are sent to the sign-up from there
    if (session.data()?.user || !pathname.startsWith('/viewcourse/')) pressedCard.begin(pathname)
    return awaitedData.during(async () => {
      await next()
      await messagesReady()
    })
  },
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
      sayMissing()
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
