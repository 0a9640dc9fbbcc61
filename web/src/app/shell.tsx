import { type ComponentType, lazy, type ReactNode, useEffect } from 'react'
import { takeFlash } from '#lib/flash.ts'
import { useViewer } from '#lib/root-data.ts'
import { toast } from '#ui/toast.ts'
import { ToastViewport } from '#ui/toast-viewport.tsx'
import { Bar } from './bar/bar.tsx'
import { Footer } from './footer.tsx'
import { HydratedLater } from './hydration-mark.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useRouteChange } from './route-change.ts'

/** Only students load it. Where it cannot be loaded, the page does without it. */
const ChatWidget = lazy<ComponentType<{ userId: string }>>(() =>
  import('#features/assistant/chat-widget.tsx').then(
    (module) => ({ default: module.ChatWidget }),
    () => ({ default: () => null }),
  ),
)

/** What surrounds every page, its error pages too. */
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
