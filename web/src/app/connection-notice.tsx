import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPath, useNavigation, useRevalidator } from 'react-router'
import { isReachable, lostCode, retryStalled, stalledLoads } from '#lib/connection/stalled-loads.ts'
import { Button } from '#ui/button.tsx'

function subscribeToLine(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Prevents links that the router leaves to the browser: the browser's error page would replace this one. */
function stay(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a')
  if (link && link.pathname !== location.pathname) event.preventDefault()
}

const none: ReadonlySet<() => void> = new Set()

/** What the next page waits for; empty while nothing was asked for, such as after prefetching. */
function useStalledLoads(): ReadonlySet<() => void> {
  const waiting = useSyncExternalStore(stalledLoads.subscribe, stalledLoads.read, () => none)
  const navigating = useNavigation().state !== 'idle'
  const revalidating = useRevalidator().state !== 'idle'
  return navigating || revalidating ? waiting : none
}

/** Whether the next page waits for the connection or the server. The page before it is still shown. */
export const useStalled = (): boolean => useStalledLoads().size > 0

/** Opens the next page as a document of its own where this one has lost code. */
function useNextDocument(): void {
  const lost = useSyncExternalStore(lostCode.subscribe, lostCode.read, () => false)
  const { state, location } = useNavigation()
  const next = lost && state === 'loading' ? location : null
  useEffect(() => {
    if (next === null) return
    let over = false
    // without the server there would be an error page of the browser
    void isReachable('/healthz').then((answers) => answers && !over && window.location.assign(createPath(next)))
    return () => {
      over = true
    }
  }, [next])
}

/** Says that the browser is offline, or that a page could not be loaded, with a way to try again. */
export function ConnectionNotice() {
  const { t } = useLingui()
  const online = useSyncExternalStore(
    subscribeToLine,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    if (online) return
    document.addEventListener('click', stay)
    return () => document.removeEventListener('click', stay)
  }, [online])
  const target = useNavigation().location?.key
  useEffect(() => {
    // what failed for another page, or while it was prefetched, may be needed now
    if (target !== undefined) retryStalled()
  }, [target])
  useNextDocument()
  const waiting = useStalledLoads()
  const [dismissed, setDismissed] = useState(none)
  const stalled = waiting.size > 0 && waiting !== dismissed
  const text = stalled
    ? online
      ? t`The page could not be loaded. Check your connection.`
      : t`The page could not be loaded. You are offline.`
    : !online && t`You are offline`
  return (
    <div role="status">
      {text && (
        <section aria-label={t`Connection`} className="bg-night text-sm font-medium text-on-night">
          <div className="shell flex min-h-12 flex-wrap items-center justify-center gap-x-4 gap-y-2 py-2">
            <p className="flex items-center gap-2.5">
              <span className="size-2.5 shrink-0 rounded-full bg-accent" />
              <span>{text}</span>
            </p>
            {stalled && (
              <p className="flex gap-2">
                <Button size="sm" variant="accent" onClick={retryStalled}>
                  <Trans>Try again</Trans>
                </Button>
                <Button size="sm" variant="night" onClick={() => setDismissed(waiting)}>
                  <Trans>Stay here</Trans>
                </Button>
              </p>
            )}
          </div>
        </section>
      )}
    </div>
  )
}
