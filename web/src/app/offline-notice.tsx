import { useEffect, useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** A page that cannot be loaded would replace this one by the browser's error page. */
function stay(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a')
  if (link && link.pathname !== location.pathname) event.preventDefault()
}

/** Shows that the browser is offline, and prevents navigations until it is online again. */
export function OfflineNotice() {
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
