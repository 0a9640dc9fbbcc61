import './navigation-progress.css'
import { type ComponentType, lazy, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { takeFlash } from '#lib/browser-storage.ts'
import { useViewer } from '#lib/root-data.ts'
import { toast } from '#ui/toast.ts'
import { ToastViewport } from '#ui/toast-viewport.tsx'
import { Bar } from './bar/bar.tsx'
import { Footer } from './footer.tsx'
import { HydratedLater } from './hydration-mark.tsx'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Prevents a navigation by link: the browser's error page would replace this one. */
function stay(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a')
  if (link && link.pathname !== location.pathname) event.preventDefault()
}

/** Shows that the browser is offline, and prevents navigations until it is online again. */
function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    if (online) return
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [online])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-50 grid place-items-center p-4">
      {!online && (
        <p className="flex items-center gap-2.5 rounded-full bg-night px-4 py-2.5 text-sm font-medium text-on-night shadow-popup">
          <span className="size-2.5 rounded-full bg-accent" />
          You are offline
        </p>
      )}
    </div>
  )
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Does what browsers do for a new document: scrolls to the top or to the target of the hash (smoothly, unless the user prefers
 * reduced motion; again when the link is followed again), and moves the focus to the content, so that the keyboard and a
 * screen reader start there. Another query, such as a filter, is the same page and moves nothing.
 */
function useRouteChange(): void {
  const { pathname, search, hash, key } = useLocation()
  const shown = useRef({ pathname, search, hash, key })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search, hash, key }
    if (before.key === key) return
    const moved = before.pathname !== pathname
    const named = moved || before.hash !== hash || before.search === search
    const target = named ? document.getElementById(hash.slice(1)) : null
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    if (target) target.scrollIntoView({ behavior })
    else if (moved) window.scrollTo({ top: 0, behavior })
    if (moved) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, search, hash, key])
}

/** A thin bar at the top while the next page is loading; it appears after a short delay, so that fast pages do not flicker. */
function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75">
      {busy && <div className="navigation-progress h-full bg-accent" />}
    </div>
  )
}

/** Loaded for students only. Without a connection the page has none. */
const ChatWidget = lazy<ComponentType<{ userId: string }>>(() =>
  import('#features/assistant/chat-widget.tsx').then(
    (module) => ({ default: module.ChatWidget }),
    () => ({ default: () => null }),
  ),
)

/** Frame of every page, error pages included. */
export function Shell({ children }: { children: ReactNode }) {
  useRouteChange()
  const viewer = useViewer()
  useEffect(() => {
    const message = takeFlash()
    if (message) toast.success(message)
  }, [])
  return (
    <>
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-primary px-4 py-2.5 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <Bar />
      <main id="content" tabIndex={-1} className="min-h-dvh pt-bar outline-none">
        {children}
      </main>
      <Footer />
      <HydratedLater>{viewer?.role === 'student' && <ChatWidget userId={viewer._id} />}</HydratedLater>
      <OfflineNotice />
      <ToastViewport />
    </>
  )
}
