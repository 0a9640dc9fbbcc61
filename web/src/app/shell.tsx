import { Trans } from '@lingui/react/macro'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useNavigation } from 'react-router'
import { takeFlash } from '#lib/browser-storage.ts'
import { useIsPublic } from '#lib/catalogue-links.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { Dock } from '#ui/layout/dock.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { ToastViewport } from '#ui/overlays/toast-viewport.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { SignedIn } from '#ui/said.tsx'
import { Bar } from './bar/bar.tsx'
import { PhoneMenu } from './bar/phone-menu.tsx'
import { ConnectionNotice, useStalled } from './connection-notice.tsx'
import { Footer } from './footer.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { useRouteChange, useSeenPages } from './route-change.ts'

/** A thin bar at the top while the next page is loading; it appears after a short delay, so that fast pages do not flicker. */
function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  const stalled = useStalled()
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75">
      {busy && !stalled && <div className="navigation-progress h-full bg-accent" />}
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

/** Loaded for educators only. Without a connection the page has none. */
const UploadTray = lazy<ComponentType<{ userId: string }>>(() =>
  import('#features/studio/uploads/upload-tray.tsx').then(
    (module) => ({ default: module.UploadTray }),
    () => ({ default: () => null }),
  ),
)

/** Frame of every page, error pages included. */
export function Shell({ children }: { children: ReactNode }) {
  useRouteChange()
  useSeenPages()
  useOtherTabs()
  const viewer = useViewer()
  const isPublic = useIsPublic()
  useEffect(() => {
    const message = takeFlash()
    if (message) toast.success(message)
  }, [])
  return (
    <SignedIn value={viewer !== null}>
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-primary px-4 py-2.5 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        <Trans>Skip to content</Trans>
      </a>
      <NavigationProgress />
      <PartBoundary>
        <Bar />
      </PartBoundary>
      <main id="content" tabIndex={-1} className="min-h-dvh pt-bar outline-none">
        {children}
      </main>
      <PartBoundary>
        <Footer isPublic={isPublic} />
      </PartBoundary>
      <PartBoundary>
        <PhoneMenu user={viewer} />
      </PartBoundary>
      {viewer?.role === 'student' && (
        <div data-assistant>
          <PartBoundary>
            <Suspense>
              <ChatWidget userId={viewer._id} />
            </Suspense>
          </PartBoundary>
        </div>
      )}
      <Dock>
        <PartBoundary>
          <ConnectionNotice />
        </PartBoundary>
        <PartBoundary>
          <Suspense>{viewer?.role === 'educator' && <UploadTray userId={viewer._id} />}</Suspense>
        </PartBoundary>
      </Dock>
      <PartBoundary>
        <ToastViewport userId={viewer?._id} />
      </PartBoundary>
    </SignedIn>
  )
}
